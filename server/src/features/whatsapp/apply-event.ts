import type { StoredState } from '@casillero/shared/domain/message-state'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Chat, GatewayEvent } from '../../platform/whatsapp/gateway.ts'
import { readWish, type Wish } from './read-wish.ts'

type Of<Kind> = Extract<GatewayEvent, { kind: Kind }>

export type Acknowledgement = Of<'acknowledgement'>

export type ChatEvent = Of<'incoming' | 'written' | 'revoked'>

/**
 * Stores an event, and applies acknowledgements and events of the connection, in any order. Returns a chat's event the first time, else
 * null. If its time is far off (`isFresh` is false), only acknowledgements and the connection's state are skipped.
 */
export async function takeEvent(db: Db, event: GatewayEvent, isFresh: boolean): Promise<ChatEvent | null> {
  if (!isFresh && (event.kind === 'status' || event.kind === 'acknowledgement')) return null
  const isNew = await db
    .insertInto('webhook_events')
    .values({ event_id: event.id })
    .onConflict((seen) => seen.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  if (!isNew || event.kind === 'other') return null
  if (event.kind === 'status') await applyStatus(db, event)
  else if (event.kind === 'acknowledgement') await takeAcknowledgement(db, event)
  else if (event.kind === 'reaction') await keepReaction(db, event)
  else return event
  return null
}

/** The column's limit. */
const longestReaction = 40

/** Keeps the newest reaction to a message that is known; it waits for no person and is answered by no rule. */
async function keepReaction(db: Db, { messageId, isOwn, text, at }: Of<'reaction'>): Promise<void> {
  const body = [...text.toWellFormed().replace(/\p{Cc}/gu, '')].slice(0, longestReaction / 2).join('')
  await sql`
    insert into message_reactions as r (gateway_message_id, is_own, body, reacted_at)
    select ${messageId}, ${isOwn}, ${body}, least(${at}::timestamptz, clock_timestamp())
    where exists (select from conversation_messages m where m.gateway_message_id = ${messageId})
      or exists (select from messages m where m.gateway_message_id = ${messageId})
    on conflict (company_id, gateway_message_id, is_own) do update set body = excluded.body, reacted_at = excluded.reacted_at
    where excluded.reacted_at >= r.reacted_at`.execute(db)
}

async function applyStatus(db: Db, { status, at, linkedName, linkedPhone }: Of<'status'>): Promise<void> {
  // The gateway's clock may be wrong; a time in the future would override all later events.
  const atMostNow = sql<string>`least(${at}::timestamptz, clock_timestamp())`
  await db
    .updateTable('whatsapp_sessions')
    .set({
      status,
      status_at: atMostNow,
      error: null,
      // The event of the same return may come later, and is then ignored.
      ...(status === 'WORKING'
        ? {
            missed_since: sql<string | null>`case when status = 'WORKING' and linked_at is not null
              then begin_missed(missed_since, ${atMostNow}) else missed_since end`,
          }
        : {}),
      // Each new code is an event; the former code, shown until then, no longer works.
      ...(status === 'SCAN_QR_CODE' ? { qr_at: null } : { qr: null }),
      ...(linkedName === null ? {} : { linked_name: linkedName }),
      ...(linkedPhone === null ? {} : { linked_phone: linkedPhone }),
      ...(status === 'WORKING' ? { linked_at: sql<string>`coalesce(linked_at, clock_timestamp())` } : {}),
    })
    .where('wanted', 'is', null)
    .where(sql<boolean>`(status_at is null or status_at < ${atMostNow} or status_at > clock_timestamp())`)
    .execute()
}

// WhatsApp acknowledges only what was sent, whatever the gateway had answered. Such a message must not leave again.
const unsent: StoredState[] = ['queued', 'sending', 'unknown', 'failed', 'cancelled', 'expired']

// The states that an acknowledgement may raise, because acknowledgements come late, twice and out of order.
const steps: { atLeast: number; state: StoredState; from: StoredState[] }[] = [
  { atLeast: 3, state: 'read', from: [...unsent, 'sent', 'delivered'] },
  { atLeast: 2, state: 'delivered', from: [...unsent, 'sent'] },
  { atLeast: 1, state: 'sent', from: [...unsent, 'sent'] },
]

const mostEarly = 50

/** What becomes of a message whose id is not known yet is kept with the one that the company is sending; its outcome waits for the lock. */
async function takeAcknowledgement(db: Db, said: Acknowledgement): Promise<void> {
  if (!(await isSentFromHere(db, said.messageId)))
    await db
      .updateTable('messages')
      .set({ early_receipts: sql`coalesce(early_receipts, '[]') || jsonb_build_array(${JSON.stringify(said)}::jsonb)` })
      .where('state', '=', 'sending')
      .where(sql<boolean>`coalesce(jsonb_array_length(early_receipts), 0) < ${sql.lit(mostEarly)}`)
      .execute()
  // Also where the outcome was recorded meanwhile.
  await applyAcknowledgement(db, said)
}

/** After a restart the gateway reports messages that left through it as written on the phone. */
export async function isSentFromHere(db: Db, messageId: string): Promise<boolean> {
  const sent = await db
    .selectFrom('messages')
    .select('id')
    .where('gateway_message_id', '=', messageId)
    .executeTakeFirst()
  return sent !== undefined
}

const barred = 'WhatsApp no aceptó el mensaje: limitó los mensajes a clientes nuevos'

export async function applyAcknowledgement(
  db: Db,
  { messageId, level, alias, isBarred }: Acknowledgement,
): Promise<void> {
  const own = db.updateTable('messages').where('gateway_message_id', '=', messageId)
  const settled = { lease_until: null, updated_at: sql<string>`clock_timestamp()` }
  if (level < 0) {
    await own
      .set({ state: 'failed', error: isBarred ? barred : 'WhatsApp no pudo entregar el mensaje', ...settled })
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
      ...settled,
    })
    .where('state', 'in', step.from)
    .returning(['client_id as clientId', 'phone'])
    .executeTakeFirst()
  if (!message) return
  if (alias !== null) await learnAlias(db, alias, message.phone)
  if (step.state === 'read' && message.clientId !== null) await markChatsKnown(db, [message.clientId])
}

