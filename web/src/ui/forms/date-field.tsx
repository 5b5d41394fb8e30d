import { type FieldValues, useController } from 'react-hook-form'
import { DateInput } from './date-input.tsx'
import { Field } from './field.tsx'
import type { Bound } from './text-fields.tsx'

/** Lists take the bare input, without the code of forms. */
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
