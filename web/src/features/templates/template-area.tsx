import { unknownVariables } from '@casillero/shared/domain/template'
import type { Ref, TextareaHTMLAttributes } from 'react'
import { addPlaces } from '../../lib/text-places.ts'

type TemplateAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  value: string
  ref: Ref<HTMLTextAreaElement>
}

const splitText = (text: string) =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => ({ text: part, mark: index % 2 === 1 ? buildMark(part) : undefined }))
    .filter((part) => part.text !== '')

const buildMark = (variable: string) =>
  `rounded-[4px] box-decoration-clone ${unknownVariables(variable).length > 0 ? 'bg-danger-soft' : 'bg-blue-soft'}`

const type = 'whitespace-pre-wrap break-words px-4 py-3.5 text-input'

/** A real text field, for Android's keyboards, over a copy that gives it its height and marks the variables. */
export function TemplateArea({ value, ...rest }: TemplateAreaProps) {
  return (
    <div className="relative">
      <div aria-hidden="true" className={`min-h-[220px] select-none text-transparent ${type}`}>
        {addPlaces(splitText(value)).map(({ text, place, mark }) => (
          <span key={place} className={mark}>
            {text}
          </span>
        ))}
        {/* A last empty line has no height of its own. */}
        {'\u200b'}
      </div>
      <textarea
        {...rest}
        value={value}
        className={`absolute inset-0 size-full resize-none overflow-hidden bg-transparent text-fg aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)] ${type}`}
      />
    </div>
  )
}
