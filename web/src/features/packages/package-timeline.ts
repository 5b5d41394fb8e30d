import type { WeightChange } from '@casillero/shared/contract/package-weights'
import type { HistoryEntry } from '@casillero/shared/domain/status-history'

export type WeightEntry = WeightChange & { kind: 'weight'; title: string }
export type TimelineEntry = (HistoryEntry | WeightEntry) & { key: string }

const readTime = ({ date }: { date: string }): number => Date.parse(date) || 0

/** Newest first; those of one moment keep their order. */
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
  // Entries keep the order in which they came, whatever their dates say.
  return weights.length === 0
    ? all.toReversed()
    : all.toSorted((one, other) => readTime(one) - readTime(other)).toReversed()
}
