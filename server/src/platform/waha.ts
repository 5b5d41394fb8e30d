import * as z from 'zod/mini'
import type { Gateway, GatewaySession, SendOutcome } from './gateway.ts'

export type WahaOptions = {
  url: string
  apiKey: string
  /** Where the gateway finds this server, without a path. */
  webhookUrl: string
  timeouts?: Partial<typeof defaultTimeouts>
}

// Reading is quick; a QR waits up to 5 s inside the gateway, a send up to 10 s before it is tried, a start 3 to 4 s.
const defaultTimeouts = { readMs: 5_000, qrMs: 6_000, lifecycleMs: 40_000, sendMs: 30_000 }
const maxBodyBytes = 1024 * 1024

type Answer = { status: number; body: unknown }

/** A body as JSON, read no further than its limit: a gateway gone mad must not fill our memory. Null for what is none. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBodyBytes) return null
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}

const sessionInfo = z.object({
  name: z.string(),
  status: z.string(),
  me: z.optional(z.nullable(z.object({ id: z.string(), pushName: z.optional(z.nullable(z.string())) }))),
})

const toSession = ({ name, status, me }: z.infer<typeof sessionInfo>): GatewaySession => ({
  name,
  status,
  linkedName: me ? me.pushName || `+${me.id.split('@')[0]}` : null,
})

/** True where the request cannot have left this machine, so that what it asked for was surely not done. */
export function isSurelyNotSent(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    code,
  )
}

const textOf = (body: unknown): string => JSON.stringify(body ?? '').slice(0, 4_000)

/** The outcome of a send by what the gateway answered (its contract, 1.6). Reasons are ours: its bodies hold secrets. */
export function outcomeOf({ status, body }: Answer): SendOutcome {
  const said = textOf(body)
  const isJson = typeof body === 'object' && body !== null
  if (status >= 200 && status < 300) return isJson ? { kind: 'sent' } : { kind: 'ambiguous' }
  if (status >= 300 && status < 400) return { kind: 'down', reason: 'La dirección de la pasarela está mal configurada' }
  if (status === 401 || status === 403) return { kind: 'down', reason: 'La pasarela rechazó la clave de acceso' }
  if (status === 404 || /does not exist/i.test(said))
    return { kind: 'notReady', reason: 'La sesión de WhatsApp no existe; vincule el teléfono' }
  if (status === 422 && isJson && 'expected' in body) return { kind: 'notReady', reason: 'WhatsApp no está conectado' }
  if (status === 429 || /rate-overlimit/i.test(said)) {
    return { kind: 'paused', reason: 'WhatsApp pidió ir más despacio', minutes: 20, isFirstContactsOnly: false }
  }
  if (status === 502 || status === 503 || status === 504) return { kind: 'down', reason: 'La pasarela no responde' }
  if (status === 500 && /\b463\b/.test(said)) {
    return {
      kind: 'paused',
      reason: 'WhatsApp limitó los mensajes a clientes nuevos',
      minutes: 1_440,
      isFirstContactsOnly: true,
    }
  }
  if (status === 500 && /async-lock timed out|Maximum execution time|Connection Closed/i.test(said)) {
    return { kind: 'transient', reason: 'La pasarela estaba ocupada' }
  }
  if (status === 500 && /no LID/i.test(said)) return { kind: 'refused', reason: 'El número no tiene WhatsApp' }
  if (status >= 500) return { kind: 'ambiguous' }
  return { kind: 'refused', reason: 'La pasarela no aceptó el mensaje' }
}

/** WhatsApp through WAHA 2026.6.1 or newer. Everything it answers is taken apart by name; nothing of it is passed on. */
export function createWaha(options: WahaOptions): Gateway {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const base = options.url.replace(/\/+$/, '')

  async function send(method: string, path: string, timeoutMs: number, body?: unknown): Promise<Answer> {
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      // Exactly this: with anything else a QR comes as bytes.
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-api-key': options.apiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await readJson(response) }
  }

  async function demand(method: string, path: string, timeoutMs: number, body?: unknown): Promise<unknown> {
    const answer = await send(method, path, timeoutMs, body)
    if (answer.status < 200 || answer.status >= 300)
      throw new Error(`The gateway answered ${answer.status} to ${method} ${path}`)
    return answer.body
  }

  const configOf = ({ webhookToken, hmacKey }: { webhookToken: string; hmacKey: string }) => ({
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

  return {
    async listSessions() {
      const body = await demand('GET', '/api/sessions?all=true', timeouts.readMs)
      return z.array(sessionInfo).parse(body).map(toSession)
    },
    async ensureSession(session) {
      const config = configOf(session)
      const path = `/api/sessions/${session.name}`
      const made = await send('POST', '/api/sessions', timeouts.lifecycleMs, {
        name: session.name,
        start: true,
        config,
      })
      if (made.status >= 200 && made.status < 300) return
      if (made.status !== 422) throw new Error(`The gateway answered ${made.status} to a new session`)
      await demand('PUT', path, timeouts.lifecycleMs, { config })
      const started = await send('POST', `${path}/start`, timeouts.lifecycleMs)
      // 422 is "already started", which is what was wanted.
      if (started.status >= 300 && started.status !== 422)
        throw new Error(`The gateway answered ${started.status} to a start`)
    },
    async restart(name) {
      await demand('POST', `/api/sessions/${name}/restart`, timeouts.lifecycleMs)
    },
    async logout(name) {
      await demand('POST', `/api/sessions/${name}/logout`, timeouts.lifecycleMs)
    },
    async qr(name) {
      const answer = await send('GET', `/api/${name}/auth/qr?format=image`, timeouts.qrMs)
      const picture = z.safeParse(z.object({ data: z.string() }), answer.body)
      return answer.status === 200 && picture.success ? picture.data.data : null
    },
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
  }
}
