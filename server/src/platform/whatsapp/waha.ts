import * as z from 'zod/mini'
import type { Gateway, GatewaySession, GatewaySetting, SendOutcome } from './gateway.ts'
import {
  type Answer,
  explain,
  isSurelyNotSent,
  readAnswer,
  readBody,
  readComplaint,
  readOutcome,
  refusal,
} from './waha-answer.ts'
import { linkedAccount, phoneOfLinked } from './waha-event.ts'
import { readFetchedPath } from './waha-message.ts'
import { listMissed } from './waha-missed.ts'

type WahaOptions = {
  url: string
  apiKey: string
  /** The address without a path. */
  webhookUrl: string
  timeouts?: Partial<typeof defaultTimeouts>
}

// Reads are quick. A QR waits up to 5 s inside the gateway, a send up to 10 s before it is tried. A start takes 3 to 4 s; that of a hanging
// session took 11 s.
const defaultTimeouts = { readMs: 5_000, qrMs: 6_000, lifecycleMs: 25_000, sendMs: 30_000 }
/** A logout, a read, a change and a start. After it another worker may claim the request. */
export const maxRequestMs = defaultTimeouts.readMs + 3 * defaultTimeouts.lifecycleMs
/** The oldest version that keeps a session for each company. */
const oldest = [2026, 6, 1] as const

/** Versions have the form `2026.7.1`. */
function isNewEnough(version: string): boolean {
  const parts = version.split('.').map(Number)
  const first = oldest.findIndex((part, index) => part !== parts[index])
  return first === -1 || (parts[first] ?? 0) > (oldest[first] ?? 0)
}

/** `demand` throws unless the answer is a success. */
function createCalls(options: WahaOptions) {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const base = options.url.replace(/\/+$/, '')

  async function send(method: string, path: string, timeoutMs: number, body?: unknown): Promise<Answer> {
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        // With any other value a QR comes as bytes.
        accept: 'application/json',
        // A kept connection may be dead, and then it is unknown whether a message left.
        connection: 'close',
        'content-type': 'application/json',
        'x-api-key': options.apiKey,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return await readAnswer(response)
  }

  const isDone = ({ status }: Answer) => status >= 200 && status < 300

  async function demand(method: string, path: string, timeoutMs: number, body?: unknown): Promise<unknown> {
    const answer = await send(method, path, timeoutMs, body)
    if (!isDone(answer)) throw refusal(answer, method, path)
    return answer.body
  }

  async function version() {
    const body = await demand('GET', '/api/server/version', timeouts.readMs)
    const { version: text } = z.object({ version: z.string().check(z.maxLength(50)) }).parse(body)
    return { text, isSupported: isNewEnough(text) }
  }

  /** Null if it exceeds `most`. */
  async function readBytes(path: string, most: number): Promise<Buffer | 'gone' | null> {
    const response = await fetch(base + path, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeouts.sendMs),
      headers: { connection: 'close', 'x-api-key': options.apiKey },
    })
    if (response.status === 404) {
      await response.body?.cancel()
      return 'gone'
    }
    if (response.status !== 200) throw refusal(await readAnswer(response), 'GET', path)
    return await readBody(response, most)
  }

  return { timeouts, send, isDone, demand, readBytes, version }
}

type Calls = ReturnType<typeof createCalls>

const foundSession = z.object({ status: z.string(), config: z.optional(z.unknown()) })

/** Ignores further settings of the gateway. */
function holds(there: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return there === expected
  if (typeof there !== 'object' || there === null) return false
  if (Array.isArray(expected) && (!Array.isArray(there) || there.length !== expected.length)) return false
  return Object.entries(expected).every(([key, value]) => holds(Reflect.get(there, key), value))
}

