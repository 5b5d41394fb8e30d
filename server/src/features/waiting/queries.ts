import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import type { WaitingClient, WaitingTotals } from '@casillero/shared/contract/waiting'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll, type Page, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { selectReminder } from '../messages/notify/reminders.ts'

/** Null without an owner. `offset 0` keeps the days from being computed again wherever they are used. */
const ready = sql`(
  select p.client_id, p.weight, (select app_today()) - (p.status_since at time zone 'America/Managua')::date as days
  from packages p join statuses s on s.id = p.status_id
  where s.role = 'ready' and p.deleted_at is null
  offset 0)`

/** Packages with a client. */
const waiting = sql`(select r.* from ${ready} r where r.client_id is not null offset 0)`

const isIn = ({ from, to }: (typeof ageSteps)[number]) =>
  to === null ? sql`w.days >= ${sql.lit(from)}` : sql`w.days between ${sql.lit(from)} and ${sql.lit(to)}`

const byAge = sql`json_build_array(${sql.join(ageSteps.map((step) => sql`count(*) filter (where ${isIn(step)})`))})`

const waitingClients = sql`
  select w.client_id, max(w.days) as days, count(*)::int as count, coalesce(sum(w.weight), 0) as weight, ${byAge} as by_age
  from ${waiting} w group by w.client_id`

/** Selects rows `w`, each with its client `c`. */
export const matchingWaiting = (search = '') => sql`
  (${waitingClients}) w join clients c on c.id = w.client_id
  where ${matchesAll(sql`c.search_text`, searchPatterns(search))}`

type Row = Omit<WaitingClient, 'reminder'> & {
  total: number
  reminderAt: string | null
  reminderState: NonNullable<WaitingClient['reminder']>['state'] | null
  nextOn: string | null
  isDue: boolean | null
}

async function readRows(db: Db, search: string, { limit, offset }: Pick<Page, 'limit' | 'offset'>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with clients_waiting as materialized (${waitingClients}), shown as (
      select w.*, count(*) over ()::int as total
      from clients_waiting w join clients c on c.id = w.client_id
      where ${matchesAll(sql`c.search_text`, searchPatterns(search))}
      order by w.days desc, w.count desc, w.client_id
      limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    )
    select c.id, c.casillero, c.first_name as "firstName", c.last_names as "lastNames", c.phone,
      c.messages_allowed as "messagesAllowed", w.days, w.count, w.weight, w.by_age as "byAge", w.total,
      r.at as "reminderAt", r.state as "reminderState", r."nextOn", r."isDue"
    from shown w
    join clients c on c.id = w.client_id
    left join lateral ${selectReminder(sql`c.id`, 'waiting')} r on true
    order by w.days desc, w.count desc, w.client_id`.execute(db)
  return rows
}

/** docs/product/packages.md, "Por retirar". */
export async function listWaitingClients(
  db: Db,
  query: ListQuery,
): Promise<{ data: WaitingClient[]; pagination: Pagination }> {
  const page = toPage(query)
  const search = query.search ?? ''
  const rows = await readRows(db, search, page)
  const listed = await pageWithTotal(page, rows, async () => (await readRows(db, search, { limit: 1, offset: 0 }))[0])
  return {
    ...listed,
    data: listed.data.map(({ reminderAt: at, reminderState: state, nextOn, isDue, ...client }) => ({
      ...client,
      reminder: at !== null && state !== null ? { at, state, nextOn, isDue: isDue === true } : null,
    })),
  }
}

/** Includes packages without an owner. docs/product/packages.md, "Por retirar". */
export async function sumWaiting(db: Db): Promise<WaitingTotals> {
  const { rows } = await sql<WaitingTotals>`
    select count(*)::int as count, coalesce(sum(w.weight), 0) as weight, count(distinct w.client_id)::int as clients,
      (count(*) - count(w.client_id))::int as unowned, coalesce(max(w.days), 0) as "oldestDays", ${byAge} as "byAge",
      (select s.id from statuses s where s.role = 'ready' and s.deleted_at is null limit 1) as "statusId"
    from ${ready} w`.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('A sum has a row')
  return totals
}

/** A reminder covers both the days of notice and the week. */
const isNoticed = sql`bool_or(exists (
  select from charges g
  where g.charge_kind = 'storage' and g.is_active and g.deleted_at is null
    and w.days - (g.free_days + 1 - g.notice_days) between 0 and 6))`

/**
 * The longest wait comes first, those of `last` after all others. Leaves out clients with any reminder of the last week, so that a failing
 * one is not written again and again.
 */
export async function listDue(db: Db, { most, last }: { most: number; last: readonly string[] }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id
    from (select w.client_id, max(w.days) as days, ${isNoticed} as is_noticed from ${waiting} w group by w.client_id) w
    join clients c on c.id = w.client_id
    where (w.days >= (select k.waiting_reminder_days from companies k) or w.is_noticed) and c.messages_allowed and length(c.phone) >= 8
      and not exists (
        select from messages m
        where m.client_id = c.id and m.occasion = 'waiting'
          and (m.created_at at time zone 'America/Managua')::date > app_today() - 7
      )
    order by c.id = any(${[...last]}::uuid[]), w.days desc, c.id
    limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ id }) => id)
}
