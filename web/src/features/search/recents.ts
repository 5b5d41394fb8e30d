const key = 'recent'
const most = 8

/** Only fields that never change. */
export type Recent = { kind: 'client' | 'package' | 'invoice' | 'shipment'; id: string; title: string; text: string }

const kinds: readonly unknown[] = ['client', 'package', 'invoice', 'shipment'] satisfies Recent['kind'][]

const isRecent = (row: unknown): row is Recent =>
  typeof row === 'object' &&
  row !== null &&
  'kind' in row &&
  kinds.includes(row.kind) &&
  ['id', 'title', 'text'].every((name) => typeof Object.entries(row).find(([at]) => at === name)?.[1] === 'string')

/** Deleted when the session ends (`lib/session.ts`). */
export function readRecents(userId: string): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('userId' in kept) || !('rows' in kept)) return []
    return kept.userId === userId && Array.isArray(kept.rows) ? kept.rows.filter(isRecent) : []
  } catch {
    return []
  }
}

export function addRecent(userId: string, recent: Recent): void {
  // A session that ended meanwhile must leave nothing stored.
  if (localStorage.getItem('token') === null) return
  const others = readRecents(userId).filter(({ id }) => id !== recent.id)
  localStorage.setItem(key, JSON.stringify({ userId, rows: [recent, ...others].slice(0, most) }))
}

export const clearRecents = (): void => localStorage.removeItem(key)
