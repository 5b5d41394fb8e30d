import * as z from 'zod/mini'
import type { Gateway, GatewaySession, GatewaySetting } from './gateway.ts'
import { type Answer, complaintOf, explain, isSurelyNotSent, outcomeOf, readJson, refusal } from './waha-answer.ts'
import { linked, phoneOfLinked } from './waha-event.ts'

export type WahaOptions = {
  url: string
  apiKey: string
  /** Where the gateway finds this server, without a path. */
  webhookUrl: string
  timeouts?: Partial<typeof defaultTimeouts>
}

// Reading is quick; a QR waits up to 5 s inside the gateway, a send up to 10 s before it is tried. A start takes 3 to 4 s, one
// of a session that hangs was seen to take 11 s.
const defaultTimeouts = { readMs: 5_000, qrMs: 6_000, lifecycleMs: 25_000, sendMs: 30_000 }
/** The longest that a request of an admin takes: a logout, a look, a change, a start. Another worker may take it up after that. */
export const longestWishMs = defaultTimeouts.readMs + 3 * defaultTimeouts.lifecycleMs
// Another program may come to stand at the same address.
const identityMs = 15_000
const noIdentityMs = 1_000

const sessionInfo = z.object({ name: z.string(), status: z.string(), me: linked })

// An end in seconds; without one the bar is looked at again before this hour is over.
const unknownBarMs = 60 * 60 * 1000
const bar = z.object({
  reachoutTimelock: z.object({ isActive: z.literal(true), timeEnforcementEnds: z.optional(z.nullable(z.number())) }),
})

function barredUntil(me: unknown): string | null {
  const { data } = bar.safeParse(me)
  if (!data) return null
  const seconds = data.reachoutTimelock.timeEnforcementEnds
  const end = new Date(seconds ? seconds * 1000 : Date.now() + unknownBarMs)
  return end.getTime() < Date.UTC(2100, 0) ? end.toISOString() : null
}

const toSession = (session: unknown): GatewaySession => {
  const { name, status, me } = sessionInfo.parse(session)
  return { name, status, ...phoneOfLinked(me), barredUntil: barredUntil(Object(session).me) }
}

const oldest = [2026, 6, 1] as const

/** Whether a version such as `2026.7.1` is the oldest that keeps a session for each company, or a newer one. */
function isNewEnough(version: string): boolean {
  const parts = version.split('.').map(Number)
  const first = oldest.findIndex((part, index) => part !== parts[index])
  return first === -1 || (parts[first] ?? 0) > (oldest[first] ?? 0)
}

const foundSession = z.object({ status: z.string(), config: z.optional(z.unknown()) })

/** Whether `there` has every wanted setting; settings that the gateway adds of its own do not matter. */
function holds(there: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return there === wanted
  if (typeof there !== 'object' || there === null) return false
  if (Array.isArray(wanted) && (!Array.isArray(there) || there.length !== wanted.length)) return false
  return Object.entries(wanted).every(([key, value]) => holds(Reflect.get(there, key), value))
}

/**
 * WhatsApp through WAHA 2026.6.1 or newer. Everything it answers is taken apart by name; nothing of it is passed on.
 * docs/product/messages.md, "Connection".
 */
