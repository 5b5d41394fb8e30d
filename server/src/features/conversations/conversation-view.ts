import type { AssignedTo, Conversation, ConversationState } from '@casillero/shared/contract/conversations'
import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import { plainWords, searchPatterns } from '@casillero/shared/domain/search-text'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'
import { selectHits } from './hits.ts'
import { shortName } from './repliers.ts'

const from = sql`
  conversations v
  left join clients c on c.id = v.client_id and c.deleted_at is null
  left join users u on u.id = v.assigned_to`

const columns = sql`
  v.id, v.phone, v.name,
  case when c.id is not null then json_build_object('id', c.id, 'casillero', c.casillero,
    'name', concat_ws(' ', c.first_name, c.middle_name, c.last_names),
    'allowsMessages', c.messages_allowed, 'optOutText', c.opt_out_text) end as client,
  c.id is null and exists (select from list_number_owners(v.company_id, v.phone)) as "isShared",
  v.waiting_since is not null as "isWaiting", v.waiting_count as "waitingCount", exists (
    select from vouchers w where w.client_id = c.id and w.state = 'pending' and w.source = 'conversation') as "hasVoucher",
  case when u.id is not null then json_build_object('id', u.id, 'name', ${shortName}) end as assignee,
  json_build_object('kind', v.last_kind, 'text', v.last_text) as last, v.last_incoming_at as "lastIncomingAt", v.version`

const states: Record<ConversationState, RawBuilder<SqlBool>> = {
  waiting: sql`v.waiting_since is not null`,
  attended: sql`v.waiting_since is null`,
  all: sql`true`,
}

const owners: Record<AssignedTo, RawBuilder<SqlBool>> = {
  me: sql`v.assigned_to = current_user_id()`,
  none: sql`v.assigned_to is null`,
}

type Filter = {
  state: ConversationState
  search?: string | undefined
  clientId?: string | undefined
  assigned?: AssignedTo | undefined
}

/** Requires every word in the client or in one of the chat's texts. */
const matchSearch = (patterns: string[]): RawBuilder<SqlBool> =>
  patterns.length === 0
    ? sql`true`
    : sql`(${matchesAll(sql`v.search_text || coalesce(c.search_text, '')`, patterns)}
        or exists (select from (${selectHits(sql`v.id`, patterns)}) h))`

const newestHit = (patterns: string[]): RawBuilder<unknown> =>
  patterns.length === 0
    ? sql`null::json`
    : sql`(select json_build_object('id', h.id, 'text', h.text)
        from (${selectHits(sql`v.id`, patterns)}) h order by h.at desc, h.id desc limit 1)`

async function readRows(
  db: Db,
  { state, search = '', clientId, assigned }: Filter,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
) {
  const patterns = searchPatterns(search)
  // A chat in which the client has not yet written is left out. What a row shows is read of this page's rows alone.
  const matching = sql`
    conversations v left join clients c on c.id = v.client_id and c.deleted_at is null
    where ${states[state]} and v.last_incoming_at > '-infinity'
      and ${clientId === undefined ? sql`true` : sql`v.client_id = ${clientId}`}
      and ${assigned === undefined ? sql`true` : owners[assigned]} and ${matchSearch(patterns)}`
  // Counted apart, so that the page is read in the order of its index; a search, which costs more, looks at each once.
  const count = patterns.length === 0 ? sql`(select count(*)::int from ${matching})` : sql`count(*) over ()::int`
  const { rows } = await sql<Conversation & { total: number }>`
    with found as materialized (
      select v.id, ${count} as total from ${matching}
      order by v.last_incoming_at desc, v.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    )
    select ${columns}, ${newestHit(patterns)} as hit, f.total
    from found f join (${from}) on v.id = f.id
    order by v.last_incoming_at desc, v.id desc`.execute(db)
  return rows.map(({ hit, ...row }) => ({ ...row, hit: hit && { ...hit, text: cutAround(hit.text, search) } }))
}

/** Letters before the first word that was searched for, and of the whole. */
const lead = 24
const shown = 160

/** A row has one line for what was found. */
export function cutAround(text: string, search: string): string {
  const letters = [...text.replace(/\s+/g, ' ').normalize('NFC')]
  const plain = letters.map((letter) => plainWords(letter).charAt(0) || ' ').join('')
  const places = plainWords(search)
    .split(' ')
    .map((word) => plain.indexOf(word))
    .filter((at) => at >= 0)
  const start = Math.max(0, Math.min(...(places.length === 0 ? [0] : places)) - lead)
  const cut = letters.slice(start, start + shown).join('')
  return `${start > 0 ? '…' : ''}${cut}${start + shown < letters.length ? '…' : ''}`
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

type Counts = { waiting: number; mine: number; answered: number }

export async function countConversations(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from conversations v where v.waiting_since is not null) as waiting,
           (select count(*)::int from conversations v where v.waiting_since is not null and v.assigned_to = current_user_id()) as mine,
           (select count(*)::int from messages m
            where m.answer_rule is not null and m.created_at >= app_today()::timestamp at time zone 'America/Managua') as answered`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, mine: 0, answered: 0 }
}

export async function getConversation(db: Db, id: string): Promise<Conversation> {
  const { rows } = await sql<Conversation>`select ${columns}, null as hit from ${from} where v.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('not_found')
  return found
}
