export type StatusTone = 'grey' | 'green' | 'blue' | 'yellow' | 'purple'

const toneByOrder: ReadonlyMap<number, StatusTone> = new Map([
  [1, 'blue'],
  [2, 'yellow'],
  [3, 'purple'],
])

/**
 * The colour of a package's status badge: grey without a status, green for a final one, else blue,
 * yellow and purple for the orders 1, 2 and 3, grey for others.
 * docs/product/catalogues.md, "Statuses".
 */
export function statusTone(status: { isFinalStatus: boolean; orderPosition: number } | null): StatusTone {
  if (status === null) return 'grey'
  return status.isFinalStatus ? 'green' : (toneByOrder.get(status.orderPosition) ?? 'grey')
}
