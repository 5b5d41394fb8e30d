import { useId, useState } from 'react'
import { type FieldValues, useController, useFormContext } from 'react-hook-form'
import { Checkbox } from './checkbox.tsx'
import { formatDecimal, parseDecimal } from './decimal-text.ts'
import { Field, FieldFoot } from './field.tsx'
import { PasswordInput } from './password-input.tsx'
import { type Choice, Segmented } from './segmented.tsx'
import { TextArea } from './text-area.tsx'
import { type Bound, createTextFields, type Inputs, useFieldError } from './text-fields.tsx'
import { TextInput } from './text-input.tsx'

/** Requires every field: one that an edit left out would be saved empty. */
export type WholeForm<Form> = { [Field in keyof Required<Form>]: Form[Field] }

/** `const Fields = createFields<ClientForm>()`, then `<Fields.Text name="firstName" … />`. */
export function createFields<Draft extends FieldValues>() {
  return {
    ...createTextFields<Draft>(),
    Area: AreaField<Draft>,
    Password: PasswordField<Draft>,
    Decimal: DecimalField<Draft>,
    Check: CheckField<Draft>,
    Segmented: SegmentedField<Draft>,
  }
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

function AreaField<Draft extends FieldValues>({ name, rows, ...texts }: Bound<Draft> & { rows?: number }) {
  const { register } = useFormContext<Draft>()
  const error = useFieldError<Draft>(name)
  return (
    <Field {...texts} error={error}>
      {(control) => <TextArea {...control} {...(rows === undefined ? {} : { rows })} {...register(name)} />}
    </Field>
  )
}

type DecimalFieldProps<Draft extends FieldValues> = Bound<Draft> &
  Pick<Inputs, 'before' | 'after' | 'placeholder' | 'readOnly'> & { decimals?: number }

/** A number in the draft, but text in the field. */
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
  // A value from elsewhere (a reload) replaces the typed text.
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
