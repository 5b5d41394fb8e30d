import type { Status } from '@casillero/shared/contract/statuses'
import { Flag } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { MoveButtons, type MoveStatus } from './move-buttons.tsx'
import { roleLabel } from './status-role.ts'

type Row = { last: number; move: MoveStatus | undefined }

export const statusColumns = (row: Row): readonly Column<Status>[] => [
  { header: 'Orden', width: 72, cell: ({ orderPosition }) => <span className="tabular-nums">{orderPosition}</span> },
  { header: 'Estado', cell: (status) => <StatusBadge status={status} last={row.last} fallback="" /> },
  { header: 'Función', width: 184, cell: ({ role }) => <span className="text-muted">{roleLabel(role)}</span> },
  { header: 'Final', width: 96, cell: (status) => status.isFinalStatus && <FinalMark /> },
  ...(row.move
    ? [
        {
          header: 'Mover',
          width: 112,
          cell: (status: Status) => <MoveButtons status={status} last={row.last} move={row.move} />,
        },
      ]
    : []),
]

export function StatusCard({ status, last, move }: Row & { status: Status }) {
  const hasFacts = status.role !== null || status.isFinalStatus
  return (
    <>
      <div className={cx('flex min-h-11 items-center gap-2', move ? 'pr-[124px]' : 'pr-10')}>
        <span className="w-4 shrink-0 text-muted tabular-nums">{status.orderPosition}</span>
        <StatusBadge status={status} last={last} fallback="" />
      </div>
      {hasFacts && (
        <p className="flex flex-wrap gap-x-2 pl-6 text-help text-muted">
          {status.role !== null && roleLabel(status.role)}
          {status.isFinalStatus && <FinalMark />}
        </p>
      )}
      {/* Above the card, which opens as a whole. */}
      <span className="absolute top-3 right-[49px] z-1">
        <MoveButtons status={status} last={last} move={move} />
      </span>
    </>
  )
}

const FinalMark = () => (
  <span className="inline-flex items-center gap-1.5 text-green-text">
    <Flag size={14} aria-hidden="true" />
    Final
  </span>
)
