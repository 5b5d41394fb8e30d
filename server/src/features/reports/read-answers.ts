import type { Report } from '@casillero/shared/contract/reports'
import type { ReportName } from '@casillero/shared/domain/report-names'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { ruleTitles } from '../messages/queue/sent-entries.ts'
import { type AnswersName, ofUsers, within } from './facts.ts'
import { type Asked, dayOr, type Extent, readOwnFigures, selectExtent } from './read-report.ts'

/** Rows with `key`, `n`, `seconds` and `missed`; null if the report has none. */
type Facts = {
  rows: (isWithin: (at: RawBuilder<unknown>) => RawBuilder<unknown>) => RawBuilder<unknown>
  /** Of the seconds of a row, and of all. */
  seconds: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

const median = sql`round(percentile_cont(0.5) within group (order by f.seconds))::int`
const mostFirst = sql`r.count desc, r.key`

const answers = (key: RawBuilder<unknown>): Facts['rows'] => {
  return (isWithin) => sql`
    select ${key} as key, 1 as n, m.waited_seconds as seconds, null::int as missed
    from messages m where m.waited_seconds is not null and ${isWithin(sql`m.created_at`)}`
}

/** An answer counts on its day, and that it missed on the day on which that was said. */
const rules: Facts['rows'] = (isWithin) => sql`
  select m.answer_rule as key, 1 as n, null::int as seconds, 0 as missed
  from messages m where m.answer_rule is not null and ${isWithin(sql`m.created_at`)}
  union all
  select m.answer_rule, 0, null, 1 from messages m where m.missed_at is not null and ${isWithin(sql`m.missed_at`)}`

const waiting: Facts['rows'] = () => sql`
  select v.assigned_to::text as key, 1 as n, extract(epoch from app_now() - v.waiting_since)::int as seconds, null::int as missed
  from conversations v where v.waiting_since is not null`

const facts: Record<AnswersName, Facts> = {
  'answers-by-day': {
    rows: answers(sql`((m.created_at at time zone 'America/Managua')::date)::text`),
    seconds: median,
    order: sql`r.key`,
  },
  'answers-by-person': { rows: answers(sql`m.author_id::text`), seconds: median, order: mostFirst },
  'answers-by-rule': { rows: rules, seconds: sql`null::int`, order: mostFirst },
  'waiting-now': { rows: waiting, seconds: sql`max(f.seconds)`, order: mostFirst },
}

export const isAboutAnswers = (name: ReportName): name is AnswersName => name in facts

type Row = {
  key: string | null
  label: string | null
  count: number
  seconds: number | null
  missed: number | null
}

export function selectAnswers(name: AnswersName, asked: Asked, extent: Extent): RawBuilder<unknown> {
  const { rows, seconds, order } = facts[name]
  const today = sql`app_today()`
  const isWithin = within({ from: dayOr(asked.from, today), to: dayOr(asked.to, today), shift: sql`0` })
  const label = ofUsers.has(name) ? sql`(select u.full_name from users u where u.id = r.key::uuid)` : sql`null::text`
  return sql`
    select r.*, ${label} as label from (
      select f.key, grouping(f.key) = 1 as is_total, coalesce(sum(f.n), 0)::int as count, ${seconds} as seconds,
        sum(f.missed)::int as missed
      from (${rows(isWithin)}) f group by grouping sets ((f.key), ())
    ) r ${selectExtent(order, extent)}`
}

/** Of conversations, for admins. docs/product/reports.md, "Conversations". */
export async function readAnswers(db: Db, name: AnswersName, asked: Asked): Promise<Report> {
  const rows = selectAnswers(name, asked, 'page')
  const report = await readOwnFigures<Row>(db, asked, rows, ({ seconds, missed }) => ({ seconds, missed }))
  const named = report.rows.map((row) => ({ ...row, label: row.label || (ruleTitles.get(row.key ?? '') ?? '') }))
  return { ...report, rate: null, rows: named }
}
