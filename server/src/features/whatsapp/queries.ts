import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

const secondsSince = (column: string) =>
  sql<number | null>`extract(epoch from clock_timestamp() - ${sql.ref(column)})::int`

/** The company's session as our own row has it; the gateway is never asked while a person waits. */
export function findSession(db: Db) {
  return db
    .selectFrom('whatsapp_sessions')
    .select(['status', 'linked_name as linkedName', 'error', 'qr', 'wanted', 'pause_reason as pauseReason'])
    .select(secondsSince('status_at').as('secondsInStatus'))
    .select(sql<boolean>`paused_until > clock_timestamp()`.as('isPaused'))
    .select(
      sql<boolean>`is_quiet(((default_pace() || pace) ->> 'quietFromHour')::int, ((default_pace() || pace) ->> 'quietToHour')::int)`.as(
        'isQuiet',
      ),
    )
    .executeTakeFirst()
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

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

/** How many messages in a row left without WhatsApp confirming any for two minutes: a connection that only looks alive. */
export async function countUnconfirmed(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('messages')
    .select('state')
    .where('sent_at', '<', sql<string>`clock_timestamp() - interval '2 minutes'`)
    .where('sent_at', '>', sql<string>`clock_timestamp() - interval '1 day'`)
    .orderBy('sent_at', 'desc')
    .limit(3)
    .execute()
  return rows.filter(({ state }) => state === 'sent' || state === 'unknown').length
}
