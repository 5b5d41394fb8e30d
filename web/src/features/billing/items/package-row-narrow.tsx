import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useMay } from '../../../lib/session.ts'
import { cx } from '../../../ui/class-names.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toast.tsx'
import { DecimalInput } from '../../../ui/forms/decimal-input.tsx'
import { amountRefusal, isAmount, readAmount } from '../../../ui/forms/decimal-text.ts'
import { InlineEdit } from '../../../ui/forms/inline-edit.tsx'
import { SelectInput } from '../../../ui/forms/select-input.tsx'
import { discountText } from '../../invoices/invoice-texts.ts'
import type { Dispatch } from '../form/invoice-form-actions.ts'
import { type Discount, noDiscount } from '../form/invoice-form-state.ts'
import { RowCharges } from './charge-list.tsx'
import { changeType, discountMax, isDiscountType } from './discount-types.ts'
import type { RowParts } from './package-row.tsx'
import {
  IncludedDiscount,
  MissingParts,
  PackageCheck,
  PriceArithmetic,
  RowRefusal,
  skipped,
} from './package-row-parts.tsx'
import { TariffEdit } from './tariff-edit.tsx'
import { WeightEdit } from './weight-edit.tsx'

export function PackageRowNarrow(parts: RowParts) {
  const { row, refusal, onReload, total, discount, tariffs, edits, dispatch } = parts
  const tracking = row.tracking ?? row.warehouseTracking
  return (
    <li className={cx('flex gap-1 py-2.5 pr-3.5 pl-1', skipped, refusal !== undefined && 'bg-danger-soft')}>
      <span className="relative grid size-11 shrink-0 place-items-center">
        <PackageCheck {...parts} />
      </span>
      <div className="min-w-0 flex-1 pt-2">
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 break-words font-semibold">{row.description ?? 'Sin descripción'}</p>
          <span className="whitespace-nowrap font-semibold tabular-nums">{total}</span>
        </div>
        <p className="break-all text-muted text-tracking tabular-nums">
          {[`#${row.companyPackageId}`, tracking].filter(Boolean).join(' · ')}
        </p>
        <PriceArithmetic {...parts} className="mt-0.5" />
        <div className="mt-2 grid grid-cols-2 gap-2">
          <WeightEdit row={row} save={edits.saveWeight} caption="Peso" />
          <DiscountEdit row={row} discount={discount} dispatch={dispatch} />
          <div className="col-span-2">
            <TariffEdit row={row} tariffs={tariffs} save={edits.saveTariff} caption="Tarifa" />
          </div>
        </div>
        <IncludedDiscount row={row} className="mt-1" />
        <MissingParts {...parts} className="mt-1.5" />
        <RowCharges {...parts} isNarrow className="mt-2" />
        <RowRefusal refusal={refusal} onReload={onReload} className="mt-1.5" />
      </div>
    </li>
  )
}

type DiscountEditProps = { row: CourierPackage; discount: Discount; dispatch: Dispatch }

/** A variant with large targets for thumbs. */
function DiscountEdit({ row, discount, dispatch }: DiscountEditProps) {
  const may = useMay()
  const label = `Descuento del paquete #${row.companyPackageId}`
  const keep = async (next: Discount) => {
    if (!isAmount(next.value)) {
      toastError(amountRefusal)
      return
    }
    const kept = readAmount(next.value) === 0 ? noDiscount : next
    if (kept.type === discount.type && kept.value === discount.value) return
    dispatch({ type: 'discountChanged', id: row.id, discount: kept })
    toastSuccess('Descuento actualizado', { replaces: 'discount-updated' })
  }
  if (!may('discounts.give')) return null
  return (
    <InlineEdit
      label={label}
      shown={discountText(discount.type, readAmount(discount.value)) ?? 'Ninguno'}
      caption="Descuento"
      start={discount}
      save={keep}
      className="col-span-2"
    >
      {({ draft, change }) => (
        <>
          <SelectInput
            aria-label={`Tipo de ${label.toLowerCase()}`}
            value={draft.type}
            className="min-w-0 flex-1"
            onChange={(event) => {
              if (isDiscountType(event.target.value)) change(changeType(draft, event.target.value))
            }}
          >
            <option value="none">Ninguno</option>
            <option value="percentage">%</option>
            <option value="fixed_amount">US$</option>
          </SelectInput>
          {draft.type !== 'none' && (
            <span className="w-[84px] shrink-0">
              <DecimalInput
                aria-label={`${label} en ${draft.type === 'percentage' ? 'porcentaje' : 'US$'}`}
                max={discountMax(draft.type)}
                value={draft.value}
                onChange={(value) => change({ ...draft, value })}
              />
            </span>
          )}
        </>
      )}
    </InlineEdit>
  )
}
