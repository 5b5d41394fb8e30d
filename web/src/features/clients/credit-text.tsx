import type { CreditLine } from '@casillero/shared/domain/handover'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { cx } from '../../ui/class-names.ts'

/** Renders nothing for a client without credit. */
export function CreditText({ credit, className }: { credit: CreditLine | null | undefined; className?: string }) {
  if (!credit) return null
  const { limit, used } = credit
  const use = used > limit ? `se pasa por ${formatMoney(used - limit)}` : `le quedan ${formatMoney(limit - used)}`
  return (
    <p className={cx('text-help tabular-nums', used > limit ? 'text-danger-text' : 'text-muted', className)}>
      {`Crédito ${formatMoney(limit)} · ${use}`}
    </p>
  )
}
