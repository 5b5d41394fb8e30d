import type { Currency } from '@casillero/shared/contract/currencies'
import { Amount } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'

export const currencyColumns: readonly Column<Currency>[] = [
  { header: 'Código', width: 84, cell: ({ code }) => <span className="font-semibold">{code}</span> },
  {
    header: 'Nombre',
    cell: ({ name, isDefault }) => (
      <span className="flex items-center gap-2">
        <span className="wrap-anywhere" title={name}>
          {name}
        </span>
        {isDefault && <DefaultBadge />}
      </span>
    ),
  },
  { header: 'Símbolo', width: 80, cell: ({ symbol }) => symbol },
  {
    header: 'Tasa Compra',
    width: 118,
    align: 'end',
    figures: ({ formattedRates }) => [formattedRates.compra],
    cell: ({ formattedRates }) => <Amount>{formattedRates.compra}</Amount>,
  },
  {
    header: 'Tasa Venta',
    width: 118,
    align: 'end',
    figures: ({ formattedRates }) => [formattedRates.venta],
    cell: ({ formattedRates }) => <Amount>{formattedRates.venta}</Amount>,
  },
  {
    header: 'Margen',
    width: 112,
    align: 'end',
    figures: ({ formattedRates }) => [formattedRates.spread],
    cell: ({ formattedRates }) => (
      <span className="text-muted">
        <Amount>{formattedRates.spread}</Amount>
      </span>
    ),
  },
]

export function CurrencyCard({ currency }: { currency: Currency }) {
  const { code, name, symbol, formattedRates, isDefault } = currency
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pr-10">
        <span className="font-semibold text-body">{code}</span>
        {isDefault && <DefaultBadge />}
      </div>
      <p className="break-words pr-10 text-help text-muted">{`${name} · ${symbol}`}</p>
      <dl className="mt-2 flex flex-wrap gap-x-3 gap-y-1">
        <Rate label="Compra">{formattedRates.compra}</Rate>
        <Rate label="Venta">{formattedRates.venta}</Rate>
        <Rate label="Margen">{formattedRates.spread}</Rate>
      </dl>
    </>
  )
}

function Rate({ label, children }: { label: string; children: string }) {
  return (
    <div className="min-w-fit flex-1 basis-[28%]">
      <dt className="text-help text-muted">{label}</dt>
      <dd className="text-body">
        <Amount>{children}</Amount>
      </dd>
    </div>
  )
}

const DefaultBadge = () => (
  <span className="shrink-0">
    <Badge tone="blue">Predeterminada</Badge>
  </span>
)
