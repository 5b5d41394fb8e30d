import { createFields } from '../../ui/forms/form-fields.tsx'

const Fields = createFields<{ amount: number | string; currencyId: string; reason: string }>()

type MoneyFieldsProps = {
  currencies: readonly { id: string; code: string; name: string }[]
  /** Of the currency that is chosen. */
  symbol: string | undefined
  amountHelp?: string | undefined
  example: string
}

/** For forms in two columns. */
export function MoneyFields({ currencies, symbol, amountHelp, example }: MoneyFieldsProps) {
  return (
    <>
      <Fields.Decimal name="amount" label="Monto" required before={symbol} help={amountHelp} />
      <Fields.Select
        name="currencyId"
        label="Moneda"
        options={currencies.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
      />
      <Fields.Text
        name="reason"
        label="Motivo"
        required
        maxLength={200}
        placeholder={`Por ejemplo: ${example}`}
        className="col-span-2"
      />
    </>
  )
}
