import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { RenderedMessage } from '../texts/render-client-messages.ts'
import { renderMessages } from '../texts/render-messages.ts'
import type { Claimed } from './record-outcome.ts'

const now = sql<string>`clock_timestamp()`

/** Undefined if another worker has taken it. */
function holdClaimed(db: Db, claimed: Claimed) {
  return db
    .selectFrom('messages')
    .select(['occasion', 'file_id as fileId'])
    .select(sql<boolean>`first_contact_at is not null`.as('isFirst'))
    .select(
      sql<boolean>`client_id is null or client_id in (select o.client_id from list_number_owners(company_id, phone) o)`.as(
        'isOfClient',
      ),
    )
    .where('id', '=', claimed.message_id)
    .where('gateway_message_id', '=', claimed.gateway_message_id)
    .where('state', '=', 'sending')
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the message's turn in the company's pace. */
async function giveUp(db: Db, id: string, why: string, isFirst: boolean): Promise<void> {
  const ended = { state: 'cancelled' as const, error: why, lease_until: null, first_contact_at: null, updated_at: now }
  await db.updateTable('messages').set(ended).where('id', '=', id).execute()
  await giveTurnBack(db, isFirst)
}

async function giveTurnBack(db: Db, isFirst: boolean): Promise<void> {
  const turn = { next_send_at: now, ...(isFirst ? { next_first_contact_at: now } : {}) }
  await db.updateTable('whatsapp_sessions').set(turn).execute()
}

/** Waits for the packages' price; `settle_waiting_messages` ends the wait. */
async function awaitPrice(db: Db, id: string, error: string, isFirst: boolean): Promise<void> {
  const waiting = { state: 'queued' as const, unpriced_at: now, error, lease_until: null, updated_at: now }
  await db
    .updateTable('messages')
    .set({ ...waiting, ...(isFirst ? { first_contact_at: null } : {}) })
    .where('id', '=', id)
    .execute()
  await giveTurnBack(db, isFirst)
}

async function saveRendering(
  db: Db,
  id: string,
  { body, phone, packages }: RenderedMessage & { why: null },
): Promise<void> {
  await db.updateTable('messages').set({ body, phone, updated_at: now }).where('id', '=', id).execute()
  const ids = packages.map(({ packageId }) => packageId)
  await db
    .updateTable('message_packages')
    .set({ is_told: false })
    .where('message_id', '=', id)
    .where(sql<boolean>`package_id <> all(${ids}::uuid[])`)
    .execute()
  const [weights, prices] = [packages.map(({ weight }) => weight), packages.map(({ totalPrice }) => totalPrice)]
  await sql`
    update message_packages l set told_weight = t.weight, told_price = t.price
    from unnest(${ids}::uuid[], ${weights}::numeric[], ${prices}::numeric[]) as t (package_id, weight, price)
    where l.message_id = ${id} and l.package_id = t.package_id`.execute(db)
}

/** `content` is null once the file was given up by age. */
const findFile = (db: Db, id: string) =>
  db.selectFrom('received_files').select(['kind', 'name', 'content']).where('id', '=', id).executeTakeFirstOrThrow()

/** As kept: a picture is WebP. */
export type LeavingFile = { kind: string; name: string | null; content: Buffer }

type Leaving = { phone: string; text: string; file: LeavingFile | null }

/** Null if it must not leave, or another worker has taken it. */
export async function renderLeaving(db: Db, claimed: Claimed): Promise<Leaving | null> {
  const held = await holdClaimed(db, claimed)
  if (!held) return null
  const isWritten = held.occasion === 'reply' || held.occasion === 'answer'
  if (isWritten && !held.isOfClient) {
    await giveUp(
      db,
      claimed.message_id,
      'El número dejó de ser del cliente antes de que saliera la respuesta',
      held.isFirst,
    )
    return null
  }
  // Texts of users, rules and servers of the version before are sent as they are.
  if (held.occasion === null || isWritten) {
    const kept = held.fileId === null ? null : await findFile(db, held.fileId)
    if (kept?.content === null) {
      await giveUp(db, claimed.message_id, 'El archivo venció antes de que saliera', held.isFirst)
      return null
    }
    return { phone: claimed.phone, text: claimed.body, file: kept && { ...kept, content: kept.content } }
  }
  const rendered = (await renderMessages(db, [claimed.message_id])).get(claimed.message_id)
  if (!rendered || rendered.why !== null) {
    await giveUp(db, claimed.message_id, rendered?.why ?? 'El aviso ya no corresponde', held.isFirst)
    return null
  }
  if (rendered.awaits !== undefined) {
    await awaitPrice(db, claimed.message_id, rendered.awaits, held.isFirst)
    return null
  }
  await saveRendering(db, claimed.message_id, rendered)
  return { phone: rendered.phone, text: rendered.body, file: null }
}
