import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** The company's session as our own row has it; the gateway is never asked while a person waits. */
export function findSession(db: Db) {
  return db
    .selectFrom('whatsapp_sessions')
    .select(['status', 'error', 'problem', 'qr', 'wanted', 'failed_from as failedFrom', 'is_unlinked as isUnlinked'])
    .select(['linked_name as linkedName', 'linked_phone as linkedPhone', 'linked_at as linkedAt'])
    .select('next_try_at as nextTryAt')
    .select(sql<number>`extract(epoch from clock_timestamp() - status_since)::int`.as('secondsInStatus'))
    .select(sql<boolean>`coalesce(next_try_at <= clock_timestamp(), true)`.as('isTryDue'))
    .select(sql<boolean>`(select are_strangers_barred from departures)`.as('areStrangersBarred'))
    .executeTakeFirst()
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** What holds messages back although the phone is linked: a pause, the night, or that only strangers are left to write to. */
export function findHolds(db: Db) {
  return db
    .selectFrom('departures')
    .select([
      'pause_reason as pauseReason',
      'is_paused as isPaused',
      'is_quiet as isQuiet',
      'quiet_to_hour as quietToHour',
      'is_ceiling_reached as isCeilingReached',
      'are_strangers_barred as areStrangersBarred',
      sql<boolean>`exists (select from messages where state = 'queued' and not to_stranger)`.as('isKnownChatWaiting'),
    ])
    .executeTakeFirst()
}

/** Whether a server of this installation has asked a gateway lately: that is what "configured" comes down to. */
export const isGatewayPolled = sql<boolean>`coalesce(gateway_polled_at() > clock_timestamp() - interval '2 minutes', false)`

/** Whether messages can leave at all: a gateway that is asked, and a phone that is linked. */
export const isConnected = sql<boolean>`(
  ${isGatewayPolled}
  and exists (select from whatsapp_sessions where status = 'WORKING' and error is null))`

export async function isGatewayConfigured(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isPolled: boolean }>`select ${isGatewayPolled} as "isPolled"`.execute(db)
  return rows[0]?.isPolled ?? false
}

/**
 * Writes the request that the worker carries out; a later request replaces the earlier one. Makes the company's row at the
 * first one. A request of an admin resets the count of tries; a start that no admin asked for is one more try.
 */
export async function upsertLifecycleRequest(db: Db, wanted: 'start' | 'restart' | 'logout'): Promise<void> {
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
      known.column('company_id').doUpdateSet({
        wanted,
        status: 'STARTING',
        qr: null,
        error: null,
        tries: wanted === 'start' ? sql<number>`whatsapp_sessions.tries + 1` : 0,
      }),
    )
    .execute()
}

/** Marks the QR as looked at for 30 seconds, in which the worker fetches it. */
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
