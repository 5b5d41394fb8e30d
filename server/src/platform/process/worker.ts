import { setTimeout as pause } from 'node:timers/promises'

/** `run` returns true if there may be more to do at once. */
export type Job = { name: string; everyMs: number; run: () => Promise<boolean> }

export type Worker = { stop(): Promise<void> }

/** Does the work for every item, also after one of them failed; then throws the failures, which are reported as the job's. */
export async function runForEach<Item>(items: Iterable<Item>, run: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await run(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} failed, first: ${failures[0]}`)
  if (failures.length > 0) throw failures[0]
}

/** Each job has its own loop. One that throws is reported and runs again at its next time. `stop` waits for running ones. */
export function startWorker(jobs: Job[], onError: (job: string, error: unknown) => void): Worker {
  const stopping = new AbortController()

  async function loop(job: Job): Promise<void> {
    while (!stopping.signal.aborted) {
      const isMore = await job.run().catch((error: unknown) => {
        onError(job.name, error)
        return false
      })
      // Only `stop` ends the pause early, which the loop checks next.
      if (!isMore) await pause(job.everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const loops = jobs.map(loop)
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}
