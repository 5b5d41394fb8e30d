import type { CourierPackage } from '@casillero/shared/contract/packages'
import { CircleAlert } from 'lucide-react'
import { cx } from '../../../ui/class-names.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { MissingMeasures } from '../../../ui/display/missing-measures.tsx'
import { CheckBox } from '../../../ui/forms/checkbox.tsx'
import { discountText } from '../../invoices/invoice-texts.ts'
import { fieldOfPackage } from '../form/field-focus.ts'
import type { RowParts } from './package-row.tsx'

export function PackageCheck({ row, isTicked, missing, dispatch }: RowParts) {
  const name = `Facturar el paquete #${row.companyPackageId}`
  return (
    <CheckBox
      aria-label={missing.length === 0 ? name : `${name}. ${missing.join('. ')}`}
      data-field={fieldOfPackage(row.id)}
      checked={isTicked}
      disabled={missing.length > 0}
      onChange={() => dispatch({ type: 'ticked', id: row.id })}
    />
  )
}

/** From this width of the list on, a package's values stand in columns. */
export const roomyWidth = 560

export const inRow =
  '[--control:28px] [--icon-btn:28px] pointer-coarse:[--control:44px] pointer-coarse:[--icon-btn:44px]'

/** Rows out of sight are not laid out: a client may have hundreds. */
export const skipped = '[contain-intrinsic-size:auto_120px] [content-visibility:auto]'

type PartProps = { className: string }

export function MissingParts({ row, missing, onMissingTariff, className }: RowParts & PartProps) {
  const hasLeft = row.status?.isFinalStatus ?? false
  if (missing.length === 0 && !hasLeft) return null
  return (
    <p className={cx('flex flex-wrap items-center gap-1.5', className)}>
      {hasLeft && <Badge tone="grey">{`${row.status?.name}, sin factura`}</Badge>}
      {missing.map((part) => (
        <Badge key={part} tone="yellow">
          {part}
        </Badge>
      ))}
      {row.pricePerPound === null && onMissingTariff && (
        <button
          type="button"
          className="min-h-7 px-1 font-medium text-label text-primary-text underline underline-offset-2 pointer-coarse:min-h-11"
          onClick={() => onMissingTariff(row)}
        >
          Crear tarifa
        </button>
      )}
    </p>
  )
}

export function PriceArithmetic({ arithmetic, lacksMeasures, className }: RowParts & PartProps) {
  if (arithmetic === null) return null
  return (
    <p className={cx('flex flex-wrap items-center gap-x-2 gap-y-0.5 text-help text-muted tabular-nums', className)}>
      {arithmetic}
      {lacksMeasures && <MissingMeasures />}
    </p>
  )
}

/** This discount is already in the price; the row's discount comes on top. */
export function IncludedDiscount({ row, className }: { row: CourierPackage } & PartProps) {
  const discount = discountText(row.discountType, row.discountValue)
  if (discount === undefined) return null
  return <p className={cx('text-help text-muted', className)}>{`Incluye ${discount} de descuento`}</p>
}

export function RowRefusal({ refusal, onReload, className }: Pick<RowParts, 'refusal' | 'onReload'> & PartProps) {
  if (refusal === undefined) return null
  return (
    <div className={cx('flex flex-wrap items-center gap-x-3 text-danger-text text-label', className)}>
      <p className="flex items-start gap-1.5 font-medium">
        <CircleAlert size={15} className="mt-px shrink-0" aria-hidden="true" />
        {refusal}
      </p>
      <button type="button" className="min-h-7 underline underline-offset-2 pointer-coarse:min-h-11" onClick={onReload}>
        Volver a cargar la lista
      </button>
    </div>
  )
}
