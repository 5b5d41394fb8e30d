import type { Charge } from '@casillero/shared/contract/charges'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatArithmetic, toPriced } from '@casillero/shared/domain/price-arithmetic'
import { memo } from 'react'
import type { ChargeRow } from './charge-rows.ts'
import type { Dispatch } from './invoice-form-actions.ts'
import { type Discount, isBillable, lacksMeasures } from './invoice-form-state.ts'
import { rowTotals } from './invoice-form-totals.ts'
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
  /** Only for a row that was refused. */
  onReload: (() => void) | undefined
  currency: Currency | undefined
  tariffs: readonly Tariff[]
  charges: readonly ChargeRow[]
  /** The charges of the company. */
  catalogue: readonly Charge[]
  currencies: readonly Currency[]
  edits: PackageEdits
  /** Undefined for a user who may not make one. */
  onMissingTariff: ((row: CourierPackage) => void) | undefined
  dispatch: Dispatch
}

export type RowParts = Omit<PackageRowProps, 'layout'> & {
  /** In the invoice's currency, and in US$. */
  total: string
  usd: string | undefined
  /** The steps of the price, where the tariff has rules. */
  arithmetic: string | null
  lacksMeasures: boolean
  /** `Falta peso`, `Falta tarifa`: why it cannot be ticked. */
  missing: readonly string[]
}

/** A price by cubic feet is none without the measures; any other may still grow by them. */
const listMissing = (row: CourierPackage): string[] => [
  ...(row.weight === null ? ['Falta peso'] : []),
  ...(row.pricePerPound === null ? ['Falta tarifa'] : []),
  ...(row.weight !== null && row.pricePerPound !== null && !isBillable(row) ? ['Falta medir'] : []),
]

/** A client may have hundreds, so only a changed row is computed anew. */
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
