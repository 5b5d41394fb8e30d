import { cx } from '../../ui/class-names.ts'
import { RowCharges } from './charge-list.tsx'
import { DiscountEdit } from './discount-edit.tsx'
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
        <RowCharges {...parts} className="mt-1.5" />
        <RowRefusal refusal={refusal} onReload={onReload} className="mt-1.5" />
      </div>
    </li>
  )
}
