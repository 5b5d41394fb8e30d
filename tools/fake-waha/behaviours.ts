import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { engineVersion } from './webhooks.ts'

/**
 * The behaviours that a test can set. `isSent`: the message leaves for the phone all the same; `isAcknowledged`: its
 * acknowledgements arrive.
 */
export const behaviours = {
  normal: { isSent: true, isAcknowledged: true },
  slow: { isSent: true, isAcknowledged: true },
  garbage: { isSent: true, isAcknowledged: true },
  hugeBody: { isSent: true, isAcknowledged: true },
  hangAfterSending: { isSent: true, isAcknowledged: true },
  resetAfterSending: { isSent: true, isAcknowledged: true },
  lostAfterSending: { isSent: true, isAcknowledged: false },
  silent: { isSent: false, isAcknowledged: false },
  hang: { isSent: false, isAcknowledged: false },
  redirect: { isSent: false, isAcknowledged: false },
  notReady: { isSent: false, isAcknowledged: false },
  unavailable: { isSent: false, isAcknowledged: false },
  timedOut: { isSent: false, isAcknowledged: false },
  closed: { isSent: false, isAcknowledged: false },
  restricted: { isSent: false, isAcknowledged: false },
  tooFast: { isSent: false, isAcknowledged: false },
  noWhatsapp: { isSent: false, isAcknowledged: false },
} as const

export type Behaviour = keyof typeof behaviours

export const isBehaviour = (name: unknown): name is Behaviour =>
  typeof name === 'string' && Object.hasOwn(behaviours, name)

const engineErrors: Partial<Record<Behaviour, string>> = {
  timedOut: 'Timed Out',
  closed: 'Connection Closed',
  restricted: 'error 463',
  tooFast: 'rate-overlimit',
  noWhatsapp: 'No LID for user',
}

/** The gateway's 500: it echoes the request, with text and phone. */
export const engineError = (request: FastifyRequest, message: string, name = 'Error') => ({
  statusCode: 500,
  timestamp: new Date().toISOString(),
  exception: { message, name, stack: `${name}: ${message}\n    at <trimmed>` },
  request: { path: request.url, method: request.method, body: request.body, query: request.query },
  version: engineVersion,
})

/** The answer to a call that needs a session in another status. */
export const statusGuard = (session: string, status: string, expected: string) => ({
  error: 'Session status is not as expected. Try again later or restart the session',
  session,
  status,
  expected: [expected],
})

const hugeBytes = 8 * 1024 * 1024

function* spaces() {
  const block = Buffer.alloc(64 * 1024, ' ')
  for (let sent = 0; sent < hugeBytes; sent += block.length) yield block
}

/** Answers with the behaviour that was set; false where it is the normal one. */
export async function misbehave(
  behaviour: Behaviour,
  slowMs: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const message = engineErrors[behaviour]
  if (message !== undefined) {
    await reply.code(500).send(engineError(request, message))
    return true
  }
  switch (behaviour) {
    case 'normal':
    case 'silent':
      return false
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, slowMs))
      return false
    case 'garbage':
      await reply.code(201).type('text/html').send('<html><h1>It works!</h1>')
      return true
    case 'hugeBody':
      reply.hijack()
      reply.raw.writeHead(201, { 'content-type': 'application/json' })
      Readable.from(spaces()).pipe(reply.raw)
      return true
    case 'redirect':
      await reply.code(302).header('location', '/followed').send()
      return true
    case 'notReady':
      await reply.code(422).send(statusGuard('any', 'STARTING', 'WORKING'))
      return true
    case 'unavailable':
      await reply.code(503).type('text/html').send('<h1>503 Service Unavailable</h1>')
      return true
    case 'resetAfterSending':
      reply.hijack()
      request.raw.socket.destroy()
      return true
    default:
      // The socket stays open until the caller gives up.
      reply.hijack()
      return true
  }
}
