import * as z from 'zod/mini'
import type { GatewaySetting } from './gateway.ts'
import { type Answer, readComplaint, refusal } from './waha-answer.ts'
import { type Calls, oldest, type WahaOptions } from './waha-calls.ts'

const foundSession = z.object({ status: z.string(), config: z.optional(z.unknown()) })

/** Further settings of the gateway do not matter. */
function holds(there: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return there === expected
  if (typeof there !== 'object' || there === null) return false
  if (Array.isArray(expected) && (!Array.isArray(there) || there.length !== expected.length)) return false
  return Object.entries(expected).every(([key, value]) => holds(Reflect.get(there, key), value))
}

/** Also explains why the gateway refuses a session. */
export function createSessions({ timeouts, send, isDone, demand, version }: Calls, { webhookUrl }: WahaOptions) {
  const buildConfig = ({ webhookToken, hmacKey }: GatewaySetting) => ({
    ignore: { status: true, groups: true, channels: true, broadcast: true },
    client: { deviceName: 'Casillero', browserName: 'Chrome' },
    // Without a store the gateway knows neither the numbers behind aliases nor what came while this server was away.
    noweb: { markOnline: false, store: { enabled: true, fullSync: false } },
    webhooks: [
      {
        url: `${webhookUrl.replace(/\/+$/, '')}/hooks/waha/${webhookToken}`,
        // `message.any` brings what is written on the phone itself, too.
        events: ['session.status', 'message.any', 'message.edited', 'message.revoked', 'message.ack'],
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
    // 422 "already exists": another worker has made the session meanwhile.
    if (made.status === 422 && /already exists/i.test(readComplaint(made.body))) return
    if (!isDone(made)) throw await explainRefusal(made, 'POST', '/api/sessions')
  }

  /** It is full, or too old to keep a session for each company. */
  async function explainRefusal(answer: Answer, method: string, path: string): Promise<Error> {
    const running = answer.status === 422 ? await version().catch(() => undefined) : undefined
    if (!running) return refusal(answer, method, path)
    const reason = running.isSupported
      ? 'La pasarela no admite más sesiones'
      : `La pasarela es demasiado antigua (${running.text}): hace falta la ${oldest.join('.')} o una más nueva`
    return refusal(answer, method, path, reason)
  }

  /** Settings are updated where they differ, a stopped session is started. True where any of this restarted it. */
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
