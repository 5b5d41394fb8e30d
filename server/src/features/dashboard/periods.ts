import { type RawBuilder, sql } from 'kysely'

/** Midnight in Managua. */
export const midnight = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'America/Managua'`

const week = sql`interval '7 days'`
const monday = sql`app_today() - (extract(isodow from app_today())::int - 1)`

export const weekStart = sql<string>`(${monday})`

/** In order: last week, its same weekday, the end of both at this hour, this week, today. The sub-select is computed once for all rows. */
const bounds = sql`(select array[
  ${midnight(monday)} - ${week}, ${midnight(sql`app_today()`)} - ${week}, app_now() - ${week},
  ${midnight(monday)}, ${midnight(sql`app_today()`)}])`

/** An index on the time answers this. */
export const inTwoWeeks = (at: RawBuilder<unknown>) => sql`
  ${at} >= (select ${midnight(monday)} - ${week}) and ${at} < (select ${midnight(sql`app_today() + 1`)})`

/** Parts 4 and 5 are the current week, compared with 1 and 2; 5 and 2 are the day. */
export const selectPart = (at: RawBuilder<unknown>) => sql`width_bucket(${at}, ${bounds})`

const parts = { day: { now: sql`= 5`, before: sql`= 2` }, week: { now: sql`>= 4`, before: sql`in (1, 2)` } }

/** Sums rows with the column `part`. */
export const comparedSums = (sum: RawBuilder<unknown>) => {
  const of = (part: RawBuilder<unknown>) => sql`coalesce(${sum} filter (where part ${part}), 0)`
  const period = ({ now, before }: (typeof parts)['day']) =>
    sql`json_build_object('now', ${of(now)}, 'before', ${of(before)})`
  return sql`json_build_object('day', ${period(parts.day)}, 'week', ${period(parts.week)})`
}
