import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { dayText, typedDay, withSlash } from './date-text.ts'
import type { ControlProps } from './field.tsx'
import { TextInput } from './text-input.tsx'

type DateInputProps = ControlProps & {
  /** `YYYY-MM-DD`, or the typed text while it is not a day. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
}

/** Always `dd/mm/aaaa`, whatever the browser's language. The calendar is the browser's. */
export function DateInput({ value, onChange, onBlur, ...control }: DateInputProps) {
  const [typed, setTyped] = useState<string>()
  const calendar = useRef<HTMLInputElement>(null)
  const read = (text: string) => typedDay(text) ?? text
  // The typed text, because a value kept in the address updates late.
  const shown = typed ?? dayText(value)
  return (
    <span className="relative block min-w-0">
      <TextInput
        {...control}
        inputMode="numeric"
        autoComplete="off"
        placeholder="dd/mm/aaaa"
        maxLength={10}
        className="pr-10 tabular-nums"
        value={shown}
        onChange={(event) => {
          const text = withSlash(event.target.value, shown)
          setTyped(text)
          onChange(read(text))
        }}
        onBlur={() => {
          setTyped(undefined)
          onBlur?.()
        }}
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-2 w-6 opacity-0"
        value={typedDay(value) ?? ''}
        onChange={(event) => {
          setTyped(undefined)
          onChange(event.target.value)
        }}
      />
      <IconButton
        label="Abrir calendario"
        icon={<CalendarDays size={17} aria-hidden="true" />}
        className="absolute top-1/2 right-0.5 -translate-y-1/2"
        onClick={() => calendar.current?.showPicker()}
      />
    </span>
  )
}
