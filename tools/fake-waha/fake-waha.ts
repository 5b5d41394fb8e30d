import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Behaviour } from './behaviours.ts'
import { createControl } from './control.ts'
import { createGateway } from './gateway.ts'
import { createMessages, type FileOfMessage } from './messages.ts'
import type { SentMessage, Try } from './send-message.ts'
import type { Reach, Session } from './session.ts'
import { type FakeWahaTimes, realTimes } from './times.ts'
import { createWebhooks, engineVersion, newUlid, type SentEvent } from './webhooks.ts'

export type FakeWahaOptions = {
  apiKey: string
  /** The TCP port; 0, the default, lets the system choose. */
  port?: number
  controlPort?: number
  times?: Partial<FakeWahaTimes>
}

/** A messaging gateway without WhatsApp behind it, and the controls that a person or a test has over it. */
export type FakeWaha = {
  url: string
  /** The page with buttons; it answers while the gateway is down. */
  controlUrl: string
  sessions: ReadonlyMap<string, Session>
  /** The messages that left for a phone, in order. */
  sent: readonly SentMessage[]
  /** The messages of one session that left for a phone. */
  sentBy(session: string): SentMessage[]
  /** The sends that were requested while a phone was linked, with the behaviour of the fake. */
  tries: readonly Try[]
  /** The calls that the fake received, as `METHOD /path`. */
  calls: readonly string[]
  /** The events that the fake sent, in order. */
  events: readonly SentEvent[]
  /** Sets the behaviours to the next sends, one after the other and then from the first again. */
  behaveToSends(...behaviours: Behaviour[]): void
  behaveToOtherCalls(behaviour: Behaviour): void
  /** Sends an event with any payload. */
  emit(session: string, event: string, payload: object): void
  /**
   * Sends a message from a phone, by default under its `number`. A phone with a `lid` can write under that alias: then the event
   * has the number beside it, except for `hidden`, where only the lids call knows it. Gives WhatsApp's id of the message.
   */
  play(message: {
    session: string
    phone: string
    body: string
    lid?: string
    by?: 'number' | 'lid' | 'hidden'
    /** That no server ran to get the event: the gateway has the message in its list alone. */
    isMissed?: boolean
    /** That staff wrote it on the linked phone itself. */
    isOwn?: boolean
    /** A picture or a document that comes with it. */
    file?: FileOfMessage
    /** The name that the writer gave themselves. */
    pushName?: string
    /** The message whose text this one changes. */
    edits?: string
    /** The time since it was written, as WhatsApp says it. */
    agoMs?: number
    /** That the gateway fails to list it, and every page that it is on. */
    isUnreadable?: boolean
  }): string
  /** Deletes the files that the gateway fetched, as it does after three minutes. */
  expireFiles(): void
  /** Sets WhatsApp's answers to the gateway; connected phones are disconnected. */
  reachWhatsapp(reach: Reach): void
  /** Sets the version of the gateway. */
  beVersion(version: string): void
  /** Stops listening, so that calls are refused. */
  goDown(): Promise<void>
  /** Goes down as a program that is killed: with the events that were not accepted yet. Sessions begin anew when it comes up. */
  die(): Promise<void>
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

/** Starts a gateway that behaves as in the recordings. `times` makes it quicker than the real one. */
export async function startFakeWaha(options: FakeWahaOptions): Promise<FakeWaha> {
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
  const messages = createMessages()
  let sends = 0
  let isDead = false

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
      messages,
      reach: () => reach,
      version: () => version,
      sessionOf: (name) => sessions.get(name),
      nextBehaviour: () => toSends[sends++ % toSends.length] ?? 'normal',
      behaviourOfCalls: () => toOtherCalls,
    })

  let gateway: FastifyInstance | undefined = openGateway()
  const port = await listen(gateway, options.port ?? 0)

  function emit(session: string, event: string, payload: object): void {
    const source = sessions.get(session)?.source
    if (!source) throw new Error(`There is no session ${session}`)
    webhooks.send(source, event, payload)
  }

  const fake: Omit<FakeWaha, 'controlUrl' | 'close'> = {
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
    emit,
    play({ session, phone, body, lid = '', by = 'number', isMissed = false, isOwn = false, agoMs = 0, ...rest }) {
      const [number, name] = [`${phone}@s.whatsapp.net`, `${lid}@lid`]
      if (lid !== '') lids.set(name, phone)
      const alternative = by === 'lid' ? number : by === 'number' && lid !== '' ? name : undefined
      const id = `3A${newUlid().slice(0, 18).toUpperCase()}`
      const entry = {
        key: {
          remoteJid: by === 'number' ? number : name,
          ...(alternative && { remoteJidAlt: alternative }),
          addressingMode: by === 'number' ? 'pn' : 'lid',
          fromMe: isOwn,
          id,
        },
        from: by === 'number' ? `${phone}@c.us` : name,
        timestamp: Math.floor((Date.now() - agoMs) / 1000),
        source: 'app',
        text: body,
        ...rest,
      } as const
      messages.keep(session, entry)
      if (isMissed) return id
      const payload = messages.describe(session, entry)
      if (rest.edits !== undefined) emit(session, 'message.edited', payload)
      else {
        // A company's session asks for one of the two; of the older sessions some ask for the first.
        if (!isOwn) emit(session, 'message', payload)
        emit(session, 'message.any', payload)
      }
      return id
    },
    expireFiles: () => messages.files.clear(),
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
    async die() {
      isDead = true
      webhooks.die()
      for (const session of sessions.values()) session.close()
      await fake.goDown()
    },
    async comeUp() {
      if (gateway) return
      gateway = openGateway()
      await listen(gateway, port)
      if (!isDead) return
      isDead = false
      for (const session of sessions.values()) session.resume()
      webhooks.live()
    },
    forgetSessions() {
      for (const session of sessions.values()) session.close()
      sessions.clear()
    },
  }

  const control = createControl(fake, () => gateway !== undefined)
  const controlPort = await listen(control, options.controlPort ?? 0)

  return {
    ...fake,
    controlUrl: `http://${host}:${controlPort}`,
    async close() {
      fake.forgetSessions()
      await fake.goDown()
      control.server.closeAllConnections()
      await control.close()
      await webhooks.close()
    },
  }
}
