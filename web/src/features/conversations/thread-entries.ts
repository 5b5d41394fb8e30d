import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { findChatDay } from './conversation-texts.ts'

/** Keeps each entry once, in its latest version. */
export function mergeEntries(known: readonly ThreadEntry[], read: readonly ThreadEntry[]): ThreadEntry[] {
  const byId = new Map([...known, ...read].map((entry) => [entry.id, entry]))
  return [...byId.values()].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Undefined where there are none. */
export function findFirstNew(entries: readonly ThreadEntry[], count: number): string | undefined {
  if (count < 1) return undefined
  const own = entries.filter(({ source }) => source === 'client')
  return own[Math.max(0, own.length - count)]?.id
}

/** Counts the entries of the client after the one with that id. */
export function countAfter(entries: readonly ThreadEntry[], id: string): number {
  return entries.slice(entries.findIndex((entry) => entry.id === id) + 1).filter(({ source }) => source === 'client')
    .length
}

export function groupDays(entries: readonly ThreadEntry[]): { day: string; at: string; entries: ThreadEntry[] }[] {
  const groups: { day: string; at: string; entries: ThreadEntry[] }[] = []
  for (const entry of entries) {
    const day = findChatDay(entry.at)
    const last = groups.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else groups.push({ day, at: entry.at, entries: [entry] })
  }
  return groups
}