export function createWaha(options: WahaOptions): Gateway {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const base = options.url.replace(/\/+$/, '')

  async function send(method: string, path: string, timeoutMs: number, body?: unknown): Promise<Answer> {
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        // Exactly this: with anything else a QR comes as bytes.
        accept: 'application/json',
        // A connection that was kept open may be dead already, and then it is unknown whether a message left.
        connection: 'close',
        'content-type': 'application/json',
        'x-api-key': options.apiKey,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await readJson(response) }
  }

  const isDone = ({ status }: Answer) => status >= 200 && status < 300

  async function demand(method: string, path: string, timeoutMs: number, body?: unknown): Promise<unknown> {
    const answer = await send(method, path, timeoutMs, body)
    if (!isDone(answer)) throw refusal(answer, method, path)
    return answer.body
  }

  const configOf = ({ webhookToken, hmacKey }: GatewaySetting) => ({
    ignore: { status: true, groups: true, channels: true, broadcast: true },
    client: { deviceName: 'Casillero', browserName: 'Chrome' },
    noweb: { markOnline: false, store: { enabled: false, fullSync: false } },
    webhooks: [
      {
        url: `${options.webhookUrl.replace(/\/+$/, '')}/hooks/waha/${webhookToken}`,
        events: ['session.status', 'message', 'message.ack'],
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
      config: configOf(setting),
    })
    // Another worker may have made it meanwhile.
    if (made.status === 422 && /already exists/i.test(complaintOf(made.body))) return
    if (!isDone(made)) throw await refusalOfSession(made, 'POST', '/api/sessions')
  }

  async function version() {
    const body = await demand('GET', '/api/server/version', timeouts.readMs)
    const { version: text } = z.object({ version: z.string().check(z.maxLength(50)) }).parse(body)
    return { text, isSupported: isNewEnough(text) }
  }

  /** A gateway that refuses a session is too old to keep one for each company, or full. */
  async function refusalOfSession(answer: Answer, method: string, path: string): Promise<Error> {
    const running = answer.status === 422 ? await version().catch(() => undefined) : undefined
    if (!running) return refusal(answer, method, path)
    const reason = running.isSupported
      ? 'La pasarela no admite más sesiones'
      : `La pasarela es demasiado antigua (${running.text}): hace falta la ${oldest.join('.')} o una más nueva`
    return refusal(answer, method, path, reason)
  }

  /**
   * Makes the session where the gateway has none, gives it our settings where they differ, and starts it where it is stopped.
   * Settings restart a session that runs; the result says whether anything of this began the session anew.
   */
  async function ensure(setting: GatewaySetting): Promise<boolean> {
    const path = `/api/sessions/${setting.name}`
    const found = await send('GET', path, timeouts.readMs)
    if (found.status === 404) {
      await create(setting)
      return true
    }
    if (!isDone(found)) throw await refusalOfSession(found, 'GET', path)
    const { status, config } = foundSession.parse(found.body)
    const wanted = configOf(setting)
    const isChanged = !holds(config, wanted)
    if (isChanged) await demand('PUT', path, timeouts.lifecycleMs, { config: wanted })
    if (status !== 'STOPPED') return isChanged
    const started = await send('POST', `${path}/start`, timeouts.lifecycleMs)
    // 422 is "already started", which is what was wanted.
    if (!isDone(started) && started.status !== 422) throw refusal(started, 'POST', `${path}/start`)
    return true
  }

  return {
    async listSessions() {
      const body = await demand('GET', '/api/sessions?all=true', timeouts.readMs)
      return z.array(z.unknown()).parse(body).map(toSession)
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
      // First of all, and on a connection that stands: after a restart WhatsApp would not hear of it.
      const done = await send('POST', path, timeouts.lifecycleMs)
      if (!isDone(done) && done.status !== 404) throw await refusalOfSession(done, 'POST', path)
      await ensure(setting)
    },
    async qr(name) {
      const answer = await send('GET', `/api/${name}/auth/qr?format=image`, timeouts.qrMs)
      const picture = z.safeParse(z.object({ data: z.string() }), answer.body)
      return answer.status === 200 && picture.success ? picture.data.data : null
    },
    async phoneOf(name, alias) {
      const path = `/api/${name}/lids/${encodeURIComponent(alias)}`
      const answer = z
        .object({ pn: z.optional(z.nullable(z.string())) })
        .parse(await demand('GET', path, timeouts.qrMs))
      return /^(\d{8,15})(?::\d+)?@/.exec(answer.pn ?? '')?.[1] ?? null
    },
    version,
    explain,
    async sendText({ session, phone, text, id }) {
      const chatId = `${phone}@c.us`
      try {
        return outcomeOf(
          await send('POST', '/api/sendText', timeouts.sendMs, { session, chatId, text, linkPreview: false, id }),
        )
      } catch (error) {
        return isSurelyNotSent(error) ? { kind: 'down', reason: 'La pasarela no responde' } : { kind: 'ambiguous' }
      }
    },
    isStandIn: remembering(async () => {
      const answer = await send('GET', '/api/server/version', timeouts.readMs).catch(() => null)
      return answer?.status === 200 ? Object(answer.body).isStandIn === true : null
    }),
  }
}

/** Keeps an answer for a while, none for a moment; callers that ask meanwhile wait for the same one. */
function remembering<T>(ask: () => Promise<T | null>): () => Promise<T | null> {
  let asked: { answer: Promise<T | null>; until: number } | undefined
  return async () => {
    if (asked && performance.now() < asked.until) return await asked.answer
    const own = { answer: ask(), until: performance.now() + identityMs }
    asked = own
    if ((await own.answer) === null) own.until = performance.now() + noIdentityMs
    return await own.answer
  }
}
