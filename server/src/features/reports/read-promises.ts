import type { Report } from '@casillero/shared/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type Asked, dayOr, type Extent, readOwnFigures, selectExtent } from './read-report.ts'

type Row = {
  key: string | null
  label: string | null
  count: number
  promises: Report['total']['promises']
}

const months = sql`array['Enero', 'Febrero', 'Marzo', 'Abril', 'Mayo', 'Junio', 'Julio', 'Agosto', 'Septiembre', 'Octubre',
  'Noviembre', 'Diciembre']`

/** By the month of the last day that was said first, which never changes; a package that was deleted by then was never due. */
export function selectPromises(asked: Asked, extent: Extent): RawBuilder<unknown> {
  const today = sql`app_today()`
  return sql`
    with due as materialized (
      select to_char(w.first_to, 'YYYY-MM') as month, w.first_method as method, w.ready_on <= w.first_to is true as is_kept,
        case when w.ready_on <= w.first_to is not true
          then coalesce(w.missed_days, count_open_days(k.opening_hours, w.first_to, coalesce(w.ready_on, ${today}))) end as miss
      from package_promises w join companies k on k.id = w.company_id
      where w.first_to between ${dayOr(asked.from, today)} and ${dayOr(asked.to, today)}
        and w.first_to < (
          select coalesce(last_open_day(o.opening_hours, ${today}), ${today} - 60) from companies o where o.id = current_company())
        and (w.gone_on <= w.first_to) is not true
    )
    select r.* from (
      select d.month || ' ' || d.method as key,
        (${months})[right(d.month, 2)::int] || ' ' || left(d.month, 4) || case d.method when 'aereo' then ' · Aéreo' else ' · Marítimo' end
          as label,
        grouping(d.month) = 1 as is_total, count(*)::int as count,
        json_build_object('kept', count(*) filter (where d.is_kept),
          'miss', percentile_disc(0.5) within group (order by d.miss)) as promises
      from due d group by grouping sets ((d.month, d.method), ())
    ) r ${selectExtent(sql`r.key desc`, extent)}`
}

/** docs/product/reports.md, "Reports". */
export async function readPromises(db: Db, asked: Asked): Promise<Report> {
  const rows = selectPromises(asked, 'page')
  return { ...(await readOwnFigures<Row>(db, asked, rows, ({ promises }) => ({ promises }))), rate: null }
}
