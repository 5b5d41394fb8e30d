import { ageSteps } from '@casillero/shared/domain/debt-age'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'
import { TotalsCard } from '../../ui/layout/totals-card.tsx'

const failed = 'Error al cargar los totales por retirar'

/** How many packages wait, by age: what is searched below changes nothing here. */
export function WaitingTotals() {
  const query = useQuery({ ...read('GET /api/waiting/totals'), meta: { failed } })
  const totals = query.data?.data
  // Without packages the list says so.
  if (totals?.count === 0) return null
  return (
    <TotalsCard query={query} totals={totals} failed={failed}>
      {({ byAge, weight, count }) => (
        <dl className="grid grid-cols-2 gap-px bg-line *:bg-surface *:px-4 *:py-2 sm:grid-cols-3 lg:grid-cols-6">
          {ageSteps.map(({ label }, step) => (
            <Figure key={label} label={label} value={byAge[step] ?? 0} />
          ))}
          <Figure label={`En total · ${formatWeight(weight)}`} value={count} />
        </dl>
      )}
    </TotalsCard>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt className="text-help text-muted">{label}</dt>
      <dd className="font-semibold text-title tabular-nums">{value === 0 ? '—' : value.toLocaleString('es-NI')}</dd>
    </div>
  )
}
