import { useState } from 'react'
import type { TextInputProps } from '../../ui/forms/text-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'

/** Reads `8`, `17`, `830` or `8:30` as `08:00`, `17:00`, `08:30`; another text stays as it is. */
export function completeTime(text: string): string {
  const [, hours, minutes = '00'] = /^(\d{1,2}?)[:.h ]?(\d{2})?$/.exec(text.trim()) ?? []
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`
}

type TimeInputProps = Pick<TextInputProps, 'aria-label'> & { value: string; onChange: (value: string) => void }

/** A time of 24 hours whatever the browser's language is, because a native field would have twelve and no room for them on a phone. */
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
