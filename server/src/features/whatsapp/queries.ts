import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

const secondsSince = (column: string) =>
  sql<number | null>`extract(epoch from clock_timestamp() - ${sql.ref(column)})::int`

/** The company's session as our own row has it; the gateway is never asked while a person waits. */
export function findSession(db: Db) {
  return db
    .selectFrom('whatsapp_sessions')
    .select(['status', 'linked_name as linkedName', 'error', 'qr', 'wanted'])
    .select(secondsSince('status_at').as('secondsInStatus'))
    .executeTakeFirst()
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

const pace = sql`(known_pace() || pace)`

/** What holds messages back although the phone is linked: a pause, the night, or that only strangers are left to write to. */
export function findHolds(db: Db) {
  return db
    .selectFrom('whatsapp_sessions')
    .select([
      'pause_reason as pauseReason',
      sql<boolean>`paused_until > clock_timestamp()`.as('isPaused'),
      sql<boolean>`is_quiet((${pace} ->> 'quietFromHour')::int, (${pace} ->> 'quietToHour')::int)`.as('isQuiet'),
      sql<number>`(${pace} ->> 'quietToHour')::int`.as('quietToHour'),
      sql<boolean>`first_contacts_left(company_id, ${pace}, linked_at) <= 0`.as('isCeilingReached'),
      // Farther away than any pause between two strangers.
      sql<boolean>`next_first_contact_at > clock_timestamp()
        + (${pace} ->> 'firstMostMs')::numeric * interval '1 millisecond'`.as('areStrangersBarred'),
      sql<boolean>`exists (select from messages where state = 'queued' and not to_stranger)`.as('isKnownChatWaiting'),
    ])
    .executeTakeFirst()
}

/** Whether messages can leave at all: a gateway that is asked, and a phone that is linked. */
export const isConnected = sql<boolean>`(
  coalesce(gateway_polled_at() > clock_timestamp() - interval '2 minutes', false)
  and exists (select from whatsapp_sessions where status = 'WORKING' and error is null))`

/** Whether a server of this installation has asked a gateway lately: that is what "configured" comes down to. */
export async function isGatewayConfigured(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isFresh: boolean | null }>`
    select gateway_polled_at() > clock_timestamp() - interval '2 minutes' as "isFresh"`.execute(db)
  return rows[0]?.isFresh ?? false
}

/** Asks the worker for something; one wish at a time, the later one counts. Makes the company's row at the first one. */
export async function insertWish(db: Db, wanted: 'start' | 'restart' | 'logout'): Promise<void> {
  await db
    .insertInto('whatsapp_sessions')
    .values({
      name: `t-${randomBytes(12).toString('hex')}`,
      webhook_token: randomBytes(32).toString('base64url'),
      hmac_key: randomBytes(32).toString('hex'),
      wanted: 'start',
      status: 'STARTING',
    })
    .onConflict((known) =>
      known.column('company_id').doUpdateSet({ wanted, status: 'STARTING', qr: null, error: null }),
    )
    .execute()
}

/** Somebody looks at the QR: the worker fetches it while they do. */
export async function wantQr(db: Db): Promise<void> {
  await db
    .updateTable('whatsapp_sessions')
    .set({ qr_wanted_until: sql`clock_timestamp() + interval '30 seconds'` })
    .execute()
}

/** How many of the last three messages WhatsApp has not confirmed for two minutes: a connection that only looks alive. */
export async function countUnconfirmed(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('messages')
    .select('confirmed_at as confirmedAt')
    .where('sent_at', '<', sql<string>`clock_timestamp() - interval '2 minutes'`)
    .where('sent_at', '>', sql<string>`clock_timestamp() - interval '1 day'`)
    .orderBy('sent_at', 'desc')
    .limit(3)
    .execute()
  return rows.filter(({ confirmedAt }) => confirmedAt === null).length
}
