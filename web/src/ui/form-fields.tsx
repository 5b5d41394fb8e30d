import { useId, useState } from 'react'
import { type FieldPath, type FieldValues, useController, useFormContext, useFormState } from 'react-hook-form'
import { Checkbox } from './checkbox.tsx'
import { formatDecimal, parseDecimal } from './decimal-text.ts'
import { Field, FieldFoot, type FieldTexts } from './field.tsx'
import { PasswordInput } from './password-input.tsx'
import { type Choice, Segmented } from './segmented.tsx'
import { SelectInput } from './select-input.tsx'
import { TextArea } from './text-area.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** Every field knows its draft: a name that the draft has not does not compile. */
export type Bound<Draft extends FieldValues> = Omit<FieldTexts, 'error'> & { name: FieldPath<Draft> }

/** The fields of one form, typed by its draft: `const Fields = fieldsOf<ClientForm>()`, then `<Fields.Text name="firstName" … />`. */
export function fieldsOf<Draft extends FieldValues>() {
  return {
    Text: TextField<Draft>,
    Area: AreaField<Draft>,
    Password: PasswordField<Draft>,
    Decimal: DecimalField<Draft>,
    Select: SelectField<Draft>,
    Check: CheckField<Draft>,
    Segmented: SegmentedField<Draft>,
  }
}

export function useFieldError<Draft extends FieldValues>(name: FieldPath<Draft>): string | undefined {
  const { getFieldState } = useFormContext<Draft>()
  return getFieldState(name, useFormState<Draft>({ name })).error?.message
}

type Inputs = Pick<
  TextInputProps,
  'type' | 'autoComplete' | 'inputMode' | 'placeholder' | 'maxLength' | 'before' | 'after' | 'readOnly'
> & {
  /** Shown in capitals, as its draft keeps it. */
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

function PasswordField<Draft extends FieldValues>({ name, ...texts }: Bound<Draft>) {
  const { register } = useFormContext<Draft>()
  const error = useFieldError<Draft>(name)
  return (
    <Field {...texts} error={error}>
      {(control) => <PasswordInput autoComplete="new-password" {...control} {...register(name)} />}
    </Field>
  )
}

function AreaField<Draft extends FieldValues>({ name, ...texts }: Bound<Draft>) {
  const { register } = useFormContext<Draft>()
  const error = useFieldError<Draft>(name)
  return (
    <Field {...texts} error={error}>
      {(control) => <TextArea {...control} {...register(name)} />}
    </Field>
  )
}

type DecimalFieldProps<Draft extends FieldValues> = Bound<Draft> &
  Pick<Inputs, 'before' | 'after' | 'placeholder' | 'readOnly'> & { decimals?: number }

/** A number in the draft, text while it is typed. */
function DecimalField<Draft extends FieldValues>({
  name,
  decimals = 2,
  before,
  after,
  placeholder,
  readOnly,
  ...texts
}: DecimalFieldProps<Draft>) {
  const { field, fieldState } = useController<Draft>({ name })
  const [typed, setTyped] = useState<string>()
  // A value that came from elsewhere (a reload) replaces what was typed.
  const text =
    typed !== undefined && Object.is(parseDecimal(typed), field.value) ? typed : formatDecimal(field.value, decimals)
  return (
    <Field {...texts} error={fieldState.error?.message}>
      {(control) => (
        <TextInput
          {...control}
          ref={field.ref}
          name={field.name}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          readOnly={readOnly}
          before={before}
          after={after}
          className="text-right"
          value={text}
          onFocus={(event) => event.target.select()}
          onBlur={field.onBlur}
          onChange={(event) => {
            setTyped(event.target.value)
            field.onChange(parseDecimal(event.target.value))
          }}
        />
      )}
    </Field>
  )
}

export type Option = { value: string; label: string }

/** `locked` says why the choice cannot be changed now. */
function SelectField<Draft extends FieldValues>({
  name,
  options,
  locked,
  help,
  ...texts
}: Bound<Draft> & { options: readonly Option[]; locked?: string | undefined }) {
  // Controlled, because the choices may arrive after the value.
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

function CheckField<Draft extends FieldValues>({
  name,
  label,
  className,
}: Pick<Bound<Draft>, 'name' | 'label' | 'className'>) {
  const { register } = useFormContext<Draft>()
  const error = useFieldError<Draft>(name)
  const id = useId()
  return (
    <div className={className}>
      <Checkbox
        {...register(name)}
        label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      <FieldFoot id={id} error={error} />
    </div>
  )
}

type SegmentedFieldProps<Draft extends FieldValues> = Bound<Draft> & {
  choices: readonly Choice<string>[]
  locked?: string | undefined
}

function SegmentedField<Draft extends FieldValues>(props: SegmentedFieldProps<Draft>) {
  const { name, choices, locked, help, ...texts } = props
  const { register } = useFormContext<Draft>()
  const error = useFieldError<Draft>(name)
  const radio = () => ({ ...register(name), ...(locked === undefined ? {} : { disabled: true }) })
  return <Segmented {...texts} help={locked ?? help} error={error} choices={choices} radio={radio} />
}
