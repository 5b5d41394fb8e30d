import autocannon from 'autocannon'
import { cpuOf, cpuOfPostgres } from './process.ts'

/** One side of a comparison: a request and its server. */
export type Side = {
  title: string
  serverPid: number
  options: autocannon.Options
  /** Called before each round of the side, outside of the measured time. */
  before?: () => Promise<void>
}

/** Gives different requests to connections: they take the queues in turn, and each sends the next request of its own. */
export function sideOfQueues(
  title: string,
  server: { url: string; pid: number },
  queues: (() => autocannon.Request)[],
): Side {
  let connected = 0
  const setupClient = (client: autocannon.Client) => {
    const next = queues[connected % queues.length]
    connected += 1
    client.setRequests([{ setupRequest: (request) => ({ ...request, ...next?.() }) }])
  }
  return { title, serverPid: server.pid, options: { url: server.url, setupClient } }
}

export type Round = { perSecond: number; meanMs: number; p99Ms: number; serverCpuMs: number; postgresCpuMs: number }

export type Summary = { median: Round; rounds: Round[] }

export type Effort = { rounds: number; seconds: number; connections: number }

// A warm-up, because code is compiled and optimised while it runs, and a server runs for weeks.
const warmUpSeconds = 6

/** What a warm-up reads comes from the disk, so that a request of it may be refused for its time. */
async function runOnce(side: Side, postmaster: number, effort: Effort, isWarmUp: boolean): Promise<Round> {
  await side.before?.()
  const [server, postgres] = [cpuOf(side.serverPid), cpuOfPostgres(postmaster)]
  const result = await autocannon({
    connections: effort.connections,
    ...side.options,
    duration: effort.seconds,
  })
  const requests = result.requests.total
  const wrong = result.non2xx + result.errors + result.timeouts
  if ((wrong > 0 || requests === 0) && !isWarmUp)
    throw new Error(`${side.title}: ${wrong} of ${requests} answers were wrong`)
  return {
    perSecond: requests / result.duration,
    meanMs: (result.duration * 1000 * effort.connections) / requests,
    p99Ms: result.latency.p99,
    serverCpuMs: (cpuOf(side.serverPid) - server) / requests,
    postgresCpuMs: (cpuOfPostgres(postmaster) - postgres) / requests,
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

function summarise(rounds: Round[]): Summary {
  const of = (key: keyof Round) => median(rounds.map((round) => round[key]))
  return {
    rounds,
    median: {
      perSecond: of('perSecond'),
      meanMs: of('meanMs'),
      p99Ms: of('p99Ms'),
      serverCpuMs: of('serverCpuMs'),
      postgresCpuMs: of('postgresCpuMs'),
    },
  }
}

/**
 * Runs two sides in turns, so that other work of the machine hits both; the first, unmeasured turn warms them up. `ratios` are
 * the ratios of the rates in single rounds, for the spread.
 */
export async function compare(
  one: Side,
  other: Side,
  postmaster: number,
  effort: Effort,
): Promise<{ one: Summary; other: Summary; ratio: number; ratios: number[] }> {
  const measured: [Round[], Round[]] = [[], []]
  for (let round = 0; round <= effort.rounds; round += 1) {
    const isWarmUp = round === 0
    const spent = isWarmUp ? { ...effort, seconds: warmUpSeconds } : effort
    const results = [
      await runOnce(one, postmaster, spent, isWarmUp),
      await runOnce(other, postmaster, spent, isWarmUp),
    ] as const
    if (!isWarmUp) for (const index of [0, 1] as const) measured[index].push(results[index])
  }
  const ratios = measured[0].map((round, index) => round.perSecond / (measured[1][index]?.perSecond ?? Number.NaN))
  return { one: summarise(measured[0]), other: summarise(measured[1]), ratio: median(ratios), ratios }
}
