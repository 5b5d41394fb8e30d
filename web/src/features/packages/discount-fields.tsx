import { useController, useFormContext } from 'react-hook-form'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Fields, type PackageFields } from './package-draft.ts'

export function DiscountFields() {
  const may = useMay()
  const { discountLimit } = useSignedIn().user
  const limit = discountLimit == null ? undefined : `Hasta ${discountLimit} %`
  const { setValue, clearErrors } = useFormContext<PackageFields>()
  const { field, fieldState } = useController<PackageFields, 'discountType'>({
    name: 'discountType',
    rules: { deps: 'discountValue' },
  })
  if (!may('discounts.give')) return null
  return (
    <>
      <Field label="Descuento" error={fieldState.error?.message}>
        {(control) => (
          <SelectInput
            {...control}
            {...field}
            onChange={(event) => {
              if (event.target.value === 'none') {
                setValue('discountValue', null, { shouldDirty: true })
                clearErrors('discountValue')
              }
              field.onChange(event)
            }}
          >
            <option value="none">Ninguno</option>
            <option value="percentage">Porcentaje</option>
            <option value="fixed_amount">Monto fijo</option>
          </SelectInput>
        )}
      </Field>
      {field.value === 'percentage' && (
        <Fields.Decimal name="discountValue" label="Valor" after="%" help={limit ?? '0-100'} />
      )}
      {field.value === 'fixed_amount' && (
        <Fields.Decimal name="discountValue" label="Valor" before="US$" help={limit} />
      )}
    </>
  )
}
