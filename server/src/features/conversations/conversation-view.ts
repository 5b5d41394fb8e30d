import type { Conversation, ConversationState } from '@casillero/shared/contract/conversations'
import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'

const from = sql`conversations v left join clients c on c.id = v.client_id and c.deleted_at is null`

const columns = sql`
  v.id, v.phone, v.name,
  case when c.id is not null then json_build_object('id', c.id, 'casillero', c.casillero,
    'name', concat_ws(' ', c.first_name, c.middle_name, c.last_names),
    'allowsMessages', c.messages_allowed, 'optOutText', c.opt_out_text) end as client,
  c.id is null and exists (select from list_number_owners(v.company_id, v.phone)) as "isShared",
  v.waiting_since is not null as "isWaiting", v.waiting_count as "waitingCount", exists (
    select from vouchers w where w.client_id = c.id and w.state = 'pending' and w.source = 'conversation') as "hasVoucher",
  json_build_object('kind', v.last_kind, 'text', v.last_text) as last, v.last_incoming_at as "lastIncomingAt", v.version`

const states: Record<ConversationState, RawBuilder<SqlBool>> = {
  waiting: sql`v.waiting_since is not null`,
  attended: sql`v.waiting_since is null`,
  all: sql`true`,
}

type Filter = { state: ConversationState; search?: string | undefined; clientId?: string | undefined }

/** Requires every word in the client or in the chat's texts. */
function matchSearch(search: string): RawBuilder<SqlBool> {
  const patterns = searchPatterns(search)
  if (patterns.length === 0) return sql`true`
  return sql`(${matchesAll(sql`v.search_text || coalesce(c.search_text, '')`, patterns)} or exists (
    select from conversation_messages m where m.conversation_id = v.id and ${matchesAll(sql`m.search_text`, patterns)}))`
}

async function readRows(
  db: Db,
  { state, search = '', clientId }: Filter,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
) {
  // A chat in which the client has not yet written is left out.
  const { rows } = await sql<Conversation & { total: number }>`
    select ${columns}, count(*) over ()::int as total from ${from}
    where ${states[state]} and v.last_incoming_at > '-infinity'
      and ${clientId === undefined ? sql`true` : sql`v.client_id = ${clientId}`} and ${matchSearch(search)}
    order by v.last_incoming_at desc, v.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db)
  return rows
}

/** docs/product/conversations.md, "Screen". */
export async function listConversations(
  db: Db,
  query: Filter & Pick<ListQuery, 'page' | 'limit'>,
): Promise<{ data: Conversation[]; pagination: Pagination }> {
  const page = toPage(query)
  const rows = await readRows(db, query, page)
  const listed = await pageWithTotal(page, rows, async () => (await readRows(db, query, { limit: 1, offset: 0 }))[0])
  return { ...listed, data: listed.data.map(({ total: _, ...row }) => row) }
}

export async function countConversations(db: Db): Promise<{ waiting: number; answered: number }> {
  const { rows } = await sql<{ waiting: number; answered: number }>`
    select (select count(*)::int from conversations v where v.waiting_since is not null) as waiting,
           (select count(*)::int from messages m
            where m.occasion = 'answer' and m.created_at >= app_today()::timestamp at time zone 'America/Managua') as answered`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, answered: 0 }
}

export async function getConversation(db: Db, id: string): Promise<Conversation> {
  const { rows } = await sql<Conversation>`select ${columns} from ${from} where v.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('not_found')
  return found
}
