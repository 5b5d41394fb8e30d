import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { read } from '../../../lib/api.ts'
import { cx } from '../../../ui/class-names.ts'

type TabLinkProps = { to: string; label: string; isCurrent: boolean; count?: number }

const TabLink = ({ to, label, isCurrent, count }: TabLinkProps) => (
  <Link
    to={to}
    aria-current={isCurrent ? 'page' : undefined}
    className={cx(
      '-mb-px flex min-h-(--row-item) items-center gap-2 border-b-2 px-3 text-body focus-visible:-outline-offset-2',
      isCurrent
        ? 'border-primary font-semibold text-primary-text'
        : 'border-transparent font-medium text-muted hover:text-fg',
    )}
  >
    {label}
    {count !== undefined && (
      <span className="rounded-[5px] border border-grey-line bg-surface-2 px-1.5 text-[12px] text-muted leading-[18px]">
        {count}
      </span>
    )}
  </Link>
)

/** The parts of Paquetes; a list of all shows them once something is late. */
export function LateTabs({ isLate }: { isLate: boolean }) {
  const count = useQuery(read('GET /api/packages/late/count')).data?.data.count ?? 0
  if (count === 0 && !isLate) return null
  return (
    <nav aria-label="Paquetes" className="mb-3 flex gap-1 border-line border-b">
      <TabLink to="/paquetes" label="Todos" isCurrent={!isLate} />
      <TabLink to="/paquetes/atrasados" label="Atrasados" isCurrent={isLate} count={count} />
    </nav>
  )
}
