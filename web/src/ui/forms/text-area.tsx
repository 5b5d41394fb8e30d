import type { Ref, TextareaHTMLAttributes } from 'react'
import { cx } from '../class-names.ts'
import { controlClass } from './control-class.ts'

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

export function TextArea({ className, ...rest }: TextAreaProps) {
  return <textarea rows={3} {...rest} className={cx(controlClass, 'resize-y py-1.5', className)} />
}
