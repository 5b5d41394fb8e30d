import { readSignupCodes } from '@casillero/shared/domain/signup-code'
import { shortenName } from '@casillero/shared/domain/spanish-name'
import { toPlain } from '@casillero/shared/domain/template'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { sendAccess } from '../client-pages/client-links.ts'
import { openPhones } from '../clients/require-phone.ts'
import { type LockedSignup, lockWaiting, makeClient, readPagesOrigin } from './decide-signup.ts'
import { actAsClient } from './signup-request.ts'

/** Tries of one chat in 24 hours. */
const mostTries = 5
/** Clients of one number who get a link. */
const mostOwners = 3

/** What a message of a chat did. `text` is the answer, `isEnough` that no person has to look. */
export type SignupOutcome = { text: string | null; clientId: string | null; isEnough: boolean }

type Written = { conversationId: string; phone: string | null; alias: string | null; text: string }

/** An edit may have taken a code back. */
async function isWithinTries(db: Db, conversationId: string): Promise<boolean> {
  const { rows } = await sql<{ body: string; isEdited: boolean }>`
    select m.body, m.edited_at is not null as "isEdited" from conversation_messages m
    where m.conversation_id = ${conversationId} and not m.is_own and (m.edited_at is not null or m.search_text like '%alta%')
      and m.created_at > app_now() - interval '1 day'`.execute(db)
  return rows.filter(({ body, isEdited }) => isEdited || readSignupCodes(body).length > 0).length <= mostTries
}

/** Uses a code up. Null if none is meant, or it is unknown, old or used, or the company is closed or makes its clients itself. */
async function takeCode(db: Db, { conversationId, text, alias }: Written): Promise<string | null> {
  const codes = readSignupCodes(text)
  if (codes.length === 0 || !(await isWithinTries(db, conversationId))) return null
  await actAsClient(db)
  const taken = await db
    .updateTable('signups')
    .set({ state: 'waiting', chat_code: null, chat_code_until: null, alias })
    // A text that has the codes of two requests proves one.
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('signups as o').select('o.id').where('o.chat_code', 'in', codes).orderBy('o.id').limit(sql.lit(1)),
    )
    .where('state', '=', 'open')
    .where('chat_code_until', '>', sql<string>`app_now()`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('companies')
          .select('companies.id')
          .where('companies.sign_up', '<>', 'off')
          .where('companies.status', '=', 'active'),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return taken?.id ?? null
}

type Owner = { id: string; casillero: string; isFirst: boolean; isHeld: boolean }

const listOwners = async (db: Db, phone: string): Promise<Owner[]> => {
  const { rows } = await sql<Owner>`
    select c.id, c.casillero, o.is_first as "isFirst", c.held_at is not null as "isHeld"
    from list_number_owners(current_company(), ${phone}) o join clients c on c.id = o.client_id
    order by c.id limit ${sql.lit(mostOwners)}`.execute(db)
  return rows
}

/** No second client: the chat names the first, and a link leads there. */
async function greetOwners(db: Db, signup: LockedSignup, owners: readonly Owner[]): Promise<SignupOutcome> {
  const [owner] = owners
  const clientId = owner?.id ?? null
  await db
    .updateTable('signups')
    .set({ state: 'joined', client_id: clientId, decided_at: sql<string>`app_now()` })
    .where('id', '=', signup.id)
    .execute()
  const origin = await readPagesOrigin(db)
  for (const { id, isFirst } of owners) if (origin !== null && isFirst) await sendAccess(db, id, origin)
  const named = owners.map(({ casillero }) => casillero).join(', ')
  return { text: `Ya es cliente: su casillero es ${named}.`, clientId, isEnough: true }
}

/** Approved one after the other, two requests of one person would share the number between two clients. */
const endRepeated = (db: Db, id: string) =>
  db
    .updateTable('signups as s')
    .from('signups as new')
    .set({ state: 'ended' })
    .where('new.id', '=', id)
    .whereRef('s.id', '<>', 'new.id')
    .whereRef('s.phone', '=', 'new.phone')
    .whereRef('s.sort_name', '=', 'new.sort_name')
    .where('s.state', '=', 'waiting')
    .where('s.phone_proven_at', 'is not', null)
    .execute()

