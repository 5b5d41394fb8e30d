import type { UnownedPackage } from '@casillero/shared/contract/unowned'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { daysText, isLong } from '../../lib/waiting.ts'
import { cx } from '../../ui/class-names.ts'
import { Tracking } from '../../ui/display/tracking.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { ShippingKindIcon, shippingKindName } from '../tariffs/shipping-kind.tsx'
import { OwnerChoice } from './owner-choice.tsx'
import { carrierName, formatLabel, formatNumber, trackingText } from './unowned-texts.ts'
import type { Assigning } from './use-assigning.ts'

type Offer = {
  assigning: Assigning
  onSearch: (row: UnownedPackage) => void
  /** Assigned with Enter on arrival. */
  firstId: string | undefined
}

const weightText = ({ weight }: UnownedPackage) => (weight === null ? 'Sin peso' : formatWeight(weight))

function Wait({ days }: { days: number }) {
  return <span className={cx(isLong(days) && 'font-medium text-yellow-text')}>{daysText(days)}</span>
}

function Weight({ row }: { row: UnownedPackage }) {
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <ShippingKindIcon kind={row.shippingMethod} size={15} />
      <span className="sr-only">{`${shippingKindName(row.shippingMethod)},`}</span>
      {weightText(row)}
    </span>
  )
}

export const unownedColumns = ({ assigning, onSearch, firstId }: Offer): readonly Column<UnownedPackage>[] => [
  {
    header: 'Nombre en la etiqueta',
    width: 194,
    cell: (row) => (
      <div className="py-1.5">
        {/* Whole, because a client is told by it. */}
        <span
          className={cx(
            'block whitespace-normal break-words font-semibold',
            row.clientPackageName === null && 'text-muted',
          )}
        >
          {formatLabel(row)}
        </span>
        <span className="block text-help text-muted tabular-nums">{formatNumber(row)}</span>
      </div>
    ),
  },
  {
    header: 'Tracking',
    width: 206,
    cell: (row) => (
      <>
        <Tracking>{trackingText(row)}</Tracking>
        <span className="block wrap-anywhere text-help text-muted">{carrierName(row)}</span>
      </>
    ),
  },
  { header: 'Peso', width: 118, cell: (row) => <Weight row={row} /> },
  { header: 'Espera', width: 80, cell: ({ days }) => <Wait days={days} /> },
  {
    header: 'Posible cliente',
    cell: (row) => (
      <OwnerChoice row={row} assigning={assigning} isFirst={row.id === firstId} onSearch={() => onSearch(row)} />
    ),
  },
]

export function UnownedCard({ row, assigning, onSearch, firstId }: Offer & { row: UnownedPackage }) {
  return (
    <>
      <p className={cx('break-words font-semibold text-body', row.clientPackageName === null && 'text-muted')}>
        {formatLabel(row)}
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-help text-muted tabular-nums">
        <span>{formatNumber(row)}</span>
        <span className="break-all">{trackingText(row)}</span>
        <span>{carrierName(row)}</span>
      </p>
      <p className="mt-1 mb-2 flex justify-between gap-3 text-body">
        <Weight row={row} />
        <Wait days={row.days} />
      </p>
      <OwnerChoice row={row} assigning={assigning} isFirst={row.id === firstId} onSearch={() => onSearch(row)} />
    </>
  )
}
