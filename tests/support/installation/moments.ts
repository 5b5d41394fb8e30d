import { withConnection } from '../../../server/src/platform/database/single-connection.ts'
import { waitUntil } from '../patience.ts'
import type { Installation } from './installation.ts'
import type { Load } from './load.ts'

/** Waits for so many more acknowledged invoices. */
export async function waitForMore(load: Load, count: number): Promise<void> {
  const goal = load.acknowledged() + count
  await waitUntil(() => load.acknowledged() >= goal, 180_000, `${count} invoices more`)
}

/** Signals processes while the clerks are at work; gives the time, and the count of requests in flight (at one server). */
export async function strike(
  { killer }: Installation,
  load: Load,
  pids: number[],
  { signal, server }: { signal?: NodeJS.Signals; server?: number } = {},
): Promise<{ at: number; inFlight: number }> {
  const at = await killer.strike(pids, signal)
  // An entry that is later than the signal by more than the history's wait for the disk proves that all before it are read.
  const isPast = () => load.entries.some((entry) => entry.at > at + 20)
  await waitUntil(isPast, 30_000, 'an entry of the history after the signal')
  return { at, inFlight: load.inFlight(at, server) }
}

/** Waits until PostgreSQL accepts connections, and gives the time. */
export async function waitForPostgres({ postgres }: Installation): Promise<number> {
  const answers = () => withConnection(postgres.ownerUrl, () => Promise.resolve(true)).catch(() => false)
  await waitUntil(answers, 60_000, 'PostgreSQL accepting again')
  return Date.now()
}

/** Waits for the first acknowledged invoice whose try began after a time, and gives the time of its answer. */
export async function waitForInvoice(load: Load, after: number): Promise<number> {
  const begun = new Map<string, number>()
  let [seen, at] = [0, 0]
  const isInvoiced = () => {
    for (const entry of load.entries.slice(seen)) {
      if (entry.type === 'invoke') begun.set(entry.tryId, entry.at)
      if (entry.type === 'ok' && at === 0 && (begun.get(entry.tryId) ?? 0) > after) at = entry.at
    }
    seen = load.entries.length
    return at > 0
  }
  await waitUntil(isInvoiced, 60_000, 'an invoice after it')
  return at
}

/** The duration of the slowest try that ended after a time, in milliseconds. */
export function slowestTry(load: Load, from: number): number {
  const begun = new Map<string, number>()
  let slowest = 0
  for (const entry of load.entries) {
    if (entry.type === 'invoke') begun.set(entry.tryId, entry.at)
    else if (entry.at >= from) slowest = Math.max(slowest, entry.at - (begun.get(entry.tryId) ?? entry.at))
  }
  return slowest
}

/** The count of invoices that were acknowledged between two times. */
export const acknowledgedBetween = (load: Load, from: number, to: number): number =>
  load.entries.filter((entry) => entry.type === 'ok' && entry.at >= from && entry.at < to).length
