import { useState } from 'react'
import { DateInput } from '../ui/forms/date-input.tsx'
import { typedDay } from '../ui/forms/date-text.ts'
import { Field } from '../ui/forms/field.tsx'

type DayFieldProps = {
  label: string
  value: string
  onChange: (day: string) => void
  className?: string
}

type Bad = {
  text: string
  /** As the field was left, from when on it is told; undefined while it is first typed. */
  over: string | undefined
}

/** Applies once it is a day, so that an incomplete one sends no request. */
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
