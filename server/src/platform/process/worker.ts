import { setTimeout as pause } from 'node:timers/promises'

/** `run` says whether there may be more to do at once. */
export type Job = { name: string; everyMs: number; run: () => Promise<boolean> }

export type Worker = { stop(): Promise<void> }

/** Each in a loop of its own. A job that throws is reported and tried again at its next time. `stop` waits for the running ones. */
export function startWorker(jobs: Job[], onError: (job: string, error: unknown) => void): Worker {
  const stopping = new AbortController()

  async function loop(job: Job): Promise<void> {
    while (!stopping.signal.aborted) {
      const isMore = await job.run().catch((error: unknown) => {
        onError(job.name, error)
        return false
      })
      // Only `stop` ends the pause early, and the loop checks for it next.
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
