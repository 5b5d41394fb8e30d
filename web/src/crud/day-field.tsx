import { useState } from 'react'
import { DateInput } from '../ui/forms/date-input.tsx'
import { typedDay } from '../ui/forms/date-text.ts'
import { Field } from '../ui/forms/field.tsx'

type DayFieldProps = {
  label: string
  /** As `YYYY-MM-DD`, or empty. */
  value: string
  onChange: (day: string) => void
  className?: string
}

/** A day that a list is filtered by: it applies once it is a day, so that an incomplete one sends no request. */
export function DayField({ label, value, onChange, className }: DayFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <Field label={label} className={className}>
      {(control) => (
        <DateInput
          {...control}
          value={typed ?? value}
          onChange={(text) => {
            const isDay = text === '' || typedDay(text) !== undefined
            setTyped(isDay ? undefined : text)
            if (isDay) onChange(text)
          }}
          onBlur={() => setTyped(undefined)}
        />
      )}
    </Field>
  )
}
