export type StopSignalOptions = {
  /** If it ends, this process stops; undefined if none is watched. */
  parent: number | undefined
  /** Finishes what is in flight. */
  first: () => void
  /** Stops at once. */
  second: () => void
}

// Milliseconds. Ctrl+C comes from the terminal and again through npm and the start script: that is one request.
const sameRequestMs = 300
const parentCheckMs = 500

/** Reacts to SIGTERM, SIGINT, SIGHUP, and to a killed start script, which cannot pass a signal on. */
export function onStopSignal({ parent, first, second }: StopSignalOptions): void {
  let askedAt: number | undefined
  let isHungUp = false
  const ask = (signal?: NodeJS.Signals): void => {
    // The person has gone with the terminal; later signals come from npm and the start script, each in its own time.
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
