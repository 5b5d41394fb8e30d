import type { Charge } from '@casillero/shared/contract/charges'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatArithmetic, toPriced } from '@casillero/shared/domain/price-arithmetic'
import { memo } from 'react'
import type { Dispatch } from '../form/invoice-form-actions.ts'
import { type Discount, isBillable, lacksMeasures } from '../form/invoice-form-state.ts'
import { rowTotals } from '../form/invoice-form-totals.ts'
import type { ChargeRow } from './charge-rows.ts'
import type { PackageEdits } from './package-edits.ts'
import { PackageRowNarrow } from './package-row-narrow.tsx'
import { PackageRowWide } from './package-row-wide.tsx'

export type PackageRowProps = {
  row: CourierPackage
  layout: 'wide' | 'narrow'
  columns: string
  isTicked: boolean
  discount: Discount
  refusal: string | undefined
  /** Only for a refused row. */
  onReload: (() => void) | undefined
  currency: Currency | undefined
  tariffs: readonly Tariff[]
  charges: readonly ChargeRow[]
  /** The charges that the company offers. */
  catalogue: readonly Charge[]
  currencies: readonly Currency[]
  edits: PackageEdits
  /** Undefined for a user who may not create a tariff. */
  onMissingTariff: ((row: CourierPackage) => void) | undefined
  dispatch: Dispatch
}

export type RowParts = Omit<PackageRowProps, 'layout'> & {
  /** The row's total in the invoice's currency, and in US$. */
  total: string
  usd: string | undefined
  /** The steps of the price, where the tariff has rules. */
  arithmetic: string | null
  lacksMeasures: boolean
  /** Why the row cannot be ticked: `Falta peso`, `Falta tarifa`. */
  missing: readonly string[]
}

/** A price by cubic feet needs the measures; any other price may still rise with them. */
const listMissing = (row: CourierPackage): string[] => [
  ...(row.weight === null ? ['Falta peso'] : []),
  ...(row.pricePerPound === null ? ['Falta tarifa'] : []),
  ...(row.weight !== null && row.pricePerPound !== null && !isBillable(row) ? ['Falta medir'] : []),
]

/** Memoised: a client may have hundreds of rows, so only a changed one is rendered. */
export const PackageRow = memo(function PackageRow({ layout, currency, ...props }: PackageRowProps) {
  const { row, discount } = props
  const figures = currency && isBillable(row) ? rowTotals(row, discount, currency) : undefined
  const parts: RowParts = {
    ...props,
    currency,
    total: figures && currency ? formatMoney(figures.total, currency.symbol) : '—',
    usd: figures && currency?.code !== 'USD' ? formatMoney(figures.finalAmount) : undefined,
    arithmetic: formatArithmetic(toPriced(row)),
    lacksMeasures: lacksMeasures(row),
    missing: listMissing(row),
  }
  return layout === 'wide' ? <PackageRowWide {...parts} /> : <PackageRowNarrow {...parts} />
})
