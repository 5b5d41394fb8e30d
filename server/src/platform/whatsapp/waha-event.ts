import * as z from 'zod/mini'
import type { GatewayEvent, LinkedPhone } from './gateway.ts'
import { parseChatMessage, payloadOfChat, readAlias, readBareId, readChat } from './waha-message.ts'

const word = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/))
const instant = z.pipe(
  z.number().check(z.gte(0), z.lte(Date.UTC(2100, 0))),
  z.transform((ms) => new Date(ms).toISOString()),
)

/** Has the form of the gateway's answer. */
export const linkedAccount = z.optional(
  z.nullable(z.object({ id: z.string(), pushName: z.optional(z.nullable(z.string())) })),
)

/** Takes the owner's name for it, else its number. */
export function phoneOfLinked(me: z.infer<typeof linkedAccount>): LinkedPhone {
  if (!me) return { linkedName: null, linkedPhone: null }
  const digits = me.id.replace(/\D.*$/, '').slice(0, 15)
  const name = me.pushName?.replace(/\p{Cc}/gu, ' ').trim() || `+${digits}`
  return { linkedName: name.slice(0, 200).toWellFormed(), linkedPhone: digits || null }
}

const envelope = z.object({ id: word, timestamp: instant })

const status = z.object({
  event: z.literal('session.status'),
  me: linkedAccount,
  payload: z.object({ status: word, statuses: z.optional(z.array(z.object({ status: word, timestamp: instant }))) }),
})

const acknowledgement = z.object({
  event: z.literal('message.ack'),
  payload: z.object({
    id: word,
    from: z.optional(z.string()),
    fromMe: z.literal(true),
    ack: z.number(),
    error: z.optional(z.unknown()),
  }),
})
const errorOfBarred = z.object({ code: z.pipe(z.union([z.string(), z.number()]), z.transform(Number)) })

const message = z.object({
  // The first two bring the same message, the third a new text.
  event: z.enum(['message', 'message.any', 'message.edited']),
  session: word,
  payload: z.unknown(),
})

const revocation = z.object({
  event: z.literal('message.revoked'),
  payload: z.object({ after: payloadOfChat, revokedMessageId: z.string() }),
})

const reaction = z.object({
  event: z.literal('message.reaction'),
  payload: z.object({
    fromMe: z.boolean(),
    reaction: z.object({ text: z.nullable(z.string()), messageId: z.string() }),
  }),
})

/** Null for a value that is no event; `other` for an event without effect. */
export function parseWahaEvent(event: unknown): GatewayEvent | null {
  const known = envelope.safeParse(event)
  if (!known.success) return null
  const { id, timestamp } = known.data
  const changed = status.safeParse(event)
  if (changed.success) {
    const { me, payload } = changed.data
    const last = payload.statuses?.at(-1) ?? { status: payload.status, timestamp }
    return { id, kind: 'status', status: last.status, at: last.timestamp, ...phoneOfLinked(me) }
  }
  const acknowledged = acknowledgement.safeParse(event)
  if (acknowledged.success) {
    const { payload } = acknowledged.data
    // Drops the chat before the message's id: its address may have changed.
    const messageId = readBareId(payload.id)
    const isBarred = errorOfBarred.safeParse(payload.error).data?.code === 463
    return {
      id,
      kind: 'acknowledgement',
      messageId,
      level: payload.ack,
      alias: readAlias(payload.from ?? ''),
      isBarred,
    }
  }
  const reacted = reaction.safeParse(event).data?.payload
  if (reacted) {
    const { text, messageId } = reacted.reaction
    return {
      id,
      kind: 'reaction',
      messageId: readBareId(messageId),
      isOwn: reacted.fromMe,
      text: text ?? '',
      at: timestamp,
    }
  }
  return { id, ...parseChatEvent(event) }
}

type WithoutId<Event> = Event extends unknown ? Omit<Event, 'id'> : never

function parseChatEvent(event: unknown): WithoutId<GatewayEvent> {
  const sent = message.safeParse(event)
  const read = sent.success ? parseChatMessage(sent.data.payload, sent.data.session) : null
  if (read) {
    const { isOwn, isOurs, ...chat } = read
    // The queue knows what it sent.
    if (isOurs) return { kind: 'other' }
    return { kind: isOwn ? 'written' : 'incoming', ...chat }
  }
  const revoked = revocation.safeParse(event).data?.payload
  if (!revoked) return { kind: 'other' }
  const { after, revokedMessageId } = revoked
  return { kind: 'revoked', messageId: readBareId(revokedMessageId), isOwn: after.fromMe, ...readChat(after) }
}
