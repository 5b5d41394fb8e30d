import * as z from 'zod/mini'
import type { GatewayEvent, IncomingMessage, LinkedPhone } from './gateway.ts'

const word = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/))
const instant = z.pipe(
  z.number().check(z.gte(0), z.lte(Date.UTC(2100, 0))),
  z.transform((ms) => new Date(ms).toISOString()),
)

/** The account of the linked phone, as the gateway describes it. */
export const linkedAccount = z.optional(
  z.nullable(z.object({ id: z.string(), pushName: z.optional(z.nullable(z.string())) })),
)

/** Reads the linked phone; its name is the one that its owner gave it, else its number. */
export function phoneOfLinked(me: z.infer<typeof linkedAccount>): LinkedPhone {
  if (!me) return { linkedName: null, linkedPhone: null }
  const digits = me.id.replace(/\D.*$/, '').slice(0, 15)
  const name = me.pushName?.replace(/\p{Cc}/gu, ' ').trim() || `+${digits}`
  return { linkedName: name.toWellFormed().slice(0, 200), linkedPhone: digits || null }
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

// Beside the address of the sender, engines name the other one (number or alias): NOWEB in `key`, GOWS in `Info`.
const alternative = z.object({
  key: z.optional(z.object({ remoteJidAlt: z.optional(z.nullable(z.string())) })),
  Info: z.optional(z.object({ SenderAlt: z.optional(z.nullable(z.string())) })),
})

const payloadOfIncoming = z.object({
  id: z.optional(z.string()),
  from: z.string().check(z.regex(/^(?:\d{8,15}@(?:c\.us|s\.whatsapp\.net)|\d{1,20}@lid)$/)),
  fromMe: z.literal(false),
  body: z.optional(z.nullable(z.string())),
  _data: z.optional(z.unknown()),
})

const message = z.object({
  // An edit brings the new text.
  event: z.enum(['message', 'message.edited']),
  payload: payloadOfIncoming,
})

// A device of the same phone stands after a colon.
const addressForm = /^(\d{1,20})(?::\d+)?@(c\.us|s\.whatsapp\.net|lid)$/

const readAlias = (chat: string): string | null => {
  const [, digits, place] = addressForm.exec(chat) ?? []
  return place === 'lid' ? `${digits}@lid` : null
}

const readPhone = (chat: string): string | null => {
  const [, digits = '', place] = addressForm.exec(chat) ?? []
  return place !== 'lid' && digits.length >= 8 && digits.length <= 15 ? digits : null
}

function readAlternative(data: unknown): string {
  const found = alternative.safeParse(data).data
  return found?.key?.remoteJidAlt ?? found?.Info?.SenderAlt ?? ''
}

/** Reads a message to the company, of an event or of a list; null for any other. */
export function parseIncoming(payload: unknown): IncomingMessage | null {
  const { data } = payloadOfIncoming.safeParse(payload)
  if (!data) return null
  const { id = '', from, body, _data } = data
  const other = readAlternative(_data)
  return {
    // The chat stands before the message's id.
    messageId: id.split('_').at(-1) ?? '',
    phone: readPhone(from) ?? readPhone(other),
    alias: readAlias(from) ?? readAlias(other),
    text: body ?? '',
  }
}

/** Parses an event of the gateway; null for a value that is no event, `other` for an event without consequences. */
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
    // The chat stands before the message's id and is dropped: it may have another address by now.
    const messageId = payload.id.split('_').at(-1) ?? ''
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
  const incoming = message.safeParse(event)
  const read = incoming.success ? parseIncoming(incoming.data.payload) : null
  if (read) return { id, kind: 'incoming', phone: read.phone, alias: read.alias, text: read.text }
  return { id, kind: 'other' }
}
