import type { CourierPackage } from '@casillero/shared/contract/packages'
import { formatUnitPrice } from '@casillero/shared/domain/money-format'
import { priceSuffixes } from '@casillero/shared/domain/price-units'
import { useRef } from 'react'
import { useMay } from '../../../lib/session.ts'
import { cx } from '../../../ui/class-names.ts'
import { toastSuccess } from '../../../ui/feedback/toast.tsx'
import { DecimalInput } from '../../../ui/forms/decimal-input.tsx'
import { readAmount } from '../../../ui/forms/decimal-text.ts'
import { SelectInput } from '../../../ui/forms/select-input.tsx'
import type { Dispatch } from '../form/invoice-form-actions.ts'
import type { Discount } from '../form/invoice-form-state.ts'
import { RowCharges } from './charge-list.tsx'
import { changeType, discountMax, isDiscountType } from './discount-types.ts'
import type { RowParts } from './package-row.tsx'
import {
  IncludedDiscount,
  inRow,
  MissingParts,
  PackageCheck,
  PriceArithmetic,
  RowRefusal,
  skipped,
} from './package-row-parts.tsx'
import { TariffEdit } from './tariff-edit.tsx'
import { WeightEdit } from './weight-edit.tsx'

const formatPrice = ({ finalPricePerPound }: CourierPackage): string =>
  finalPricePerPound === null ? '—' : formatUnitPrice(finalPricePerPound, '')

/** Returns the unit of a price that is not by the pound. */
const formatUnit = ({ priceRules }: CourierPackage): string =>
  priceRules === null || priceRules.unit === 'pound'
    ? ''
    : ` ${priceSuffixes[priceRules.unit].replace(/^\//, '').trim()}`

/** Sets fixed widths, because a shared grid would be laid out again with every key. */
export function chooseColumns(rows: readonly CourierPackage[]): string {
  const longest = Math.max(6, ...rows.map((row) => (formatPrice(row) + formatUnit(row)).length))
  return `auto 116px minmax(0, 1fr) calc(${longest}ch + 8px) 134px 104px`
}

/** The first line describes the package, the second its price. */
export function PackageRowWide(parts: RowParts) {
  const { row, columns, refusal, onReload, total, usd, discount, tariffs, edits, dispatch } = parts
  return (
    <li
      style={{ gridTemplateColumns: columns }}
      className={cx('grid items-center gap-y-0.5 px-4 py-2.5', skipped, refusal !== undefined && 'bg-danger-soft')}
    >
      <PackageCheck {...parts} />
      <p className="col-span-4 flex min-w-0 items-baseline gap-2 pr-4 pl-2.5">
        <span className="min-w-0 truncate font-medium" title={row.description ?? undefined}>
          {row.description ?? 'Sin descripción'}
        </span>
        <PackageNumber {...parts} />
      </p>
      <span className="whitespace-nowrap text-right font-semibold tabular-nums">{total}</span>
      <div className="peer/weight col-start-2 pl-2.5">
        <WeightEdit row={row} save={edits.saveWeight} />
      </div>
      {/* An open editor takes the place of the values that depend on it. */}
      <div className="peer/tariff min-w-0 has-[fieldset]:col-span-2 peer-has-[fieldset]/weight:invisible">
        <TariffEdit row={row} tariffs={tariffs} save={edits.saveTariff} />
      </div>
      <span className="pl-2 text-right text-muted tabular-nums peer-has-[fieldset]/tariff:hidden">
        {formatPrice(row)}
        <span className="text-[11px]">{formatUnit(row)}</span>
      </span>
      <div className="pl-2.5">
        <RowDiscount row={row} discount={discount} dispatch={dispatch} />
      </div>
      <span className="whitespace-nowrap text-right text-[12px] text-muted tabular-nums">{usd}</span>
      <PriceArithmetic {...parts} className="col-span-full col-start-2 pl-2.5" />
      <IncludedDiscount row={row} className="col-span-full col-start-3" />
      <MissingParts {...parts} className="col-span-full col-start-2 pl-2.5" />
      <RowCharges {...parts} className="col-span-full col-start-2 pl-2.5" />
      <RowRefusal refusal={refusal} onReload={onReload} className="col-span-full col-start-2 pl-2.5" />
    </li>
  )
}

function PackageNumber({ row }: RowParts) {
  const tracking = row.tracking ?? row.warehouseTracking
  return (
    <span
      className="flex max-w-[55%] shrink-0 items-baseline text-muted text-tracking tabular-nums"
      title={tracking ?? undefined}
    >
      <span className="shrink-0">{`#${row.companyPackageId}`}</span>
      {tracking !== null && (
        <>
          <span className="shrink-0 whitespace-pre"> · </span>
          <span dir="rtl" className="truncate">
            <bdi dir="ltr">{tracking}</bdi>
          </span>
        </>
      )}
    </span>
  )
}

type RowDiscountProps = { row: CourierPackage; discount: Discount; dispatch: Dispatch }

function RowDiscount({ row, discount, dispatch }: RowDiscountProps) {
  const before = useRef('')
  const may = useMay()
  const name = `paquete #${row.companyPackageId}`
  const isNone = discount.type === 'none'
  const change = (next: Discount) => dispatch({ type: 'discountChanged', id: row.id, discount: next })
  if (!may('discounts.give')) return null
  return (
    <span className={cx('flex', inRow)}>
      <SelectInput
        aria-label={`Tipo de descuento del ${name}`}
        value={discount.type}
        className={cx(
          'shrink-0 [&>select]:pr-6 [&>select]:pl-2 [&>select]:text-label [&>svg]:right-1.5',
          isNone ? 'w-full' : '-mr-px w-[66px] [&>select]:rounded-r-none',
        )}
        onChange={(event) => {
          const type = event.target.value
          if (!isDiscountType(type)) return
          const next = changeType(discount, type)
          if (next !== discount && readAmount(discount.value) > 0)
            toastSuccess('Descuento actualizado', { replaces: 'discount-updated' })
          change(next)
        }}
      >
        <option value="none">Sin descuento</option>
        <option value="percentage">%</option>
        <option value="fixed_amount">US$</option>
      </SelectInput>
      {!isNone && (
        <span className="min-w-0 flex-1">
          <DecimalInput
            aria-label={`Descuento del ${name} en ${discount.type === 'percentage' ? 'porcentaje' : 'US$'}`}
            className="rounded-l-none px-2 text-label"
            max={discountMax(discount.type)}
            {...(discount.type === 'fixed_amount' ? { decimals: 2 } : {})}
            value={discount.value}
            onChange={(value) => change({ ...discount, value })}
            onFocusCapture={() => {
              before.current = discount.value
            }}
            onBlur={() => {
              if (before.current !== discount.value)
                toastSuccess('Descuento actualizado', { replaces: 'discount-updated' })
            }}
          />
        </span>
      )}
    </span>
  )
}
