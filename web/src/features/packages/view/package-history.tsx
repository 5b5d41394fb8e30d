import type { WeightChange } from '@casillero/shared/contract/package-weights'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Status } from '@casillero/shared/contract/statuses'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { type HistoryEntry, statusHistory } from '@casillero/shared/domain/status-history'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { read } from '../../../lib/api.ts'
import { cx } from '../../../ui/class-names.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { HandoverNote } from '../../handover/handover-note.tsx'
import { lastOrder } from '../package-choices.ts'

type WeightEntry = WeightChange & { kind: 'weight'; title: string }
type TimelineEntry = (HistoryEntry | WeightEntry) & { key: string }

const readTime = ({ date }: { date: string }): number => Date.parse(date) || 0

/** Newest first. Entries of the same moment keep their order. */
export function packageTimeline(
  statuses: readonly HistoryEntry[],
  weights: readonly WeightChange[],
): readonly TimelineEntry[] {
  const all: TimelineEntry[] = [
    ...statuses.map((entry, index) => ({ ...entry, key: `status-${index}` })),
    ...weights.map((entry, index) => ({
      ...entry,
      kind: 'weight' as const,
      title: 'Cambio de Peso',
      key: `weight-${index}`,
    })),
  ]
  // Without weights, entries keep the order in which they arrived, whatever their dates.
  return weights.length === 0
    ? all.toReversed()
    : all.toSorted((one, other) => readTime(one) - readTime(other)).toReversed()
}

type PackageHistoryProps = { courierPackage: CourierPackage; statuses: readonly Status[] }

export function PackageHistory({ courierPackage, statuses }: PackageHistoryProps) {
  const weights = useQuery({
    ...read('GET /api/packages/:id/weights', { params: { id: courierPackage.id } }),
    meta: { failed: 'Error al cargar los cambios de peso' },
  }).data?.data
  const changes = statusHistory(courierPackage.statusHistory)
  const entries = packageTimeline(changes, weights ?? [])
  if (entries.length === 0) return <EmptyState icon={<History size={20} />} title="No hay historial disponible" />
  const badge = (name: string) => {
    const status = statuses.find((one) => one.name === name)
    // The history may contain a status's former name.
    return status ? (
      <StatusBadge status={status} last={lastOrder(statuses)} fallback={name} />
    ) : (
      <Badge tone="grey">{name}</Badge>
    )
  }
  return (
    <div className="pb-6">
      {courierPackage.status?.isFinalStatus && <HandoverNote packageId={courierPackage.id} className="mb-3" />}
      <p className="text-body text-muted">
        {changes.length === 1 ? '1 cambio registrado' : `${changes.length} cambios registrados`}
        {entries.length > changes.length && ` y ${entries.length - changes.length} de peso`}
      </p>
      <ol className="mt-4">
        {entries.map((entry, at) => (
          <li key={entry.key} className="group relative pb-6 pl-[30px] last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-5 bottom-[-4px] left-[8px] w-0.5 bg-line group-last:hidden"
            />
            <Dot isNewest={at === 0} />
            <h3 className="font-semibold text-body">{entry.title}</h3>
            {entry.kind === 'weight' ? <Weights entry={entry} /> : <Stages entry={entry} badge={badge} />}
            {entry.kind !== 'weight' && entry.comment !== '' && entry.kind !== 'initial' && (
              <p className="mt-1 whitespace-pre-line break-words text-body">{entry.comment}</p>
            )}
            <p className="mt-1 text-help text-muted">
              {entry.userName !== '' && `${entry.userName} · `}
              <time dateTime={entry.date}>{formatDateTime(entry.date)}</time>
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

const none = 'Sin estado'

type StagesProps = { entry: HistoryEntry; badge: (name: string) => ReactNode }

function Stages({ entry, badge }: StagesProps) {
  const from = entry.kind === 'initial' ? '' : entry.from
  if (from === '' && entry.to === '') return null
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-2">
      {entry.kind !== 'initial' && (
        <>
          {badge(from || none)}
          <ArrowRight size={14} className="shrink-0" aria-label="a" />
        </>
      )}
      {badge(entry.to || none)}
    </div>
  )
}

const weightText = (weight: number | null): string => (weight === null ? 'Sin peso' : formatWeight(weight))

const Weights = ({ entry: { from, to } }: { entry: WeightEntry }) => (
  <p className="mt-1 flex flex-wrap items-center gap-2 text-body tabular-nums">
    <span className="text-muted">{weightText(from)}</span>
    <ArrowRight size={14} className="shrink-0" aria-label="a" />
    <span className="font-medium">{weightText(to)}</span>
  </p>
)

function Dot({ isNewest }: { isNewest: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'absolute top-px left-0 grid size-[18px] place-items-center rounded-full border-2 bg-surface',
        isNewest ? 'border-primary' : 'border-control',
      )}
    >
      {isNewest && <span className="size-2 rounded-full bg-primary" />}
    </span>
  )
}
