import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'

const eventNames = [
  ...['session.status', 'message', 'message.reaction', 'message.any', 'message.ack', 'message.ack.group'],
  ...['message.waiting', 'message.revoked', 'message.edited', 'state.change', 'group.join', 'group.leave'],
  ...['group.v2.join', 'group.v2.leave', 'group.v2.update', 'group.v2.participants', 'presence.update', 'poll.vote'],
  ...['poll.vote.failed', 'chat.archive', 'call.received', 'call.accepted', 'call.rejected', 'label.upsert'],
  ...['label.deleted', 'label.chat.added', 'label.chat.deleted', 'event.response', 'event.response.failed'],
  ...['engine.event', '*'],
]

const webhook = z.object({
  url: z.url({ protocol: /^https?$/, error: 'url must be a URL address' }),
  events: z.array(z.string()).check(
    z.refine((events) => events.every((name) => eventNames.includes(name)), {
      error: `each value in events must be one of the following values: ${eventNames.join(', ')}`,
    }),
  ),
  hmac: z.optional(z.object({ key: z.string() })),
  retries: z.optional(
    z.object({
      policy: z.enum(['constant', 'linear', 'exponential']),
      delaySeconds: z.number(),
      attempts: z.number(),
    }),
  ),
})
type Webhook = z.infer<typeof webhook>

/** The part of a session's configuration that the fake interprets; it keeps and returns the rest. */
export const sessionConfig = z.looseObject({
  metadata: z.optional(z.record(z.string(), z.string())),
  webhooks: z.optional(z.array(webhook)),
  noweb: z.optional(z.looseObject({ store: z.optional(z.looseObject({ enabled: z.optional(z.boolean()) })) })),
})
export type SessionConfig = z.infer<typeof sessionConfig>

/** The version that the fake reports. */
export const engineVersion = {
  version: '2026.8.2',
  engine: 'NOWEB',
  tier: 'CORE',
  browser: null,
  platform: 'linux/x64',
}
/** The environment as the gateway answers it, and sends it with every event. */
export const environment = { ...engineVersion, worker: { id: null } }

export type Linked = { id: string; pushName: string; lid: string; reachoutTimelock?: object | null }

/** An event as it was sent, for tests that replay it. */
export type SentEvent = { url: string; headers: Record<string, string>; raw: string }

type Source = { name: string; config: SessionConfig | null; me: Linked | null }

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
export const newUlid = () => Array.from(randomBytes(26), (byte) => alphabet[byte % 32]).join('')

function delayOf({ retries }: Webhook, attempt: number): number {
  const { policy, delaySeconds } = retries ?? { policy: 'constant', delaySeconds: 2 }
  if (policy === 'constant') return delaySeconds
  if (policy === 'linear') return delaySeconds * attempt
  return delaySeconds * 2 ** attempt * (1 + Math.random() * 0.2)
}

/** Sends events as the gateway does: signed over the raw bytes, repeated until accepted, in no promised order. */
export function createWebhooks(retrySecondMs: number) {
  let stopping = new AbortController()
  // Events of a gateway that is down; undefined while it runs.
  let held: (() => void)[] | undefined
  const underWay = new Set<Promise<void>>()
  const events: SentEvent[] = []

  async function deliver(target: Webhook, event: SentEvent): Promise<void> {
    const { signal } = stopping
    const retries = target.retries?.attempts ?? 15
    for (let attempt = 1; attempt <= retries + 1 && !signal.aborted; attempt += 1) {
      const isAccepted = await fetch(event.url, {
        method: 'POST',
        headers: event.headers,
        body: event.raw,
        signal,
      }).then(
        async (answer) => {
          await answer.body?.cancel()
          return answer.ok
        },
        () => false,
      )
      if (isAccepted || attempt > retries) return
      const waitMs = delayOf(target, attempt) * retrySecondMs
      // Only `close` and `die` end the pause early, and the loop checks for it next.
      await pause(waitMs, undefined, { signal }).catch(() => undefined)
    }
  }

  const webhooks = {
    events,
    /** Forgets the events that are not accepted yet, which are in memory alone; those from now on wait for `live`. */
    die(): void {
      stopping.abort()
      stopping = new AbortController()
      held ??= []
    },
    /** Sends what waited. */
    live(): void {
      const waiting = held ?? []
      held = undefined
      for (const sendLater of waiting) sendLater()
    },
    send(source: Source, name: string, payload: object): void {
      if (held) {
        held.push(() => webhooks.send(source, name, payload))
        return
      }
      const timestamp = Date.now()
      const raw = JSON.stringify({
        id: `evt_${newUlid()}`,
        timestamp,
        event: name,
        session: source.name,
        ...(source.config?.metadata ? { metadata: source.config.metadata } : {}),
        me: source.me,
        payload,
        engine: environment.engine,
        environment,
      })
      for (const target of source.config?.webhooks ?? []) {
        if (!target.events.includes(name) && !target.events.includes('*')) continue
        const headers: Record<string, string> = {
          'content-type': 'application/json',
          'user-agent': `WAHA/${environment.version}`,
          'x-webhook-request-id': newUlid().slice(0, 17),
          'x-webhook-timestamp': String(timestamp),
          ...(target.hmac && {
            'x-webhook-hmac': createHmac('sha512', target.hmac.key).update(raw).digest('hex'),
            'x-webhook-hmac-algorithm': 'sha512',
          }),
        }
        const event = { url: target.url, headers, raw }
        events.push(event)
        const delivery = deliver(target, event).finally(() => underWay.delete(delivery))
        underWay.add(delivery)
      }
    },
    /** Stops further tries of events and waits for those under way. */
    async close(): Promise<void> {
      stopping.abort()
      await Promise.all(underWay)
    },
  }
  return webhooks
}

export type Webhooks = ReturnType<typeof createWebhooks>
