import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Entry, followHistory } from './history.ts'

/** A company's counter with a clerk signed in at it. */
export type Counter = {
  company: string
  host: string
  token: string
  clientId: string
  usd: string
  nio: string
  methodId: string
}

export type LoadOrder =
  | { kind: 'start'; servers: string[]; counters: Counter[]; history: string; clerks: number }
  | { kind: 'stock'; boxes: { company: string; packageIds: string[] }[] }
  | { kind: 'stop' }

/** The clerks' process, and what its history says so far. */
export type Load = {
  entries: readonly Entry[]
  /** Reads what has been written since. */
  look(): void
  acknowledged(): number
  /** Boxes that no clerk has taken yet, about. */
  stock(boxes: { company: string; packageIds: string[] }[]): void
  boxesLeft(): number
  /** Tries at that server that had begun at that moment and had not ended. */
  inFlight(at: number, server?: number): number
  /** Lets what is under way end, and reads the history to its end. */
  stop(): Promise<void>
}

type LoadOptions = { servers: string[]; counters: Counter[]; history: string; clerks: number }

/** Starts the clerks; `stock` gives them something to do. */
export function startLoad(options: LoadOptions): Load {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const tell = (order: LoadOrder) => child.send(order)
  tell({ kind: 'start', ...options })
  const entries: Entry[] = []
  let follow: ReturnType<typeof followHistory> | undefined
  let [acknowledged, taken, stocked] = [0, 0, 0]
  const begun = new Map<string, { at: number; server: number; end: number }>()
  const keys = new Set<string>()
  let [isStopping, isOver] = [false, false]

  function look(): void {
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
        if (!keys.has(entry.key)) taken += entry.packageIds.length
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
    look,
    acknowledged: () => acknowledged,
    stock(boxes) {
      // Boxes may have been under way to clerks who have been told to go home.
      if (isStopping) return
      for (const { packageIds } of boxes) stocked += packageIds.length
      tell({ kind: 'stock', boxes })
    },
    boxesLeft: () => stocked - taken,
    inFlight: (at, server) =>
      [...begun.values()].filter(
        (each) => each.at < at && each.end > at && (server === undefined || each.server === server),
      ).length,
    async stop() {
      if (isStopping) return
      isStopping = true
      const ended = once(child, 'exit')
      tell({ kind: 'stop' })
      await ended
      look()
      isOver = true
      follow?.close()
    },
  }
}