/**
 * Goes on with a request whose number is known by its message: a client, or the wait for staff.
 * docs/product/sign-up.md, "The message".
 */
export async function settleSignup(db: Db, id: string, phone: string): Promise<SignupOutcome> {
  await actAsClient(db)
  await db
    .updateTable('signups')
    .set({
      phone,
      phone_proven_at: sql<string>`app_now()`,
      search_text: sql<string>`search_text || ' ' || ${phone}`,
    })
    .where('id', '=', id)
    .execute()
  const signup = await lockWaiting(db, id)
  await endRepeated(db, id)
  const owners = await listOwners(db, phone)
  const free = owners.filter(({ isHeld }) => !isHeld)
  if (free.length > 0) return await greetOwners(db, signup, free)
  const { signUp } = await db.selectFrom('companies').select('sign_up as signUp').executeTakeFirstOrThrow()
  const number = `+${phone}`
  // A number that no client can have is for staff to see, and one whose client is held.
  if (signUp === 'automatic' && owners.length === 0 && (await openPhones(db, [number]))(number) !== undefined) {
    const client = await makeClient(db, signup, { userType: 'user' }, { holdSeconds: 0 })
    return { text: null, clientId: client.id, isEnough: true }
  }
  const name = toPlain(shortenName(signup.firstName))
  const text = `Gracias, ${name}. Recibimos su solicitud; la revisamos y le avisamos por aquí. ¿No fue usted? Responda NO.`
  return { text, clientId: null, isEnough: true }
}

/** Handles a message with the code of a request; null for any other. */
async function receiveCode(db: Db, written: Written): Promise<SignupOutcome | null> {
  const id = await takeCode(db, written)
  if (id === null) return null
  // The gateway is asked for the number; the job goes on when it is known.
  if (written.phone === null) return { text: null, clientId: null, isEnough: true }
  return await settleSignup(db, id, written.phone)
}

const isNo = (text: string): boolean => /^[^\p{L}\d]*no[^\p{L}\d]*$/iu.test(text)

/**
 * Ends a request of the last seven days where its welcome, or that it waits, is the last word of the company in the chat.
 * Held is a client that came of it and has the number: not the older one that it was merged into.
 */
async function denySignup(db: Db, { conversationId, phone, text }: Written): Promise<SignupOutcome | null> {
  if (phone === null || !isNo(text)) return null
  const { rows } = await sql<{ id: string; clientId: string | null }>`
    select s.id, c.id as "clientId" from signups s
    left join clients c on c.id = s.client_id and c.created_at = s.decided_at and c.phone = any (number_keys(${phone}))
    where s.phone = any (number_keys(${phone})) and s.state in ('waiting', 'approved')
      and coalesce(s.decided_at, s.created_at) > app_now() - interval '7 days'
      and (
        select m.occasion = 'welcome' or m.answer_rule = 'signup' from messages m
        where (m.client_id = s.client_id or m.conversation_id = ${conversationId}) and m.state in ('sent', 'delivered', 'read')
          and not exists (select from conversation_messages o
            where o.conversation_id = ${conversationId} and o.is_own and o.written_at > m.created_at)
        order by m.id desc limit 1)
    order by s.id desc limit 1
    for update of s`.execute(db)
  const [denied] = rows
  if (!denied) return null
  const { id, clientId } = denied
  await actAsClient(db)
  await db.updateTable('signups').set({ state: 'ended' }).where('id', '=', id).execute()
  if (clientId !== null)
    await db
      .updateTable('clients')
      .set({ held_at: sql<string>`app_now()`, messages_allowed: false })
      .where('id', '=', clientId)
      .execute()
  const ended = clientId === null ? 'anulamos esa solicitud' : 'anulamos esa alta y cerramos su acceso'
  return { text: `Listo: ${ended}. Disculpe la molestia.`, clientId, isEnough: clientId === null }
}

/** Null for a message that is of no request. docs/product/sign-up.md, "The message". */
export const receiveSignup = async (db: Db, written: Written): Promise<SignupOutcome | null> =>
  (await receiveCode(db, written)) ?? (await denySignup(db, written))
