import { type FieldPath, type FieldValues, useFormContext } from 'react-hook-form'
import { Field } from './field.tsx'
import { PasswordInput } from './password-input.tsx'
import { useFieldError } from './text-fields.tsx'

/** Makes the browser fill in the stored password rather than suggest a new one. */
export function PresentPassword<Form extends FieldValues>({ name }: { name: FieldPath<Form> }) {
  const { register } = useFormContext<Form>()
  const error = useFieldError<Form>(name)
  return (
    <Field label="Contraseña actual" required error={error}>
      {(control) => <PasswordInput {...control} autoComplete="current-password" {...register(name)} />}
    </Field>
  )
}
