import type { Client } from '@casillero/shared/contract/clients'
import { sql } from 'kysely'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { addClientLink } from '../client-pages/client-links.ts'
import { chooseWriter } from '../clients/choose-writer.ts'
import { getClient, lockClient } from '../clients/queries.ts'
import { removeClient } from '../clients/remove-client.ts'
import { createClient } from '../clients/save-clients.ts'
import { notifyClient } from '../messages/notify/notify-client.ts'
import { recipientPhone } from '../messages/queue/enqueue-message.ts'
import { enqueueReply } from '../messages/queue/enqueue-reply.ts'

/** Before the welcome leaves, so that an approval can be undone. */
const undoSeconds = 10
/** As long as its message may wait. */
const welcomeMinutes = 48 * 60

const lockColumns = ['id', 'state', 'phone', 'email', 'city', 'client_id as clientId'] as const

export type LockedSignup = Awaited<ReturnType<typeof lockWaiting>>

const deeds: Readonly<Record<string, string>> = { approved: 'aprobó', joined: 'unió', rejected: 'rechazó' }

/** Throws `not_found`, `signup_decided`. */
export async function lockWaiting(db: Db, id: string) {
  const row = await db
    .selectFrom('signups as s')
    .leftJoin('users as u', 'u.id', 's.decided_by')
    .select(lockColumns.map((column) => `s.${column}` as const))
    .select(['s.first_name as firstName', 's.last_names as lastNames', 'u.full_name as fullName'])
    .select(sql<boolean>`s.phone_proven_at is not null`.as('isProven'))
    .where('s.id', '=', id)
    .forUpdate('s')
    .executeTakeFirst()
  if (!row || row.state === 'open') throw new AppError('not_found')
  if (row.state !== 'waiting')
    throw new AppError('signup_decided', {
      values: { user: row.fullName ?? 'El cliente', deed: deeds[row.state] ?? 'anuló' },
    })
  return row
}

const decided = { decided_by: sql<string>`current_user_id()`, decided_at: sql<string>`app_now()` }

/** Where the company's staff came last; null until they came. */
export async function readPagesOrigin(db: Db): Promise<string | null> {
  const { origin } = await db.selectFrom('companies').select('pages_origin as origin').executeTakeFirstOrThrow()
  return origin
}

/** Makes the client of a locked request, and sends the welcome. Throws `signup_phone_required`, and what `createClient` throws. */
export async function makeClient(
  db: Db,
  signup: LockedSignup,
  author: Pick<Session, 'userType'>,
  { holdSeconds, typedPhone }: { holdSeconds: number; typedPhone?: string | undefined },
): Promise<Client> {
  const { id, firstName, lastNames, email, city, isProven } = signup
  const phone = signup.phone === null ? typedPhone : `+${recipientPhone(signup.phone)}`
  if (phone === undefined) throw fieldError('signup_phone_required', 'phone')
  const client = await createClient(
    db,
    {
      ...{ firstName, middleName: null, lastNames, phone },
      ...{ email, address: null, city, department: null },
      ...{ defaultTariffMaritimoId: null, defaultTariffAereoId: null, isSignedUp: true },
    },
    author,
  )
  // Their message made the chat a known one before there was a client.
  if (isProven)
    await db
      .updateTable('clients')
      .set({ chat_known_at: sql<string>`clock_timestamp()` })
      .where('id', '=', client.id)
      .execute()
  await db
    .updateTable('signups')
    .set({ state: 'approved', client_id: client.id, phone: client.phone, ...decided })
    .where('id', '=', id)
    .execute()
  const origin = await readPagesOrigin(db)
  const link =
    origin === null ? {} : { link: (await addClientLink(db, client.id, origin, welcomeMinutes, welcomed)).url }
  await notifyClient(db, {
    ...{ eventKey: `welcome:${id}:${client.id}`, occasion: 'welcome', clientId: client.id, invoiceId: null },
    ...{ values: {}, holdSeconds, ...link },
  })
  return await getClient(db, client.id)
}

const welcomed = { from: null, as: 'staff' } as const

/** `phone` is what staff type for a number that is hidden. docs/product/sign-up.md, "Solicitudes". */
export async function approveSignup(
  db: Db,
  id: string,
  { phone }: { phone?: string | undefined },
  caller: Session,
): Promise<Client> {
  return await makeClient(db, await lockWaiting(db, id), caller, { holdSeconds: undoSeconds, typedPhone: phone })
}

