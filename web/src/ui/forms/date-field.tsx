import { type FieldValues, useController } from 'react-hook-form'
import { DateInput } from './date-input.tsx'
import { Field } from './field.tsx'
import type { Bound } from './text-fields.tsx'

/** Lists use the bare input, to avoid loading the form library. */
export function DateField<Draft extends FieldValues>({ name, ...texts }: Bound<Draft>) {
  const { field, fieldState } = useController<Draft>({ name })
  return (
    <Field {...texts} error={fieldState.error?.message}>
      {(control) => (
        <DateInput {...control} value={field.value ?? ''} onChange={field.onChange} onBlur={field.onBlur} />
      )}
    </Field>
  )
}
