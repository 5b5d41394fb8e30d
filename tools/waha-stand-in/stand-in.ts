import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Behaviour } from './behaviours.ts'
import { createControl } from './control.ts'
import { createGateway } from './gateway.ts'
import type { SentMessage, Try } from './send-text.ts'
import type { Session } from './session.ts'
import { realTimes, type StandInTimes } from './times.ts'
import { createWebhooks, type SentEvent } from './webhooks.ts'

export type StandInOptions = {
  apiKey: string
  /** 0, which is the default, lets the system choose. */
  port?: number
  controlPort?: number
  times?: Partial<StandInTimes>
}

/** A messaging gateway without WhatsApp behind it, and the hands that a person or a test has on it. */
export type StandIn = {
  url: string
  /** The page with buttons; it answers while the gateway is down. */
  controlUrl: string
  sessions: ReadonlyMap<string, Session>
  /** What left for a phone, in its order. */
  sent: readonly SentMessage[]
  /** Those of one session. */
  sentBy(session: string): SentMessage[]
  /** Every message that it was asked to send while a phone was linked, and how it took that. */
  tries: readonly Try[]
  /** Every call it got, as `METHOD /path`. */
  calls: readonly string[]
  /** Every event it had to tell, in its order. */
  events: readonly SentEvent[]
  /** How it takes messages from now on, one after the other and then from the first again. */
  behaveToSends(...behaviours: Behaviour[]): void
  behaveToOtherCalls(behaviour: Behaviour): void
  /** An event with a payload of one's own. */
  tell(session: string, event: string, payload: object): void
  /** A message from a phone. */
  play(message: { session: string; phone: string; body: string; place?: string }): void
  /** Stops listening, so that calls are refused. */
  goDown(): Promise<void>
  comeUp(): Promise<void>
  /** As if it were set up anew. */
  forgetSessions(): void
  close(): Promise<void>
}

const host = '127.0.0.1'

async function listen(app: FastifyInstance, port: number): Promise<number> {
  await app.listen({ port, host })
  const address = app.server.address()
  return isAddress(address) ? address.port : port
}

const isAddress = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

/** Starts a gateway that behaves as the recordings do. `times` makes it quicker than the real one. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const times = { ...realTimes, ...options.times }
  const webhooks = createWebhooks(times.retrySecondMs)
  const sessions = new Map<string, Session>()
  const sent: SentMessage[] = []
  const tries: Try[] = []
  const calls: string[] = []
  let toSends: Behaviour[] = ['normal']
  let toOtherCalls: Behaviour = 'normal'
  let sends = 0

  const openGateway = () =>
    createGateway({
      apiKey: options.apiKey,
      times,
      webhooks,
      sessions,
      sent,
      tries,
      calls,
      sessionOf: (name) => sessions.get(name),
      nextBehaviour: () => toSends[sends++ % toSends.length] ?? 'normal',
      behaviourOfCalls: () => toOtherCalls,
    })

  let gateway: FastifyInstance | undefined = openGateway()
  const port = await listen(gateway, options.port ?? 0)

  function tell(session: string, event: string, payload: object): void {
    const source = sessions.get(session)?.source
    if (!source) throw new Error(`There is no session ${session}`)
    webhooks.send(source, event, payload)
  }

  const standIn: Omit<StandIn, 'controlUrl' | 'close'> = {
    url: `http://${host}:${port}`,
    sessions,
    sent,
    sentBy: (name) => sent.filter(({ session }) => session === name),
    tries,
    calls,
    events: webhooks.events,
    behaveToSends(...next) {
      toSends = next
      sends = 0
    },
    behaveToOtherCalls(next) {
      toOtherCalls = next
    },
    tell,
    play({ session, phone, body, place = 'c.us' }) {
      const from = `${phone}@${place}`
      const id = `3EB0${Date.now()}${sent.length}`
      tell(session, 'message', {
        id: `false_${from}_${id}`,
        timestamp: Math.floor(Date.now() / 1000),
        from,
        fromMe: false,
        source: 'app',
        body,
        hasMedia: false,
        media: null,
        ack: 2,
        ackName: 'DEVICE',
        _data: { key: { remoteJid: from, fromMe: false, id }, message: { conversation: body } },
      })
    },
    async goDown() {
      const leaving = gateway
      gateway = undefined
      leaving?.server.closeAllConnections()
      await leaving?.close()
    },
    async comeUp() {
      if (gateway) return
      gateway = openGateway()
      await listen(gateway, port)
    },
    forgetSessions() {
      for (const session of sessions.values()) session.close()
      sessions.clear()
    },
  }

  const control = createControl(standIn, () => gateway !== undefined)
  const controlPort = await listen(control, options.controlPort ?? 0)

  return {
    ...standIn,
    controlUrl: `http://${host}:${controlPort}`,
    async close() {
      standIn.forgetSessions()
      await standIn.goDown()
      control.server.closeAllConnections()
      await control.close()
      await webhooks.close()
    },
  }
}
