import fastify, { type FastifyInstance } from 'fastify'
import { behaviours, isBehaviour } from './behaviours.ts'
import type { FakeWaha } from './fake-waha.ts'
import { page } from './page.ts'
import { qrPicture } from './qr-picture.ts'
import type { Reach } from './session.ts'

type Hands = Omit<FakeWaha, 'controlUrl' | 'close'>

type Order = { session?: string; behaviour?: string; status?: string; phone?: string; body?: string; reach?: Reach }

/** Creates the server of the controls: `POST /<order>` with JSON for programs, and a page with buttons for people. */
export function createControl(hands: Hands, isUp: () => boolean): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true })
  const named = (name: string | undefined) =>
    [...hands.sessions.values()].filter((session) => name === undefined || session.name === name)

  const orders: Record<string, (order: Order) => void | Promise<void>> = {
    scan: ({ session }) => {
      for (const each of named(session)) each.scan()
    },
    drop: ({ session }) => {
      for (const each of named(session)) each.drop()
    },
    remove: ({ session }) => {
      for (const each of named(session)) each.removeDevice()
    },
    status: ({ session, status }) => {
      for (const each of named(session)) each.become(status ?? 'FAILED')
    },
    reach: ({ reach = 'reachable' }) => hands.reachWhatsapp(reach),
    down: () => hands.goDown(),
    up: () => hands.comeUp(),
    sends: ({ behaviour }) => {
      if (isBehaviour(behaviour)) hands.behaveToSends(behaviour)
    },
    calls: ({ behaviour }) => {
      if (isBehaviour(behaviour)) hands.behaveToOtherCalls(behaviour)
    },
    play: ({ session, phone = '', body = '' }) => {
      for (const { name } of named(session)) hands.play({ session: name, phone, body })
    },
  }

  for (const [name, carryOut] of Object.entries(orders)) {
    app.post<{ Body: Order | null }>(`/${name}`, async ({ body }) => {
      await carryOut(body ?? {})
      return { done: name }
    })
  }
  app.get('/state', () => ({
    isUp: isUp(),
    sessions: named(undefined).map(({ name, status, qr }) => ({
      name,
      status,
      qr: qr === null ? null : `data:image/png;base64,${qrPicture(qr).toString('base64')}`,
    })),
    sent: hands.sent.map(({ file, ...message }) => ({ ...message, file: file?.name })),
    calls: hands.calls.length,
  }))
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page(Object.keys(behaviours))))
  return app
}
