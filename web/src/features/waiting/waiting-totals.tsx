import { ageSteps } from '@casillero/shared/domain/debt-age'
import { listReady } from '@casillero/shared/domain/figure-lists'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'
import { TotalsCard } from '../../ui/layout/totals-card.tsx'

const failed = 'Error al cargar los totales por retirar'

/** Also those without an owner, which the list lacks; a search there changes nothing here. */
export function WaitingTotals() {
  const query = useQuery({ ...read('GET /api/waiting/totals'), meta: { failed } })
  const totals = query.data?.data
  // Without packages the list says so.
  if (totals?.count === 0) return null
  return (
    <TotalsCard query={query} totals={totals} failed={failed}>
      {({ byAge, weight, count, unowned, statusId }) => (
        <dl className="grid grid-cols-2 gap-px bg-line *:bg-surface sm:grid-cols-3 lg:grid-cols-6">
          {ageSteps.map(({ label, from, to }, step) => (
            <Figure key={label} label={label} value={byAge[step] ?? 0} to={listReady(statusId, { from, to })} />
          ))}
          <Figure label={`En total · ${formatWeight(weight)}`} value={count} to={listReady(statusId)}>
            {unowned > 0 && (
              <Link
                to={listReady(statusId, { isUnowned: true })}
                className="ml-2 font-normal text-help text-muted underline decoration-line underline-offset-3 hover:decoration-current pointer-coarse:py-2.5"
              >
                {`${unowned.toLocaleString('es-NI')} sin dueño`}
              </Link>
            )}
          </Figure>
        </dl>
      )}
    </TotalsCard>
  )
}

type FigureProps = { label: string; value: number; to: string; children?: ReactNode }

function Figure({ label, value, to, children }: FigureProps) {
  return (
    <div className="px-4 py-2">
      <dt className="text-help text-muted">{label}</dt>
      <dd className="font-semibold text-title tabular-nums">
        {value === 0 ? (
          '—'
        ) : (
          <Link to={to} className="hover:underline pointer-coarse:py-2">
            {value.toLocaleString('es-NI')}
          </Link>
        )}
        {children}
      </dd>
    </div>
  )
}
