import { type QuickReply, type QuickReplyDraft, quickReplyCatalogue } from '@casillero/shared/contract/quick-replies'
import { listHoles, renderAnswer } from '@casillero/shared/domain/answer-text'
import { sql } from 'kysely'
import { createCatalogue } from '../../platform/database/catalogue-rows.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { serveCatalogue } from '../../platform/http/serve-catalogue.ts'
import { clientValues, companyValues, readClientFacts } from '../auto-answers/answer-values.ts'
import { getCompanySettings } from '../company/queries.ts'
import { getConversation } from '../conversations/conversation-view.ts'

const { calls } = quickReplyCatalogue

const lastPosition = 999

const quickReplies = createCatalogue(quickReplyCatalogue, {
  beforeSave: async (db, draft: QuickReplyDraft, current: QuickReply | undefined) => ({
    ...draft,
    orderPosition: draft.orderPosition ?? current?.orderPosition ?? (await findLastPosition(db)),
  }),
})

async function findLastPosition(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('quick_replies')
    .select(sql<number>`coalesce(max(order_position), 0)`.as('last'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Math.min(last + 1, lastPosition)
}

function listQuickReplies(db: Db, withInactive: boolean): Promise<QuickReply[]> {
  const rows = quickReplies.living(db).orderBy('order_position').orderBy(sql`lower(name)`).orderBy('id')
  return withInactive ? rows.execute() : rows.where('is_active', '=', true).execute()
}

/**
 * Reads as the client, which a reading call cannot. What is not known of the conversation stays a variable.
 * docs/product/conversations.md, "Respuestas rápidas".
 */
async function fillReply(
  db: Db,
  params: { id: string; replyId: string },
): Promise<{ text: string; missing: string[] }> {
  const { client } = await getConversation(db, params.id)
  const { content } = await quickReplies.get(db, params.replyId)
  const moment = await db
    .selectFrom('companies')
    .select([sql<string>`coalesce(pages_origin, '')`.as('origin'), sql<string>`app_today()::text`.as('today')])
    .select(sql<string>`app_now()`.as('now'))
    .executeTakeFirstOrThrow()
  const values = {
    ...companyValues(await getCompanySettings(db), { ...moment, now: new Date(moment.now) }),
    ...(client === null ? {} : clientValues(await readClientFacts(db, client.id))),
  }
  return { text: renderAnswer(content, values, { keepsHoles: true }), missing: listHoles(content, values) }
}

export const quickReplyRoutes: Route[] = [
  serveReading(calls.list, (db, { query }) => listQuickReplies(db, query.includeInactive ?? false)),
  serve(calls.fill, (db, { params }) => fillReply(db, params)),
  ...serveCatalogue(quickReplyCatalogue, quickReplies),
]
