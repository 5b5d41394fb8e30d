import type { RunningServer } from './process.ts'

type Lag = { p99: number; max: number }

/** Reads the lag of the event loop since the last reading, in milliseconds. */
export async function lagOf({ metricsUrl }: RunningServer): Promise<Lag> {
  const text = metricsUrl === undefined ? '' : await (await fetch(metricsUrl)).text()
  const ms = (which: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${which}_seconds (\\S+)$`, 'm').exec(text)?.[1]) * 1000
  const lag = { p99: ms('p99'), max: ms('max') }
  if (Number.isNaN(lag.p99 + lag.max)) throw new Error(`The metrics contain no lag:\n${text}`)
  return lag
}
