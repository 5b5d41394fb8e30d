import type { Voucher } from '@casillero/shared/contract/vouchers'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { Copy } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'
import { Badge } from '../../ui/display/badge.tsx'
import type { ListedVoucher } from './use-taken.ts'
import { describeTaken, formatAmount, repeatedNames, sourceNames } from './voucher-texts.ts'

type VoucherListProps = { rows: readonly ListedVoucher[]; openId: string | undefined; onOpen: (id: string) => void }

/** One that another clerk decided is grey and opens nothing. */
export function VoucherList({ rows, openId, onOpen }: VoucherListProps) {
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ voucher: row, isTaken }) => (
        <li key={row.id}>
          {isTaken ? (
            <TakenRow voucher={row} />
          ) : (
            <button
              type="button"
              aria-current={row.id === openId ? 'true' : undefined}
              onClick={() => onOpen(row.id)}
              className={cx(
                'grid min-h-(--row-item) w-full gap-1 px-4 py-3 text-left focus-visible:-outline-offset-2',
                row.id === openId ? 'bg-primary-soft' : 'hover:bg-surface-2',
              )}
            >
              <span className="wrap-anywhere font-medium">{row.client.name}</span>
              <span className="flex flex-wrap items-baseline justify-between gap-x-2">
                <span className="text-help text-muted">
                  {`${sourceNames[row.source]} · ${formatDateTime(row.decidedAt ?? row.createdAt)}`}
                </span>
                <b className="font-semibold tabular-nums">{formatAmount(row)}</b>
              </span>
              {row.repeated && (
                <span>
                  <Badge tone="yellow" icon={<Copy size={12} aria-hidden="true" />}>
                    {repeatedNames[row.repeated.by]}
                  </Badge>
                </span>
              )}
              {row.state === 'accepted' && (
                <span>
                  <Badge tone="green">Registrado</Badge>
                </span>
              )}
              {row.state === 'rejected' && (
                <span>
                  <Badge tone="red">Rechazado</Badge>
                </span>
              )}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function TakenRow({ voucher }: { voucher: Voucher }) {
  return (
    <div role="status" className="grid min-h-(--row-item) gap-1 bg-surface-2 px-4 py-3 text-muted">
      <span className="wrap-anywhere">{voucher.client.name}</span>
      <span className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="text-help">{describeTaken(voucher)}</span>
        <span className="tabular-nums line-through">{formatAmount(voucher)}</span>
      </span>
    </div>
  )
}
