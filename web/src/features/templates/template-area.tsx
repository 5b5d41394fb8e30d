import type { Ref, TextareaHTMLAttributes } from 'react'
import { addPlaces } from '../../lib/text-places.ts'

type TemplateAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  value: string
  /** Returns variables that do not exist. */
  listUnknown: (text: string) => string[]
  ref: Ref<HTMLTextAreaElement>
}

const splitText = (text: string, listUnknown: TemplateAreaProps['listUnknown']) =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => ({ text: part, mark: index % 2 === 1 ? buildMark(listUnknown(part)) : undefined }))
    .filter((part) => part.text !== '')

const buildMark = (unknown: string[]) =>
  `rounded-[4px] box-decoration-clone ${unknown.length > 0 ? 'bg-danger-soft' : 'bg-blue-soft'}`

const type = 'whitespace-pre-wrap break-words px-4 py-3.5 text-input'

/** A real textarea, for Android's keyboards, over a copy that sets its height and highlights the variables. */
export function TemplateArea({ value, listUnknown, ...rest }: TemplateAreaProps) {
  return (
    <div className="relative">
      <div aria-hidden="true" className={`min-h-[220px] select-none text-transparent ${type}`}>
        {addPlaces(splitText(value, listUnknown)).map(({ text, place, mark }) => (
          <span key={place} className={mark}>
            {text}
          </span>
        ))}
        {/* A final empty line would have no height. */}
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
