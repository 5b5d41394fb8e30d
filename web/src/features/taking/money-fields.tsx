import { createFields } from '../../ui/forms/form-fields.tsx'

const Fields = createFields<{ amount: number | string; currencyId: string; reason: string }>()

type MoneyFieldsProps = {
  currencies: readonly { id: string; code: string; name: string }[]
  /** The symbol of the chosen currency. */
  symbol: string | undefined
  amountHelp?: string | undefined
  example: string
}

/** Laid out for a form with two columns. */
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