/** Deletes the client again. Throws `signup_undo_too_late`, and what `removeClient` throws. */
export async function undoApproval(db: Db, id: string): Promise<void> {
  const signup = await db
    .selectFrom('signups')
    .select('client_id as clientId')
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .where('decided_by', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!signup?.clientId) throw new AppError('not_found')
  const { clientId } = signup
  const cancelled = await db
    .updateTable('messages')
    .set({ state: 'cancelled', error: 'Se deshizo la aprobación', updated_at: sql<string>`clock_timestamp()` })
    .where('event_key', '=', `welcome:${id}:${clientId}`)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  if (!cancelled) throw new AppError('signup_undo_too_late')
  await db
    .updateTable('signups')
    .set({
      ...{ state: 'waiting', client_id: null, decided_by: null, decided_at: null },
      // What staff typed for a hidden number is typed anew.
      phone: sql<string | null>`case when alias is null or phone_proven_at is not null then phone end`,
    })
    .where('id', '=', id)
    .execute()
  await removeClient(db, clientId)
}

const findChat = (db: Db, phone: string) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where(sql<boolean>`phone = any (number_keys(${phone}))`)
    .executeTakeFirst()

/**
 * Gives the proven number to a client as their second phone, and tells their first. Throws `signup_phone_unproven`, and what
 * `chooseWriter` throws. docs/product/sign-up.md, "Solicitudes".
 */
export async function joinSignup(db: Db, id: string, clientId: string, caller: Session): Promise<Client> {
  const { phone, isProven } = await lockWaiting(db, id)
  const client = await lockClient(db, clientId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') throw fieldError('reference_not_found', 'clientId')
    throw error
  })
  const { rows } = await sql<{ isOwn: boolean }>`
    select coalesce(${client.phone} = any (number_keys(${phone})), false) as "isOwn"`.execute(db)
  const isOwn = rows[0]?.isOwn === true
  const chat = phone === null || isOwn ? undefined : await findChat(db, phone)
  if (!isOwn && (phone === null || !isProven || chat === undefined)) throw new AppError('signup_phone_unproven')
  if (phone !== null && chat) await chooseWriter(db, chat.id, { clientId, phone }, caller)
  await db
    .updateTable('signups')
    .set({ state: 'joined', client_id: clientId, ...decided })
    .where('id', '=', id)
    .execute()
  if (chat && phone !== null) {
    await notifyClient(db, {
      ...{ eventKey: `phone_added:${id}`, occasion: 'phone_added', clientId, invoiceId: null, values: {} },
    })
    await greetJoined(db, { id, phone, conversationId: chat.id, client })
  }
  return await getClient(db, clientId)
}

type Joined = { id: string; phone: string; conversationId: string; client: Client }

/** The new number is no first phone, to which links leave, so that its answer has one. */
async function greetJoined(db: Db, { id, phone, conversationId, client }: Joined): Promise<void> {
  const origin = await readPagesOrigin(db)
  const link =
    origin === null
      ? ''
      : `\n\nEntre aquí: ${(await addClientLink(db, client.id, origin, welcomeMinutes, welcomed)).url}`
  await enqueueReply(db, {
    ...{ eventKey: `signup:${id}:joined`, occasion: 'answer', rule: 'signup' },
    ...{ conversationId, clientId: client.id, phone },
    text: `Listo: agregamos este número a su casillero ${client.casillero}.${link}`,
  })
}

/** A number that wrote gets the sentence as an answer of staff; to any other nothing is written. */
export async function rejectSignup(
  db: Db,
  id: string,
  reason: string,
  { userId }: Session,
): Promise<{ id: string; isTold: boolean }> {
  const { phone, isProven } = await lockWaiting(db, id)
  await db
    .updateTable('signups')
    .set({ state: 'rejected', reject_reason: reason, ...decided })
    .where('id', '=', id)
    .execute()
  const chat = isProven && phone !== null ? await findChat(db, phone) : undefined
  if (!chat || phone === null) return { id, isTold: false }
  await enqueueReply(db, {
    ...{ eventKey: `signup:${id}:rejected`, occasion: 'reply', waitedSeconds: null, authorId: userId },
    ...{ conversationId: chat.id, clientId: null, phone, text: reason },
  })
  return { id, isTold: true }
}

/** The number's owner says that the client is theirs after all, or staff found out. */
export async function releaseClient(db: Db, id: string): Promise<Client> {
  await lockClient(db, id)
  await db
    .updateTable('clients')
    .set({ held_at: null, messages_allowed: true })
    .where('id', '=', id)
    .where('held_at', 'is not', null)
    .execute()
  return await getClient(db, id)
}