/** Also explains why the gateway refuses a session. */
function createSessions({ timeouts, send, isDone, demand, version }: Calls, { webhookUrl }: WahaOptions) {
  const buildConfig = ({ webhookToken, hmacKey }: GatewaySetting) => ({
    ignore: { status: true, groups: true, channels: true, broadcast: true },
    client: { deviceName: 'Casillero', browserName: 'Chrome' },
    // Without a store the gateway knows neither the numbers behind aliases nor messages missed while this server was away.
    noweb: { markOnline: false, store: { enabled: true, fullSync: false } },
    webhooks: [
      {
        url: `${webhookUrl.replace(/\/+$/, '')}/hooks/waha/${webhookToken}`,
        // `message.any` also brings what is written on the phone.
        events: [
          'session.status',
          'message.any',
          'message.edited',
          'message.revoked',
          'message.reaction',
          'message.ack',
        ],
        hmac: { key: hmacKey },
        retries: { policy: 'exponential', delaySeconds: 2, attempts: 8 },
      },
    ],
  })

  async function create(setting: GatewaySetting): Promise<void> {
    const { name } = setting
    const made = await send('POST', '/api/sessions', timeouts.lifecycleMs, {
      name,
      start: true,
      config: buildConfig(setting),
    })
    // 422 "already exists": another worker has just created the session.
    if (made.status === 422 && /already exists/i.test(readComplaint(made.body))) return
    if (!isDone(made)) throw await explainRefusal(made, 'POST', '/api/sessions')
  }

  /** The gateway is full, or too old for a session per company. */
  async function explainRefusal(answer: Answer, method: string, path: string): Promise<Error> {
    const running = answer.status === 422 ? await version().catch(() => undefined) : undefined
    if (!running) return refusal(answer, method, path)
    const reason = running.isSupported
      ? 'La pasarela no admite más sesiones'
      : `La pasarela es demasiado antigua (${running.text}): hace falta la ${oldest.join('.')} o una más nueva`
    return refusal(answer, method, path, reason)
  }

  /** Updates settings that differ and starts a stopped session. Returns true if either restarted it. */
  async function ensure(setting: GatewaySetting): Promise<boolean> {
    const path = `/api/sessions/${setting.name}`
    const found = await send('GET', path, timeouts.readMs)
    if (found.status === 404) {
      await create(setting)
      return true
    }
    if (!isDone(found)) throw await explainRefusal(found, 'GET', path)
    const { status, config } = foundSession.parse(found.body)
    const expected = buildConfig(setting)
    const isChanged = !holds(config, expected)
    if (isChanged) await demand('PUT', path, timeouts.lifecycleMs, { config: expected })
    if (status !== 'STOPPED') return isChanged
    const started = await send('POST', `${path}/start`, timeouts.lifecycleMs)
    // 422 means "already started", which is the goal.
    if (!isDone(started) && started.status !== 422) throw refusal(started, 'POST', `${path}/start`)
    return true
  }

  return { ensure, explainRefusal }
}

// Milliseconds for which an answer is cached, as another program may be started at the address.
const identityMs = 15_000
const noIdentityMs = 1_000

const sessionInfo = z.object({
  name: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
  status: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
  me: z.catch(linkedAccount, null),
})

// The end is in seconds. Without one an hour is assumed, and a poll within that hour renews it.
const unknownBarMs = 60 * 60 * 1000
const bar = z.object({
  reachoutTimelock: z.object({
    isActive: z.literal(true),
    timeEnforcementEnds: z.optional(z.nullable(z.number().check(z.gte(0)))),
  }),
})

function barredUntil(me: unknown): string | null {
  const { data } = bar.safeParse(me)
  if (!data) return null
  const seconds = data.reachoutTimelock.timeEnforcementEnds
  const end = new Date(seconds ? seconds * 1000 : Date.now() + unknownBarMs)
  return end.getTime() < Date.UTC(2100, 0) ? end.toISOString() : null
}

/** One that cannot be read is left out, so that it does not hide the others. */
const toSessions = (session: unknown): GatewaySession[] => {
  const { data } = sessionInfo.safeParse(session)
  if (!data) return []
  const { name, status, me } = data
  return [{ name, status, ...phoneOfLinked(me), barredUntil: barredUntil(Object(session).me) }]
}

