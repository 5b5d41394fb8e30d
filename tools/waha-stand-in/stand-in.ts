import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Behaviour } from './behaviours.ts'
import { createControl } from './control.ts'
import { createGateway } from './gateway.ts'
import type { SentMessage, Try } from './send-text.ts'
import type { Reach, Session } from './session.ts'
import { realTimes, type StandInTimes } from './times.ts'
import { createWebhooks, engineVersion, type SentEvent } from './webhooks.ts'

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
  /** The messages that left for a phone, in their order. */
  sent: readonly SentMessage[]
  /** Those of one session. */
  sentBy(session: string): SentMessage[]
  /** Every message that it was asked to send while a phone was linked, and how it took that. */
  tries: readonly Try[]
  /** Every call it got, as `METHOD /path`. */
  calls: readonly string[]
  /** Every event it sent, in its order. */
  events: readonly SentEvent[]
  /** How it takes messages from now on, one after the other and then from the first again. */
  behaveToSends(...behaviours: Behaviour[]): void
  behaveToOtherCalls(behaviour: Behaviour): void
  /** An event with a payload of one's own. */
  tell(session: string, event: string, payload: object): void
  /**
   * A message from a phone, by its `number` unless said otherwise. A phone with a `lid` can write under that name: then the
   * event has the number beside it, but for `hidden`, where the lids call alone knows it.
   */
  play(message: { session: string; phone: string; body: string; lid?: string; by?: 'number' | 'lid' | 'hidden' }): void
  /** WhatsApp's answers to the gateway from now on; connected phones are disconnected. */
  reachWhatsapp(reach: Reach): void
  /** Is another version of the gateway from now on. */
  beVersion(version: string): void
  /** Stops listening, so that calls are refused. */
  goDown(): Promise<void>
  comeUp(): Promise<void>
  /** Deletes all sessions, as a new installation has none. */
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
  let reach: Reach = 'reachable'
  let version: string = engineVersion.version
  const lids = new Map<string, string>()
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
      lids,
      reach: () => reach,
      version: () => version,
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
    play({ session, phone, body, lid = '', by = 'number' }) {
      const [number, name] = [`${phone}@s.whatsapp.net`, `${lid}@lid`]
      if (lid !== '') lids.set(name, phone)
      const from = by === 'number' ? `${phone}@c.us` : name
      const alternative = by === 'lid' ? number : by === 'number' && lid !== '' ? name : undefined
      const id = `3EB0${Date.now()}${sent.length}`
      const key = {
        remoteJid: by === 'number' ? number : name,
        ...(alternative && { remoteJidAlt: alternative }),
        addressingMode: by === 'number' ? 'pn' : 'lid',
        fromMe: false,
        id,
      }
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
        _data: { key, message: { conversation: body } },
      })
    },
    reachWhatsapp(next) {
      reach = next
      if (next !== 'reachable') for (const session of sessions.values()) session.drop()
    },
    beVersion(next) {
      version = next
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
