import { Agent, request as httpRequest } from 'node:http'

/** A request to send; `answered` receives the answer. */
export type Asked = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  answered?: (body: string) => void
}

/** Milliseconds from the due time of the request, not from the moment at which a connection was free. */
export type Answer = { status: number; ms: number }

function ask(agent: Agent, url: URL, { method, path, headers, body, answered }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const request = httpRequest({ agent, hostname: url.hostname, port: url.port, method, path, headers: sent })
    request.on('error', reject)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        answered?.(Buffer.concat(parts).toString())
        resolve(response.statusCode ?? 0)
      })
    })
    request.end(body)
  })
}

const livez = { method: 'GET', path: '/livez', headers: {} }

/** Opens so many connections to a server, as those of a proxy are open, because Node accepts one new connection in each turn of its loop. */
export async function connect(serverUrl: string, connections: number): Promise<Agent> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000, maxFreeSockets: 1_000 })
  const url = new URL(serverUrl)
  await Promise.all(Array.from({ length: connections }, () => ask(agent, url, livez)))
  return agent
}

type Load = { perSecond: number; seconds: number; connections?: number; agent?: Agent }

/**
 * Sends at a fixed rate whether or not answers come back, as people do; a queue in the load would hide the waiting. It
 * opens `connections` before, or takes those of `agent`, and closes them.
 */
export async function openLoop(
  serverUrl: string,
  { perSecond, seconds, connections = 0, agent: given }: Load,
  next: (index: number) => Asked,
): Promise<Answer[]> {
  const agent = given ?? (await connect(serverUrl, connections))
  const url = new URL(serverUrl)
  const total = perSecond * seconds
  const start = performance.now()
  const answers: Promise<Answer>[] = []
  while (answers.length < total) {
    const due = start + (answers.length * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    // A timer is up to a millisecond early, which no server has saved.
    const from = Math.min(due, performance.now())
    answers.push(ask(agent, url, next(answers.length)).then((status) => ({ status, ms: performance.now() - from })))
  }
  const settled = await Promise.all(answers)
  agent.destroy()
  return settled
}

/** The milliseconds below which a share of the answers lies. */
export function percentile(answers: { ms: number }[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
