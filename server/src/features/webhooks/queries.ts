import {
  type Webhook,
  type WebhookDelivery,
  type WebhookDraft,
  webhook,
  webhookDraft,
  webhookEvents,
} from '@casillero/shared/contract/webhooks'
import { sql } from 'kysely'
import { createCatalogue } from '../../platform/database/catalogue-rows.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findRefusal } from './receivers.ts'

type Turn = { since: string | null; reason: string | null }
type Row = Omit<Webhook, 'events' | 'failing'> & { events: string[] } & Turn

const turn = (column: 'failing_since' | 'last_error') =>
  sql<string | null>`(select t.${sql.ref(column)} from webhook_turns t where t.webhook_id = webhooks.id)`

/** A new one comes with its secret, which is answered only then. docs/product/programs.md, "Webhooks". */
export const webhooks = createCatalogue<'webhooks', Webhook, WebhookDraft & { secret?: string }, Row>(
  { table: 'webhooks', row: webhook, draft: webhookDraft },
  {
    read: { failing: null, since: turn('failing_since'), reason: turn('last_error') },
    complete: ({ events, since, reason, ...row }) => ({
      ...row,
      events: webhookEvents.filter((event) => events.includes(event)),
      failing: since === null ? null : { since, reason: reason ?? '' },
    }),
    takeTurn: async (db, draft, id) => {
      if (draft) requireReachable(draft)
      // Calls made at once take turns, so that only one takes the last place.
      if (draft && id === undefined) await lockCompany(db)
    },
    beforeSave: async (db, draft, current) => {
      if (!current && (await countWebhooks(db)) >= most) throw new AppError('too_many_webhooks')
      return { ...draft, events: [...new Set(draft.events)] }
    },
    afterSave: async (db, id, _draft, current) => {
      if (!current) await db.insertInto('webhook_turns').values({ webhook_id: id }).execute()
    },
  },
)

const most = 10

function requireReachable({ address }: WebhookDraft): void {
  const refusal = findRefusal(address)
  if (refusal !== undefined) throw new AppError('invalid', { fields: { address: refusal } })
}

export async function listWebhooks(db: Db): Promise<Webhook[]> {
  const rows = await webhooks.living(db).orderBy('address').orderBy('id').execute()
  return rows.map(webhooks.complete)
}

async function countWebhooks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(sql<number>`count(*)`.as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
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
