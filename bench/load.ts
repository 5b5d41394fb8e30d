import { Agent, request } from 'node:http'
import autocannon from 'autocannon'
import { cpuOf, cpuOfPostgres } from './process.ts'

/** A request to send; its body is JSON unless its headers say otherwise. */
export type Asked = { method: string; path: string; headers: Record<string, string>; body?: string }

/** Milliseconds from the due time of the request, not from the moment at which a connection was free. */
export type Answer = { status: number; ms: number; due: number }

const typed = ({ headers, body }: Asked) =>
  body === undefined ? headers : { 'content-type': 'application/json', ...headers }

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

/** The milliseconds below which a share of the answers lies. */
export function percentile(answers: { ms: number }[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Sends one request, and gives its answer. */
export function ask(serverUrl: string, asked: Asked, agent?: Agent): Promise<Answer & { body: string }> {
  const from = performance.now()
  const { method, path, body } = asked
  return new Promise((resolve, reject) => {
    const sent = request(serverUrl + path, { ...(agent && { agent }), method, headers: typed(asked) })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          ms: performance.now() - from,
          due: from,
          body: Buffer.concat(parts).toString(),
        }),
      )
    })
    sent.end(body)
  })
}

/** Sends one request that must be accepted, and gives the data of its answer. */
export async function send(serverUrl: string, asked: Asked) {
  const { status, ms, body } = await ask(serverUrl, asked)
  if (status >= 300) throw new Error(`${asked.method} ${asked.path} was answered with ${status}: ${body.slice(0, 300)}`)
  return { data: JSON.parse(body).data, ms }
}

/** Opens so many connections to a server, as those of a proxy are open, because Node accepts one new connection in each turn of its loop. */
export async function connect(serverUrl: string, connections: number): Promise<Agent> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000, maxFreeSockets: 1_000 })
  const livez = { method: 'GET', path: '/livez', headers: {} }
  await Promise.all(Array.from({ length: connections }, () => ask(serverUrl, livez, agent)))
  return agent
}

type Rate = { perSecond: number; seconds: number; connections?: number; agent?: Agent }

/**
 * Sends at a fixed rate whether or not answers come back, as people do; a queue in the load would hide the waiting. It
 * opens `connections` before, or takes those of `agent`, and closes them.
 */
export async function openLoop(
  serverUrl: string,
  { perSecond, seconds, connections = 0, agent: given }: Rate,
  next: (index: number) => Asked,
): Promise<Answer[]> {
  const agent = given ?? (await connect(serverUrl, connections))
  const total = perSecond * seconds
  const start = performance.now()
  const answers: Promise<Answer>[] = []
  while (answers.length < total) {
    const due = start + (answers.length * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    // A timer is up to a millisecond early, which no server has saved.
    const from = Math.min(due, performance.now())
    const answered = ask(serverUrl, next(answers.length), agent)
    answers.push(answered.then(({ status }) => ({ status, ms: performance.now() - from, due: from })))
  }
  const settled = await Promise.all(answers)
  agent.destroy()
  return settled
}

/** The same, where every answer must be a 200. */
export async function askAtRate(serverUrl: string, rate: Rate, asked: Asked): Promise<Answer[]> {
  const answers = await openLoop(serverUrl, rate, () => asked)
  const wrong = answers.find(({ status }) => status !== 200)
  if (wrong) throw new Error(`${asked.path} was answered with ${wrong.status}`)
  return answers
}

/**
 * Asks at a fixed rate until the work is done, in bursts of a second, and gives the answers to what was asked meanwhile; `look` is
 * called after each burst.
 */
export async function askWhile<Result>(
  serverUrl: string,
  perSecond: number,
  asked: Asked,
  work: () => Promise<Result>,
  look = () => {},
): Promise<{ result: Result; answers: Answer[] }> {
  let endedAt = Number.POSITIVE_INFINITY
  const working = work().finally(() => {
    endedAt = performance.now()
  })
  const answers: Answer[] = []
  while (performance.now() < endedAt) {
    // Connections are open before: what it takes to open them would count as the time of the answers.
    answers.push(...(await askAtRate(serverUrl, { perSecond, seconds: 1, connections: 2 }, asked)))
    look()
  }
  return { result: await working, answers: answers.filter(({ due }) => due <= endedAt) }
}

/** One side of a comparison: a request and its server. */
export type Side = {
  title: string
  serverPid: number
  options: autocannon.Options
  /** Called before each round of the side, outside of the measured time. */
  before?: () => Promise<void>
}

/** Gives different requests to connections: they take the queues in turn, and each sends the next request of its own. */
export function takeFrom(queues: (() => Asked)[]): (client: autocannon.Client) => void {
  let connected = 0
  return (client) => {
    const next = queues[connected % queues.length]
    connected += 1
    const setupRequest = (sent: autocannon.Request): autocannon.Request => {
      const asked = next?.()
      return asked ? Object.assign({}, sent, { ...asked, headers: typed(asked) }) : sent
    }
    client.setRequests([{ setupRequest }])
  }
}

type Round = { perSecond: number; meanMs: number; serverCpuMs: number; postgresCpuMs: number }

export type Effort = { rounds: number; seconds: number; connections: number }

/** The medians of both sides, and the ratios of their rates in single rounds. */
export type Comparison = { one: Round; other: Round; ratios: number[] }

// A warm-up, because code is compiled and optimised while it runs, and a server runs for weeks.
const warmUpSeconds = 6

/** What a warm-up reads comes from the disk, so that a request of it may be refused for its time. */
async function runOnce(side: Side, postmaster: number, effort: Effort, isWarmUp: boolean): Promise<Round> {
  await side.before?.()
  const [server, postgres] = [cpuOf(side.serverPid), cpuOfPostgres(postmaster)]
  const duration = isWarmUp ? warmUpSeconds : effort.seconds
  const result = await autocannon({ connections: effort.connections, ...side.options, duration })
  const requests = result.requests.total
  const wrong = result.non2xx + result.errors + result.timeouts
  if ((wrong > 0 || requests === 0) && !isWarmUp)
    throw new Error(`${side.title}: ${wrong} of ${requests} answers were wrong`)
  return {
    perSecond: requests / result.duration,
    meanMs: (result.duration * 1000 * effort.connections) / requests,
    serverCpuMs: (cpuOf(side.serverPid) - server) / requests,
    postgresCpuMs: (cpuOfPostgres(postmaster) - postgres) / requests,
  }
}

function summarise(rounds: Round[]): Round {
  const middle = (key: keyof Round) => median(rounds.map((round) => round[key]))
  return {
    perSecond: middle('perSecond'),
    meanMs: middle('meanMs'),
    serverCpuMs: middle('serverCpuMs'),
    postgresCpuMs: middle('postgresCpuMs'),
  }
}

/** Runs two sides in turns, so that other work of the machine hits both; the first, unmeasured turn warms them up. */
export async function compare(one: Side, other: Side, postmaster: number, effort: Effort): Promise<Comparison> {
  const rounds: { one: Round; other: Round }[] = []
  for (let round = 0; round <= effort.rounds; round += 1) {
    const isWarmUp = round === 0
    const measured = {
      one: await runOnce(one, postmaster, effort, isWarmUp),
      other: await runOnce(other, postmaster, effort, isWarmUp),
    }
    if (!isWarmUp) rounds.push(measured)
  }
  return {
    one: summarise(rounds.map((round) => round.one)),
    other: summarise(rounds.map((round) => round.other)),
    ratios: rounds.map((round) => round.one.perSecond / round.other.perSecond),
  }
}
