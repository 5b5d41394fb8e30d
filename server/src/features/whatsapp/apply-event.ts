import { phoneDigits, phoneLoginKeys } from '@casillero/shared/domain/phone'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { anyOf } from '../../platform/any-of.ts'
import type { Db } from '../../platform/database.ts'

const me = z.optional(z.nullable(z.object({ id: z.string(), pushName: z.optional(z.nullable(z.string())) })))

const moment = z.object({ status: z.string(), timestamp: z.number() })

const statusEvent = z.object({
  event: z.literal('session.status'),
  timestamp: z.number(),
  me,
  payload: z.object({ status: z.string(), statuses: z.optional(z.array(moment)) }),
})

const ackEvent = z.object({
  event: z.literal('message.ack'),
  payload: z.object({ id: z.string(), fromMe: z.boolean(), ack: z.number() }),
})

const messageEvent = z.object({
  event: z.literal('message'),
  payload: z.object({ from: z.string(), fromMe: z.boolean(), body: z.optional(z.nullable(z.string())) }),
})

const envelope = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })

/** Takes in one event of the gateway, once, whatever order they come in. What we do not know is passed over. */
export async function applyEvent(db: Db, event: unknown): Promise<void> {
  const known = envelope.safeParse(event)
  if (!known.success) return
  const isNew = await db
    .insertInto('webhook_events')
    .values({ event_id: known.data.id })
    .onConflict((seen) => seen.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  if (!isNew) return
  const status = statusEvent.safeParse(event)
  if (status.success) return await applyStatus(db, status.data)
  const ack = ackEvent.safeParse(event)
  if (ack.success && ack.data.payload.fromMe) return await applyAck(db, ack.data.payload)
  const message = messageEvent.safeParse(event)
  if (message.success && !message.data.payload.fromMe) await applyIncoming(db, message.data.payload)
}

async function applyStatus(db: Db, { timestamp, payload, me: linked }: z.infer<typeof statusEvent>): Promise<void> {
  const last = payload.statuses?.at(-1) ?? { status: payload.status, timestamp }
  const at = new Date(last.timestamp).toISOString()
  const name = linked ? linked.pushName || `+${linked.id.split('@')[0]}` : null
  await db
    .updateTable('whatsapp_sessions')
    .set({
      status: last.status,
      status_at: at,
      error: null,
      ...(last.status === 'SCAN_QR_CODE' ? {} : { qr: null }),
      ...(name === null ? {} : { linked_name: name }),
      ...(last.status === 'WORKING' ? { linked_at: sql<string>`coalesce(linked_at, clock_timestamp())` } : {}),
    })
    .where('wanted', 'is', null)
    .where((where) => where.or([where('status_at', 'is', null), where('status_at', '<', at)]))
    .execute()
}

// What an acknowledgement lifts a message to, and from where: acknowledgements come late, twice and out of order.
const steps = [
  { atLeast: 3, state: 'read', from: ['sending', 'unknown', 'failed', 'sent', 'delivered'] },
  { atLeast: 2, state: 'delivered', from: ['sending', 'unknown', 'failed', 'sent'] },
  { atLeast: 1, state: 'sent', from: ['sending', 'unknown', 'failed'] },
] as const

async function applyAck(db: Db, payload: { id: string; ack: number }): Promise<void> {
  const bareId = payload.id.split('_').at(-1) ?? ''
  const own = db.updateTable('messages').where('gateway_message_id', '=', bareId)
  const lifted = { lease_until: null, updated_at: sql<string>`clock_timestamp()` }
  if (payload.ack < 0) {
    await own
      .set({ state: 'failed', error: 'WhatsApp no pudo entregar el mensaje', ...lifted })
      .where('state', 'in', ['sending', 'unknown', 'sent'])
      .execute()
    return
  }
  const step = steps.find(({ atLeast }) => payload.ack >= atLeast)
  if (!step) return
  const message = await own
    .set({ state: step.state, error: null, sent_at: sql<string>`coalesce(sent_at, clock_timestamp())`, ...lifted })
    .where('state', 'in', step.from)
    .returning('client_id as clientId')
    .executeTakeFirst()
  if (message && step.state !== 'sent') await knowChat(db, [message.clientId])
}

async function knowChat(db: Db, clientIds: string[]): Promise<void> {
  await db
    .updateTable('clients')
    .set({ chat_known_at: sql<string>`clock_timestamp()` })
    .where('id', '=', anyOf(clientIds))
    .execute()
}

const optOuts = new Set(['BAJA', 'STOP', 'ALTO', 'CANCELAR', 'NO MAS'])

const normalised = (body: string) =>
  body
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\s]/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toUpperCase()

async function applyIncoming(
  db: Db,
  { from, body }: { from: string; body?: string | null | undefined },
): Promise<void> {
  const [phone = '', place] = from.split('@')
  if (place !== 'c.us' && place !== 's.whatsapp.net') return
  const clients = await db
    .selectFrom('clients')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('phone', 'in', [phoneDigits(phone), ...phoneLoginKeys(phone)])
    .execute()
  if (clients.length === 0) return
  const ids = clients.map(({ id }) => id)
  await knowChat(db, ids)
  if (optOuts.has(normalised(body ?? ''))) {
    await db.updateTable('clients').set({ messages_allowed: false }).where('id', '=', anyOf(ids)).execute()
  }
}
