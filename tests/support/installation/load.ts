import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Entry, followHistory } from './history.ts'

/** A company's counter with a signed-in clerk. */
export type Counter = {
  company: string
  host: string
  token: string
  clientId: string
  usd: string
  nio: string
  methodId: string
}

/** What a clerk sends to invoice packages in US$. */
export const draftInvoice = ({ clientId, usd }: Counter, packageIds: (string | undefined)[]) => ({
  clientId,
  currencyId: usd,
  items: packageIds.map((packageId) => ({ packageId })),
})

/** Packages of a company that are ready to be invoiced. */
export type Stock = { company: string; packageIds: string[] }

export type LoadOrder =
  | { kind: 'start'; servers: string[]; counters: Counter[]; history: string; clerks: number }
  | { kind: 'stock'; stocks: Stock[] }
  | { kind: 'stop' }

/** The clerks' process, and its history so far. */
export type Load = {
  entries: readonly Entry[]
  /** Reads the entries since the last call. */
  readMore(): void
  acknowledged(): number
  /** Gives the clerks packages to invoice. */
  stock(stocks: Stock[]): void
  /** The approximate count of packages that no clerk has reserved yet. */
  packagesLeft(): number
  /** The count of tries (at one server) that were under way at a time. */
  inFlight(at: number, server?: number): number
  /** Waits for the tries under way, and reads the history to its end. */
  stop(): Promise<void>
}

type LoadOptions = { servers: string[]; counters: Counter[]; history: string; clerks: number }

/** Starts the clerks, who wait for `stock`. */
export function startLoad(options: LoadOptions): Load {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const send = (order: LoadOrder) => child.send(order)
  send({ kind: 'start', ...options })
  const entries: Entry[] = []
  let follow: ReturnType<typeof followHistory> | undefined
  let [acknowledged, reserved, stocked] = [0, 0, 0]
  const begun = new Map<string, { at: number; server: number; end: number }>()
  const keys = new Set<string>()
  let [isStopping, isOver] = [false, false]

  function readMore(): void {
    if (isOver) return
    try {
      follow ??= followHistory(options.history)
    } catch {
      return
    }
    for (const entry of follow.more()) {
      entries.push(entry)
      if (entry.type === 'invoke') {
        begun.set(entry.tryId, { at: entry.at, server: entry.server, end: Number.POSITIVE_INFINITY })
        if (!keys.has(entry.key)) reserved += entry.packageIds.length
        keys.add(entry.key)
        continue
      }
      const attempt = begun.get(entry.tryId)
      if (attempt) attempt.end = entry.at
      if (entry.type === 'ok') acknowledged += 1
    }
  }

  return {
    entries,
    readMore,
    acknowledged: () => acknowledged,
    stock(stocks) {
      // A stock may arrive while or after the load is stopped.
      if (isStopping) return
      for (const { packageIds } of stocks) stocked += packageIds.length
      send({ kind: 'stock', stocks })
    },
    packagesLeft: () => stocked - reserved,
    inFlight: (at, server) =>
      [...begun.values()].filter(
        (each) => each.at < at && each.end > at && (server === undefined || each.server === server),
      ).length,
    async stop() {
      if (isStopping) return
      isStopping = true
      const ended = once(child, 'exit')
      send({ kind: 'stop' })
      await ended
      readMore()
      isOver = true
      follow?.close()
    },
  }
}
