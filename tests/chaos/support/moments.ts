import { withConnection } from '../../../server/src/platform/database/single-connection.ts'
import type { Installation } from '../../support/installation/installation.ts'
import type { Load } from '../../support/installation/load.ts'

/** Looks again every few milliseconds until something is so. */
export async function until(isSo: () => Promise<boolean> | boolean, withinMs: number, what = 'that'): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It never came to ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Waits until so many more invoices were acknowledged. */
export async function untilMore(load: Load, count: number): Promise<void> {
  const goal = load.acknowledged() + count
  await until(() => load.acknowledged() >= goal, 180_000, `${count} invoices more`)
}

/** Signals processes while the clerks are at work; says when, and how many requests were under way (at one server). */
export async function strike(
  { killer }: Installation,
  load: Load,
  pids: number[],
  { signal, server }: { signal?: NodeJS.Signals; server?: number } = {},
): Promise<{ at: number; inFlight: number }> {
  const at = await killer.strike(pids, signal)
  // Later than the signal by more than the history's wait for the disk, everything before it has been read.
  const isPast = () => load.entries.some((entry) => entry.at > at + 20)
  await until(isPast, 30_000, 'an entry of the history after the signal')
  return { at, inFlight: load.inFlight(at, server) }
}

/** When PostgreSQL accepts connections again. */
export async function untilAccepting({ postgres }: Installation): Promise<number> {
  const answers = () => withConnection(postgres.ownerUrl, () => Promise.resolve(true)).catch(() => false)
  await until(answers, 60_000, 'PostgreSQL accepting again')
  return Date.now()
}

/** When the first invoice was acknowledged whose try began after that moment. */
export async function untilInvoiced(load: Load, after: number): Promise<number> {
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
  await until(isInvoiced, 60_000, 'an invoice after it')
  return at
}

/** How long the slowest try that ended after that moment took, in milliseconds. */
export function slowestTry(load: Load, from: number): number {
  const begun = new Map<string, number>()
  let slowest = 0
  for (const entry of load.entries) {
    if (entry.type === 'invoke') begun.set(entry.tryId, entry.at)
    else if (entry.at >= from) slowest = Math.max(slowest, entry.at - (begun.get(entry.tryId) ?? entry.at))
  }
  return slowest
}

/** How many invoices were acknowledged in a stretch of time. */
export const acknowledgedBetween = (load: Load, from: number, to: number): number =>
  load.entries.filter((entry) => entry.type === 'ok' && entry.at >= from && entry.at < to).length
