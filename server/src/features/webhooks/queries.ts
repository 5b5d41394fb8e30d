import {
  type Webhook,
  type WebhookDelivery,
  type WebhookDraft,
  webhookEvents,
} from '@casillero/shared/contract/webhooks'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

const living = (db: Db) =>
  db
    .selectFrom('webhooks as w')
    .innerJoin('webhook_turns as t', 't.webhook_id', 'w.id')
    .select([
      'w.id',
      'w.address',
      'w.events',
      'w.is_paused as isPaused',
      'w.created_at as createdAt',
      'w.version',
      't.failing_since as since',
      't.last_error as reason',
    ])
    .where('w.deleted_at', 'is', null)

type Row = Omit<Webhook, 'events' | 'failing'> & { events: string[]; since: string | null; reason: string | null }

const toWebhook = ({ events, since, reason, ...webhook }: Row): Webhook => ({
  ...webhook,
  events: webhookEvents.filter((event) => events.includes(event)),
  failing: since === null ? null : { since, reason: reason ?? '' },
})

/** Ordered by address. */
export async function listWebhooks(db: Db): Promise<Webhook[]> {
  const rows = await living(db).orderBy('w.address').orderBy('w.id').execute()
  return rows.map(toWebhook)
}

export async function getWebhook(db: Db, id: string): Promise<Webhook> {
  const row = await living(db).where('w.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return toWebhook(row)
}

export async function lockWebhook(db: Db, id: string): Promise<{ version: number }> {
  const row = await db
    .selectFrom('webhooks')
    .select('version')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

export async function countWebhooks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(sql<number>`count(*)`.as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

const toValues = ({ address, events, isPaused }: WebhookDraft) => ({
  address,
  events: [...new Set(events)],
  is_paused: isPaused,
})

export async function insertWebhook(db: Db, draft: WebhookDraft, secret: string): Promise<Webhook> {
  const { id } = await db
    .insertInto('webhooks')
    .values({ ...toValues(draft), secret })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('webhook_turns').values({ webhook_id: id }).execute()
  return await getWebhook(db, id)
}

/** Returns false if the former secret has been used, or the webhook was deleted. */
export async function renewSecret(db: Db, id: string, secret: string): Promise<boolean> {
  const renewed = await db
    .updateTable('webhooks')
    .set({ secret })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', id))),
    )
    .returning('id')
    .executeTakeFirst()
  return renewed !== undefined
}

export async function updateWebhookRow(db: Db, id: string, draft: WebhookDraft): Promise<Webhook> {
  await db.updateTable('webhooks').set(toValues(draft)).where('id', '=', id).execute()
  return await getWebhook(db, id)
}

/** A webhook rests after failures. */
export async function endRest(db: Db, webhookId: string): Promise<void> {
  await db
    .updateTable('webhook_turns')
    .set({ next_at: sql`clock_timestamp()` })
    .where('webhook_id', '=', webhookId)
    .execute()
}

export async function insertTest(db: Db, webhookId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (id, webhook_id, event, body)
    select made.id, ${webhookId}, 'webhook.test', delivery_body(made.id, 'webhook.test', app_now(), '{}')
    from (select uuidv7() as id offset 0) made
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

const deliveries = (db: Db, webhookId: string) =>
  db
    .selectFrom('webhook_deliveries')
    .select([
      'id',
      'event',
      'created_at as createdAt',
      'state',
      'attempts',
      'next_at as nextAt',
      'ended_at as endedAt',
      'answer_status as answerStatus',
      'error',
    ])
    .where('webhook_id', '=', webhookId)

const toDelivery = (row: WebhookDelivery): WebhookDelivery => ({
  ...row,
  nextAt: row.endedAt === null ? row.nextAt : null,
})

export async function listDeliveries(db: Db, webhookId: string): Promise<WebhookDelivery[]> {
  const rows = await deliveries(db, webhookId).orderBy('id', 'desc').limit(50).execute()
  return rows.map(toDelivery)
}

export async function getDelivery(db: Db, webhookId: string, id: string): Promise<WebhookDelivery> {
  const row = await deliveries(db, webhookId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return toDelivery(row)
}

/** Returns false if it is on its way. */
export async function queueAgain(db: Db, id: string): Promise<boolean> {
  const queued = await db
    .updateTable('webhook_deliveries')
    .set({
      state: 'queued',
      attempts: 0,
      next_at: sql`clock_timestamp()`,
      queued_at: sql`clock_timestamp()`,
      ended_at: null,
      answer_status: null,
      error: null,
    })
    .where('id', '=', id)
    .where('state', '<>', 'sending')
    .returning('id')
    .executeTakeFirst()
  return queued !== undefined
}