async function markChatsKnown(db: Db, clientIds: string[]): Promise<void> {
  await db
    .updateTable('clients')
    .set({ chat_known_at: sql<string>`clock_timestamp()` })
    .where('id', '=', matchAny(clientIds))
    .execute()
  await db
    .with('waiting', (rows) =>
      rows
        .selectFrom('messages')
        .select('id')
        .where('client_id', '=', matchAny(clientIds))
        .where('state', '=', 'queued')
        .where('to_stranger', '=', true)
        // Skips messages that are being claimed or acknowledged: they need no change, and their transaction may be waiting for the client.
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('messages')
    .set({ to_stranger: false })
    .where('id', 'in', (rows) => rows.selectFrom('waiting').select('id'))
    .execute()
}

// The column's limit.
const longestQuestion = 300

/** `question` is the text for a person to decide. */
type Reply = { wish: Wish; question: string | null }

function readReply(text: string): Reply {
  const wish = readWish(text)
  return { wish, question: wish === 'near' ? [...text.trim()].slice(0, longestQuestion / 2).join('') : null }
}

/** The phone came with the alias before, or in an acknowledgement. */
async function findPhone(db: Db, alias: string): Promise<string | undefined> {
  const [learnt, sent] = await Promise.all([
    db.selectFrom('chat_aliases').select('phone').where('alias', '=', alias).executeTakeFirst(),
    db
      .selectFrom('messages')
      .select('phone')
      .where('chat_alias', '=', alias)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return learnt?.phone ?? sent?.phone
}

/** Applies what the writer asked for before. */
export async function learnAlias(db: Db, alias: string, phone: string): Promise<void> {
  const before = await db
    .selectFrom('chat_aliases')
    .select(['phone', 'wants_none as wantsNone', 'opt_out_text as question'])
    .where('alias', '=', alias)
    .forUpdate()
    .executeTakeFirst()
  if (before?.phone === phone) return
  await db
    .insertInto('chat_aliases')
    .values({ alias, phone, next_ask_at: null })
    .onConflict((known) =>
      known
        .columns(['company_id', 'alias'])
        .doUpdateSet({ phone, wants_none: false, opt_out_text: null, next_ask_at: null }),
    )
    .execute()
  if (before?.phone !== null) return
  const { wantsNone, question } = before
  await noteReply(db, phone, { wish: wantsNone ? 'out' : question === null ? 'none' : 'near', question })
}

/** Stores only the writer's wish until the phone is known. */
async function askForPhone(db: Db, alias: string, { wish, question }: Reply): Promise<void> {
  const now = sql<string>`clock_timestamp()`
  const wantsNone = wish === 'out'
  await db
    .insertInto('chat_aliases')
    .values({ alias, phone: null, wants_none: wantsNone, opt_out_text: question, next_ask_at: now })
    .onConflict((known) =>
      known.columns(['company_id', 'alias']).doUpdateSet({
        wants_none: sql<boolean>`${wish !== 'in'} and (chat_aliases.wants_none or ${wantsNone})`,
        opt_out_text: sql<string | null>`coalesce(${question}::text, chat_aliases.opt_out_text)`,
        next_ask_at: now,
      }),
    )
    .execute()
}

/** Returns the phone of a chat, and stores the phone of an alias. */
export async function findWriter(db: Db, { phone, alias }: Chat): Promise<string | null> {
  if (phone !== null && alias !== null) await learnAlias(db, alias, phone)
  return phone ?? (alias === null ? null : ((await findPhone(db, alias)) ?? null))
}

/** Stores what a message says about notices: for the clients of the number, or for an alias without a known phone. */
export async function heedReply(db: Db, { text, alias }: Of<'incoming'>, writer: string | null): Promise<Wish> {
  const reply = readReply(text)
  if (writer !== null) await noteReply(db, writer, reply)
  else if (alias !== null) await askForPhone(db, alias, reply)
  return reply.wish
}

/** Marks the chat as known. A text that may ask for no messages is stored for a person to ask about. */
async function noteReply(db: Db, phone: string, { wish, question }: Reply): Promise<void> {
  const { rows } = await sql<{ id: string; isFirst: boolean }>`
    select client_id as id, is_first as "isFirst" from list_number_owners(current_company(), ${phone})`.execute(db)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  // Messages go to the first phone only, so only its chat counts as known.
  const known = rows.filter(({ isFirst }) => isFirst).map(({ id }) => id)
  if (known.length > 0) await markChatsKnown(db, known)
  const own = db.updateTable('clients').where('id', '=', matchAny(ids))
  // One who is held is silent until staff release them, who are asked then.
  const isFree = sql<boolean>`held_at is null`
  if (wish === 'out')
    await own
      .set({ messages_allowed: false, opt_out_text: sql<string | null>`case when not ${isFree} then 'BAJA' end` })
      .execute()
  if (wish === 'in') await own.set({ messages_allowed: isFree, opt_out_text: null }).execute()
  if (wish === 'near') await own.set({ opt_out_text: question }).where('messages_allowed', '=', true).execute()
}
