import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../class-names.ts'
import { controlClass } from './control-class.ts'

export type TextInputProps = InputHTMLAttributes<HTMLInputElement> & {
  ref?: Ref<HTMLInputElement>
  /** `US$`, `lbs`, `%`. */
  before?: ReactNode
  after?: ReactNode
}

export function TextInput({ before, after, className, ...rest }: TextInputProps) {
  if (before === undefined && after === undefined) return <input {...rest} className={cx(controlClass, className)} />
  return (
    <div className="flex min-w-0">
      {before !== undefined && <Affix className="rounded-l-md border-r-0">{before}</Affix>}
      <input
        {...rest}
        className={cx(
          controlClass,
          before !== undefined && 'rounded-l-none',
          after !== undefined && 'rounded-r-none',
          className,
        )}
      />
      {after !== undefined && <Affix className="rounded-r-md border-l-0">{after}</Affix>}
    </div>
  )
}

function Affix({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        'grid shrink-0 place-items-center border border-control bg-surface-2 px-2.5 text-label text-muted',
        className,
      )}
    >
      {children}
    </span>
  )
}
