import { setTimeout as pause } from 'node:timers/promises'

/** `run` returns true if there may be more to do at once. */
export type Job = { name: string; everyMs: number; run: () => Promise<boolean> }

export type Worker = { stop(): Promise<void> }

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
