/** Something to do again and again; `run` says whether there may be more to do at once. */
export type Job = { name: string; everyMs: number; run: () => Promise<boolean> }

export type Worker = { stop(): Promise<void> }

/**
 * Runs jobs beside each other, each one after itself. A job that throws is reported and tried again at its next time.
 * `stop` lets what is running finish.
 */
export function startWorker(jobs: Job[], onError: (job: string, error: unknown) => void): Worker {
  const stopping = new AbortController()

  async function loop(job: Job): Promise<void> {
    while (!stopping.signal.aborted) {
      const isMore = await job.run().catch((error: unknown) => {
        onError(job.name, error)
        return false
      })
      if (!isMore) await pause(job.everyMs, stopping.signal)
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

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