/** Requires WAHA 2026.6.1. Reads answers field by field and passes none on. docs/product/messages.md, "Connection". */
export function createWaha(options: WahaOptions): Gateway {
  const calls = createCalls(options)
  const { timeouts, send, isDone, demand, readBytes, version } = calls
  const { ensure, explainRefusal } = createSessions(calls, options)

  async function deliver(path: string, message: object): Promise<SendOutcome> {
    try {
      return readOutcome(await send('POST', path, timeouts.sendMs, message))
    } catch (error) {
      return isSurelyNotSent(error) ? { kind: 'down', reason: 'La pasarela no responde' } : { kind: 'ambiguous' }
    }
  }

  return {
    async listSessions() {
      const body = await demand('GET', '/api/sessions?all=true', timeouts.readMs)
      return z.array(z.unknown()).parse(body).flatMap(toSessions)
    },
    async ensureSession(setting) {
      await ensure(setting)
    },
    async restart(setting) {
      if (!(await ensure(setting))) {
        await demand('POST', `/api/sessions/${setting.name}/restart`, timeouts.lifecycleMs)
      }
    },
    async logout(setting) {
      const path = `/api/sessions/${setting.name}/logout`
      // Runs before any restart: WhatsApp learns of the logout only over a standing connection.
      const done = await send('POST', path, timeouts.lifecycleMs)
      if (!isDone(done) && done.status !== 404) throw await explainRefusal(done, 'POST', path)
      await ensure(setting)
    },
    async qr(name) {
      const answer = await send('GET', `/api/${name}/auth/qr?format=image`, timeouts.qrMs)
      const picture = z.safeParse(z.object({ data: z.string() }), answer.body)
      return answer.status === 200 && picture.success ? picture.data.data : null
    },
    async listMessages(name, since) {
      const ask = (path: string, isQuick: boolean) =>
        send('GET', path, isQuick ? timeouts.readMs : timeouts.lifecycleMs)
      return await listMissed(ask, name, since)
    },
    async readFile(place, most) {
      const [path = '', message = ''] = place.split('#')
      const kept = path === '' ? 'gone' : await readBytes(path, most)
      if (kept !== 'gone') return kept
      if (message === '') return null
      const answer = await send('GET', message, timeouts.sendMs)
      // A session without a store cannot find messages.
      if (answer.status === 404 || answer.status === 400) return null
      if (!isDone(answer)) throw refusal(answer, 'GET', message)
      const again = readFetchedPath(answer.body)
      const fetched = again === null ? null : await readBytes(again, most)
      return fetched === 'gone' ? null : fetched
    },
    async phoneOf(name, alias) {
      const path = `/api/${name}/lids/${encodeURIComponent(alias)}`
      const answer = await send('GET', path, timeouts.qrMs)
      // A session created without a store has no numbers.
      if (answer.status === 400) return null
      if (!isDone(answer)) throw refusal(answer, 'GET', path)
      const { pn } = z.object({ pn: z.optional(z.nullable(z.string())) }).parse(answer.body)
      return /^(\d{8,15})(?::\d+)?@/.exec(pn ?? '')?.[1] ?? null
    },
    version,
    explain,
    async sendText({ session, phone, text, id }) {
      return await deliver('/api/sendText', { session, chatId: `${phone}@c.us`, text, linkPreview: false, id })
    },
    async sendFile({ session, phone, text, file: { mimetype, name, content } }) {
      const path = mimetype === 'image/jpeg' ? '/api/sendImage' : '/api/sendFile'
      const file = { mimetype, filename: name, data: content.toString('base64') }
      return await deliver(path, { session, chatId: `${phone}@c.us`, ...(text === '' ? {} : { caption: text }), file })
    },
    isFake: cacheAnswer(async () => {
      const answer = await send('GET', '/api/server/version', timeouts.readMs).catch(() => null)
      return answer?.status === 200 ? Object(answer.body).isStandIn === true : null
    }),
  }
}

/** Null answers are not kept; concurrent callers share one request. */
function cacheAnswer<T>(ask: () => Promise<T | null>): () => Promise<T | null> {
  let asked: { answer: Promise<T | null>; until: number } | undefined
  return async () => {
    if (asked && performance.now() < asked.until) return await asked.answer
    const own = { answer: ask(), until: performance.now() + identityMs }
    asked = own
    if ((await own.answer) === null) own.until = performance.now() + noIdentityMs
    return await own.answer
  }
}
