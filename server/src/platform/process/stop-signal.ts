export type StopSignalOptions = {
  /** Its end stops this process; undefined where no process is watched. */
  parent: number | undefined
  /** Finish what is in flight. */
  first: () => void
  /** Stop at once. */
  second: () => void
}

// Ctrl+C reaches this process from the terminal and again through npm and the start script: one request, not two.
const sameRequestMs = 300
const parentCheckMs = 500

/** SIGTERM, SIGINT or SIGHUP, and when the start script was killed, which cannot pass a signal on. */
export function onStopSignal({ parent, first, second }: StopSignalOptions): void {
  let askedAt: number | undefined
  let isHungUp = false
  const ask = (signal?: NodeJS.Signals): void => {
    // With its terminal the person has gone: what follows comes from npm and the start script, each at its own pace.
    isHungUp ||= signal === 'SIGHUP'
    if (askedAt === undefined) {
      askedAt = performance.now()
      first()
    } else if (!isHungUp && performance.now() - askedAt > sameRequestMs) {
      second()
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, ask)
  if (parent === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    if (askedAt === undefined) ask()
  }, parentCheckMs)
  timer.unref()
}
