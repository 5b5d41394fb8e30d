import { useState } from 'react'
import type { TextInputProps } from '../../ui/forms/text-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'

/** `8`, `17`, `830`, `8:30`; another text stays as it is. */
export function completeTime(text: string): string {
  const [, hours, minutes = '00'] = /^(\d{1,2}?)[:.h ]?(\d{2})?$/.exec(text.trim()) ?? []
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`
}

type TimeInputProps = Pick<TextInputProps, 'aria-label'> & { value: string; onChange: (value: string) => void }

/** A native field would have twelve hours by the browser's language. */
export function TimeInput({ value, onChange, ...rest }: TimeInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={5}
      className="tabular-nums"
      value={typed ?? value}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(completeTime(target.value))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
