import type { MessageState } from '@casillero/shared/contract/message-state'
import { phoneDigits, phoneLoginKeys } from '@casillero/shared/domain/phone'
import { sql } from 'kysely'
import { anyOf } from '../../platform/any-of.ts'
import type { Db } from '../../platform/database.ts'
import type { GatewayEvent } from '../../platform/gateway.ts'

/** Takes in one event of the gateway, once, whatever order they come in. */
export async function applyEvent(db: Db, event: GatewayEvent): Promise<void> {
  const isNew = await db
    .insertInto('webhook_events')
    .values({ event_id: event.id })
    .onConflict((seen) => seen.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  if (!isNew) return
  if (event.kind === 'status') await applyStatus(db, event)
  else if (event.kind === 'acknowledgement') await applyAcknowledgement(db, event)
  else if (event.kind === 'incoming') await applyIncoming(db, event)
}

type Of<Kind> = Extract<GatewayEvent, { kind: Kind }>

async function applyStatus(db: Db, { status, at, linkedName }: Of<'status'>): Promise<void> {
  await db
    .updateTable('whatsapp_sessions')
    .set({
      status,
      status_at: at,
      error: null,
      ...(status === 'SCAN_QR_CODE' ? {} : { qr: null }),
      ...(linkedName === null ? {} : { linked_name: linkedName }),
      ...(status === 'WORKING' ? { linked_at: sql<string>`coalesce(linked_at, clock_timestamp())` } : {}),
    })
    .where('wanted', 'is', null)
    .where((where) => where.or([where('status_at', 'is', null), where('status_at', '<', at)]))
    .execute()
}

// An id that WhatsApp knows was sent, whatever the gateway had answered: such a message must not leave again.
const unsent: MessageState[] = ['queued', 'sending', 'unknown', 'failed', 'cancelled', 'expired']

// What an acknowledgement lifts a message to, and from where: acknowledgements come late, twice and out of order.
const steps: { atLeast: number; state: MessageState; from: MessageState[] }[] = [
  { atLeast: 3, state: 'read', from: [...unsent, 'sent', 'delivered'] },
  { atLeast: 2, state: 'delivered', from: [...unsent, 'sent'] },
  { atLeast: 1, state: 'sent', from: [...unsent, 'sent'] },
]

async function applyAcknowledgement(db: Db, { messageId, level, alias }: Of<'acknowledgement'>): Promise<void> {
  const own = db.updateTable('messages').where('gateway_message_id', '=', messageId)
  const lifted = { lease_until: null, updated_at: sql<string>`clock_timestamp()` }
  if (level < 0) {
    await own
      .set({ state: 'failed', error: 'WhatsApp no pudo entregar el mensaje', ...lifted })
      .where('state', 'in', ['sending', 'unknown', 'sent'])
      .execute()
    return
  }
  const step = steps.find(({ atLeast }) => level >= atLeast)
  if (!step) return
  const now = sql<string>`clock_timestamp()`
  const message = await own
    .set({
      state: step.state,
      error: null,
      sent_at: sql<string>`coalesce(sent_at, ${now})`,
      confirmed_at: sql<string>`coalesce(confirmed_at, ${now})`,
      ...(alias === null ? {} : { chat_alias: alias }),
      ...lifted,
    })
    .where('state', 'in', step.from)
    .returning('client_id as clientId')
    .executeTakeFirst()
  if (message && step.state === 'read') await knowChat(db, [message.clientId])
}

async function knowChat(db: Db, clientIds: string[]): Promise<void> {
  await db
    .updateTable('clients')
    .set({ chat_known_at: sql<string>`clock_timestamp()` })
    .where('id', '=', anyOf(clientIds))
    .execute()
  await db
    .with('waiting', (rows) =>
      rows
        .selectFrom('messages')
        .select('id')
        .where('client_id', '=', anyOf(clientIds))
        .where('state', '=', 'queued')
        .where('to_stranger', '=', true)
        // One that is just being claimed or acknowledged has no need of it, and whoever holds it may wait for the client.
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('messages')
    .set({ to_stranger: false })
    .where('id', 'in', (rows) => rows.selectFrom('waiting').select('id'))
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

/** Whoever answers under an alias got a message of ours under it before. */
async function findPhone(db: Db, alias: string): Promise<string | undefined> {
  const told = await db
    .selectFrom('messages')
    .select('phone')
    .where('chat_alias', '=', alias)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return told?.phone
}

async function applyIncoming(db: Db, { from, text }: Of<'incoming'>): Promise<void> {
  const phone = 'phone' in from ? from.phone : await findPhone(db, from.alias)
  if (phone === undefined) return
  const clients = await db
    .selectFrom('clients')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('phone', 'in', [phoneDigits(phone), ...phoneLoginKeys(phone)])
    .execute()
  if (clients.length === 0) return
  const ids = clients.map(({ id }) => id)
  await knowChat(db, ids)
  if (optOuts.has(normalised(text))) {
    await db.updateTable('clients').set({ messages_allowed: false }).where('id', '=', anyOf(ids)).execute()
  }
}
