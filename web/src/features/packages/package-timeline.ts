import type { WeightChange } from '@casillero/shared/contract/package-weights'
import type { HistoryEntry } from '@casillero/shared/domain/status-history'

export type WeightEntry = WeightChange & { kind: 'weight'; title: string }
export type TimelineEntry = (HistoryEntry | WeightEntry) & { key: string }

const readTime = ({ date }: { date: string }): number => Date.parse(date) || 0

/** Changes of status and of weight in one line, newest first; those of the same moment keep their order. */
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
  // Without weights the order is the one in which the entries came, whatever their dates say.
  return weights.length === 0
    ? all.toReversed()
    : all.toSorted((one, other) => readTime(one) - readTime(other)).toReversed()
}
