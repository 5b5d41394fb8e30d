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

/** A text that is no day. */
type Bad = {
  text: string
  /** The day of the filter as the field was left with it, from when on it is told; undefined while it is first typed. */
  over: string | undefined
}

/**
 * A day that a list is filtered by: it applies once it is a day, so that an incomplete one sends no request. What is no day stays with
 * an error until it is mended, emptied, or another choice gives the filter another day.
 */
export function DayField({ label, value, onChange, className }: DayFieldProps) {
  const [typed, setTyped] = useState<Bad>()
  const bad = typed !== undefined && (typed.over ?? value) === value ? typed : undefined
  return (
    <Field label={label} error={bad?.over === undefined ? undefined : 'Fecha no válida'} className={className}>
      {(control) => (
        <DateInput
          {...control}
          value={bad?.text ?? value}
          onChange={(text) => {
            const isDay = text === '' || typedDay(text) !== undefined
            setTyped(isDay ? undefined : { text, over: bad?.over })
            if (isDay) onChange(text)
          }}
          onBlur={() => setTyped(bad && { text: bad.text, over: value })}
        />
      )}
    </Field>
  )
}
