import { type FieldPath, type FieldValues, useController, useFormContext, useFormState } from 'react-hook-form'
import { Field, type FieldTexts } from './field.tsx'
import { SelectInput } from './select-input.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** Restricts `name` to fields of the draft. */
export type Bound<Draft extends FieldValues> = Omit<FieldTexts, 'error'> & { name: FieldPath<Draft> }

/** Like `createFields`, without loading the other fields. */
export function createTextFields<Draft extends FieldValues>() {
  return { Text: TextField<Draft>, Select: SelectField<Draft> }
}

export function useFieldError<Draft extends FieldValues>(name: FieldPath<Draft>): string | undefined {
  const { getFieldState } = useFormContext<Draft>()
  return getFieldState(name, useFormState<Draft>({ name })).error?.message
}

export type Inputs = Pick<
  TextInputProps,
  'type' | 'autoComplete' | 'inputMode' | 'placeholder' | 'maxLength' | 'before' | 'after' | 'readOnly'
> & {
  /** Capitals, as the draft stores it. */
  letters?: 'capital'
}

function TextField<Draft extends FieldValues>({
  name,
  label,
  help,
  required,
  className,
  letters,
  ...input
}: Bound<Draft> & Inputs) {
  const { register } = useFormContext<Draft>()
  const error = useFieldError<Draft>(name)
  const capital = letters === 'capital' && { autoCapitalize: 'characters', spellCheck: false, className: 'uppercase' }
  return (
    <Field label={label} help={help} required={required} className={className} error={error}>
      {(control) => <TextInput autoComplete="off" {...capital} {...input} {...control} {...register(name)} />}
    </Field>
  )
}

export type Option = { value: string; label: string }

/** `locked` tells why it cannot be changed. */
function SelectField<Draft extends FieldValues>({
  name,
  options,
  locked,
  help,
  ...texts
}: Bound<Draft> & { options: readonly Option[]; locked?: string | undefined }) {
  // Controlled, because the choices may load after the value.
  const { field, fieldState } = useController<Draft>({ name })
  return (
    <Field {...texts} help={locked ?? help} error={fieldState.error?.message}>
      {(control) => (
        <SelectInput {...control} {...field} disabled={locked !== undefined} value={field.value ?? ''}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  )
}
