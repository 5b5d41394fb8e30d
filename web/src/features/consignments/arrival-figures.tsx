import type { ArrivalFeed, Consignment } from '@casillero/shared/contract/consignments'
import { cx } from '../../ui/class-names.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { isToCome, unseenLabel } from './consignment-texts.ts'

type ArrivalFiguresProps = {
  consignment: Consignment
  feed: ArrivalFeed | undefined
  ownId: string
}

export function ArrivalFigures({ consignment, feed, ownId }: ArrivalFiguresProps) {
  const { packageCount, seenCount, missingCount, extraCount } = feed ?? consignment
  const scanned = { state: consignment.state, seenCount, extraCount }
  const people = feed?.people ?? []
  const share = packageCount === 0 ? 0 : Math.round((100 * seenCount) / packageCount)
  return (
    <Surface className="overflow-clip">
      <dl className="-m-px grid grid-cols-2 sm:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,4fr)]">
        <div className="grid grid-cols-[1fr_auto] content-start items-baseline gap-x-2 border-line border-t border-l px-4 py-2.5 max-sm:col-span-2">
          <dt className="text-help text-muted">Vistos</dt>
          <dd className="text-label text-muted tabular-nums">
            <span className="font-semibold text-fg text-h1">{seenCount}</span>
            {` de ${packageCount}`}
          </dd>
          <dd aria-hidden="true" className="col-span-2 mt-1.5 h-2 rounded-full bg-surface-3">
            <span className="block h-2 rounded-full bg-primary" style={{ width: `${share}%` }} />
          </dd>
        </div>
        <Figure
          label={unseenLabel(scanned)}
          value={missingCount}
          look={missingCount > 0 && !isToCome(scanned) ? 'text-danger-text' : undefined}
        />
        <Figure label="Sobrantes" value={extraCount} look="text-yellow-text" />
        <div
          className={cx(
            'border-line border-t border-l px-4 py-2.5 max-sm:col-span-2',
            people.length === 0 && 'max-sm:hidden',
          )}
        >
          <dt className="text-help text-muted">{consignment.state === 'in_transit' ? 'Escaneando' : 'Escanearon'}</dt>
          <dd>
            <People people={people} ownId={ownId} />
          </dd>
        </div>
      </dl>
    </Surface>
  )
}

const Figure = ({ label, value, look }: { label: string; value: number; look: string | undefined }) => (
  <div className="border-line border-t border-l px-4 py-2.5 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:py-1.5">
    <dt className="text-help text-muted">{label}</dt>
    <dd className={cx('font-semibold text-h1 tabular-nums', look)}>{value}</dd>
  </div>
)

const shown = 3

function People({ people, ownId }: { people: ArrivalFeed['people']; ownId: string }) {
  if (people.length === 0) return <span className="text-label text-muted">Nadie todavía</span>
  const rest = people.slice(shown).reduce((sum, { count }) => sum + count, 0)
  return (
    <ul aria-label="Vistos por usuario" className="text-label">
      {people.slice(0, shown).map(({ id, fullName, count }) => (
        <li key={id} className="flex justify-between gap-2">
          <span className="min-w-0 wrap-anywhere" title={fullName}>
            {id === ownId ? 'Usted' : fullName}
          </span>
          <span className="text-muted tabular-nums">{count}</span>
        </li>
      ))}
      {rest > 0 && (
        <li className="flex justify-between gap-2">
          <span>Otros</span>
          <span className="text-muted tabular-nums">{rest}</span>
        </li>
      )}
    </ul>
  )
}
