import * as z from 'zod/mini'
import type { GatewayEvent } from './gateway.ts'

const word = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/))
const instant = z.pipe(
  z.number().check(z.gte(0), z.lte(Date.UTC(2100, 0))),
  z.transform((ms) => new Date(ms).toISOString()),
)

/** The phone that a session is linked to, as the gateway describes it. */
export const linked = z.optional(z.nullable(z.object({ id: z.string(), pushName: z.optional(z.nullable(z.string())) })))

/** The name that its owner gave the phone, else its number; null where none is linked. */
export function linkedNameOf(me: z.infer<typeof linked>): string | null {
  if (!me) return null
  const name = me.pushName?.replace(/\p{Cc}/gu, ' ').trim() || `+${me.id.replace(/\D.*$/, '')}`
  return name.toWellFormed().slice(0, 200)
}

const envelope = z.object({ id: word, timestamp: instant })

const status = z.object({
  event: z.literal('session.status'),
  me: linked,
  payload: z.object({ status: word, statuses: z.optional(z.array(z.object({ status: word, timestamp: instant }))) }),
})

const acknowledgement = z.object({
  event: z.literal('message.ack'),
  payload: z.object({ id: word, from: z.optional(z.string()), fromMe: z.literal(true), ack: z.number() }),
})

const message = z.object({
  event: z.literal('message'),
  payload: z.object({
    from: z.string().check(z.regex(/^(?:\d{8,15}@(?:c\.us|s\.whatsapp\.net)|\d{1,20}@lid)$/)),
    fromMe: z.literal(false),
    body: z.optional(z.nullable(z.string())),
  }),
})

const aliasOf = (chat: string): string | null => /^\d{1,20}@lid$/.exec(chat)?.[0] ?? null

/** One of the gateway's events in our words; null for what is none, `other` for what does not concern us. */
export function parseWahaEvent(event: unknown): GatewayEvent | null {
  const known = envelope.safeParse(event)
  if (!known.success) return null
  const { id, timestamp } = known.data
  const changed = status.safeParse(event)
  if (changed.success) {
    const { me, payload } = changed.data
    const last = payload.statuses?.at(-1) ?? { status: payload.status, timestamp }
    return { id, kind: 'status', status: last.status, at: last.timestamp, linkedName: linkedNameOf(me) }
  }
  const acknowledged = acknowledgement.safeParse(event)
  if (acknowledged.success) {
    const { payload } = acknowledged.data
    // It carries the chat before the id, and the chat may have got another address since.
    const messageId = payload.id.split('_').at(-1) ?? ''
    return { id, kind: 'acknowledgement', messageId, level: payload.ack, alias: aliasOf(payload.from ?? '') }
  }
  const incoming = message.safeParse(event)
  if (incoming.success) {
    const { from, body } = incoming.data.payload
    const alias = aliasOf(from)
    return {
      id,
      kind: 'incoming',
      from: alias === null ? { phone: from.replace(/@.*$/, '') } : { alias },
      text: body ?? '',
    }
  }
  return { id, kind: 'other' }
}
