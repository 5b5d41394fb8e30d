import { mostPaymentAccounts, type PaymentAccount } from '@casillero/shared/domain/payment-account'
import { Plus, Trash2 } from 'lucide-react'
import { type FieldErrors, useController, useFormContext } from 'react-hook-form'
import { listFaults } from '../../crud/list-faults.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'

type Form = { paymentAccounts: PaymentAccount[] }

const rowNames = ['primera', 'segunda', 'tercera', 'cuarta', 'quinta']
const empty: PaymentAccount = { bank: '', currency: 'C$', number: '', holder: '' }

/** On a phone each has its own line, so that both can be read whole. */
const places: Record<keyof PaymentAccount, string> = {
  bank: 'col-start-1',
  currency: 'col-start-2',
  number: 'col-start-1 max-sm:col-span-full',
  holder: 'max-sm:col-span-full sm:col-start-2',
}

const parts: readonly { name: keyof PaymentAccount; label: string; maxLength: number }[] = [
  { name: 'bank', label: 'Banco', maxLength: 60 },
  { name: 'currency', label: 'Moneda', maxLength: 20 },
  { name: 'number', label: 'Número de cuenta', maxLength: 40 },
  { name: 'holder', label: 'Titular', maxLength: 120 },
]

/** docs/product/vouchers.md, "Accounts". */
export function AccountsField() {
  const { formState } = useFormContext<Form>()
  const { field } = useController<Form, 'paymentAccounts'>({ name: 'paymentAccounts' })
  const errors: FieldErrors<Form> = formState.errors
  const { value: accounts, onChange } = field
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="sr-only">Cuentas para pagar</legend>
      <div className="grid gap-2">
        {accounts.map((account, index) => (
          <div
            key={rowNames[index]}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_44px] gap-2 rounded-md border border-line p-2"
          >
            {parts.map(({ name, label, maxLength }) => (
              <Field
                key={name}
                label={label}
                error={listFaults(errors.paymentAccounts?.[index]?.[name])[0]?.message}
                className={places[name]}
              >
                {(control) => (
                  <TextInput
                    {...control}
                    maxLength={maxLength}
                    autoComplete="off"
                    value={account[name]}
                    onChange={({ target }) => onChange(accounts.with(index, { ...account, [name]: target.value }))}
                  />
                )}
              </Field>
            ))}
            <IconButton
              label={`Quitar la ${rowNames[index]} cuenta`}
              icon={<Trash2 size={18} aria-hidden="true" />}
              className="col-start-3 row-start-1 self-end"
              onClick={() => onChange(accounts.filter((_, other) => other !== index))}
            />
          </div>
        ))}
        {accounts.length < mostPaymentAccounts && (
          <Button
            icon={<Plus size={16} aria-hidden="true" />}
            className="w-fit"
            onClick={() => onChange([...accounts, empty])}
          >
            Agregar cuenta
          </Button>
        )}
      </div>
    </fieldset>
  )
}
