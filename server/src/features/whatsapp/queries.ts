import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export function findSession(db: Db) {
  return db
    .selectFrom('whatsapp_sessions')
    .select(['status', 'error', 'problem', 'qr', 'wanted as request'])
    .select(['failed_from as failedFrom', 'is_unlinked as isUnlinked'])
    .select(['linked_name as linkedName', 'linked_phone as linkedPhone', 'linked_at as linkedAt'])
    .select('next_try_at as nextTryAt')
    .select(sql<number>`extract(epoch from clock_timestamp() - status_since)::int`.as('secondsInStatus'))
    .select(sql<boolean>`coalesce(next_try_at <= clock_timestamp(), true)`.as('isTryDue'))
    .select(
      sql<boolean>`coalesce(deaf_since is not null and not exists (select from webhook_events w
        where w.received_at > deaf_since and not starts_with(w.event_id, 'missed_')), false)`.as('isDeaf'),
    )
    .select(sql<boolean>`(select are_strangers_barred from departures)`.as('areFirstContactsBarred'))
    .executeTakeFirst()
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Reasons to wait although a phone is linked: a pause, the night, or the limits of first contacts and of links. */
export function findHolds(db: Db) {
  return db
    .selectFrom('departures')
    .select([
      'pause_reason as pauseReason',
      'is_paused as isPaused',
      'is_quiet as isQuiet',
      'quiet_to_hour as quietToHour',
      'is_ceiling_reached as isCeilingReached',
      'are_strangers_barred as areFirstContactsBarred',
      sql<boolean>`exists (select from messages where state = 'queued' and not to_stranger)`.as('isKnownChatWaiting'),
      sql<boolean>`exists (select from messages where state = 'queued' and occasion = 'access' and to_stranger)`.as(
        'isColdLinkWaiting',
      ),
    ])
    .executeTakeFirst()
}

/** Tells every server whether some server has a gateway, by its recent poll. */
export const isGatewayPolled = sql<boolean>`coalesce(gateway_polled_at() > clock_timestamp() - interval '2 minutes', false)`

/** Requires a polled gateway and a linked phone. */
export const isConnected = sql<boolean>`(
  ${isGatewayPolled}
  and exists (select from whatsapp_sessions where status = 'WORKING' and error is null))`

export async function isGatewayConfigured(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isPolled: boolean }>`select ${isGatewayPolled} as "isPolled"`.execute(db)
  return rows[0]?.isPolled ?? false
}

/** Replaces an earlier request. An admin's request resets the count of tries; another start adds a try if the last one failed. */
export async function upsertLifecycleRequest(db: Db, request: 'start' | 'restart' | 'logout'): Promise<void> {
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
        wanted: request,
        status: 'STARTING',
        qr: null,
        error: null,
        tries:
          request === 'start' ? sql<number>`whatsapp_sessions.tries + (whatsapp_sessions.problem is not null)::int` : 0,
      }),
    )
    .execute()
}

/** Makes the worker fetch the QR for 30 seconds. */
export async function requestQr(db: Db): Promise<void> {
  await db
    .updateTable('whatsapp_sessions')
    .set({ qr_wanted_until: sql`clock_timestamp() + interval '30 seconds'` })
    .execute()
}

/** Counts the last three, unconfirmed for two minutes: the connection may be dead. */
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
