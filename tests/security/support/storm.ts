import { randomBytes } from 'node:crypto'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'

export type Ask = { method?: string; path: string; host: string; headers?: OutgoingHttpHeaders; body?: string }

/** Makes a call from an address of this machine, and gives its status; 0 without an answer. */
export function ask(port: number, { body, headers, ...call }: Ask, from: { localAddress: string; agent?: Agent }) {
  return new Promise<number>((resolve) => {
    const sent = { ...headers, host: call.host, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const outgoing = request({ ...call, ...from, host: '127.0.0.1', port, headers: sent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    outgoing.on('error', () => resolve(0))
    outgoing.end(body)
  })
}

const madeUp = (bytes: number) => randomBytes(bytes).toString('hex')

/** The calls that an anonymous caller can make up: a logo, a company, the address of a webhook. */
const guesses: (() => Ask)[] = [
  () => ({ path: `/logos/${madeUp(32)}.webp`, host: 'x.casillero.test' }),
  () => ({ path: '/api/health', host: `x${madeUp(8)}.casillero.test` }),
  () => ({ method: 'POST', path: `/hooks/waha/${madeUp(20)}`, host: '127.0.0.1', body: '{}' }),
]

/** An address of this machine for each number. */
const addressOf = (n: number) => `127.1.${n >> 7}.${(n & 127) + 1}`

/** The count of sockets that share one address; the others have one each. */
export type Crowd = { sockets: number; ofOneAddress: number }

/**
 * Starts callers that ask for absent rows without a pause, each over its own kept-open connection; `stop` gives how often each
 * status was answered.
 */
export function startStorm(port: number, { sockets, ofOneAddress }: Crowd) {
  const statuses = new Map<number, number>()
  let isOver = false
  const lanes = Array.from({ length: sockets }, async (_, n) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const from = { agent, localAddress: n < ofOneAddress ? '127.0.0.1' : addressOf(n) }
    for (let asked = n; !isOver; asked += 1) {
      const status = await ask(port, guesses[asked % guesses.length]?.() ?? { path: '/', host: 'x' }, from)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    agent.destroy()
  })
  return {
    asked: () => [...statuses.values()].reduce((sum, count) => sum + count, 0),
    async stop(): Promise<Map<number, number>> {
      isOver = true
      await Promise.all(lanes)
      return statuses
    },
  }
}
