import type { Report } from '@casillero/shared/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { within } from './facts.ts'
import { type Asked, dayOr, type Extent, most, readHead, selectExtent } from './read-report.ts'

type Row = {
  key: string | null
  label: string | null
  isTotal: boolean
  count: number
  pounds: number
  usd: Report['total']['usd']
}

/** `usd` holds the amount invoiced, the costs and the margin. */
export function selectMargins(asked: Asked, extent: Extent): RawBuilder<unknown> {
  const today = sql`app_today()`
  const isArrived = within({ from: dayOr(asked.from, today), to: dayOr(asked.to, today), shift: sql`0` })
  // Looks up each line in an array of shipments; a join would compare each line with every shipment.
  return sql`
    with chosen as materialized (
      select g.id, g.company_consignment_id as n, g.guide from consignments g
      where g.deleted_at is null and ${isArrived(sql`g.received_at`)}
    ), invoiced as (
      select l.consignment_id, count(*)::int as packages, sum(coalesce(i.weight, i.quantity)) as pounds,
        case when v.subtotal + v.shipping_total - v.advances_total > 0 then
          round(sum(i.total) * (v.subtotal + v.shipping_total - v.advances_total - v.discount_total)
            / ((v.subtotal + v.shipping_total - v.advances_total) * v.rate_compra), 2)
        else 0 end as usd
      from consignment_packages l
      join invoice_items i on i.package_id = l.package_id and i.voided_at is null
      join invoices v on v.id = i.invoice_id
      where l.removed_at is null and l.consignment_id = any (array(select g.id from chosen g))
      group by l.consignment_id, v.id, v.subtotal, v.shipping_total, v.advances_total, v.discount_total, v.rate_compra
    ), sums as materialized (
      select consignment_id, sum(packages)::int as packages, sum(pounds) as pounds, sum(usd) as usd from invoiced group by consignment_id
    ), shipments as (
      select g.id, g.n, '#' || g.n || coalesce(' · ' || g.guide, '') as label, i.packages, i.pounds,
        coalesce(i.usd, 0) as usd, c.usd as costs
      from chosen g
      left join sums i on i.consignment_id = g.id
      left join lateral (
        select sum(c.usd_amount) as usd from consignment_costs c where c.consignment_id = g.id and c.removed_at is null
      ) c on true
    )
    select r.* from (
    select s.id::text as key, s.n, s.label, grouping(s.id) = 1 as is_total, coalesce(sum(s.packages), 0)::int as count,
      coalesce(sum(s.pounds), 0) as pounds,
      json_build_object('invoiced', coalesce(sum(s.usd), 0), 'costs', coalesce(sum(s.costs), 0),
        'margin', sum(s.usd - s.costs)) as usd
    from shipments s group by grouping sets ((s.id, s.n, s.label), ())
    ) r ${selectExtent(sql`r.n desc`, extent)}`
}

/** Amounts in US$, as in the reconciliation. docs/product/shipments.md, "Reconciliation". */
export async function readMargins(db: Db, asked: Asked): Promise<Report> {
  const page = sql<Row>`select r.*, r.is_total as "isTotal" from (${selectMargins(asked, 'page')}) r`
  const [{ rows: found }, head] = await Promise.all([page.execute(db), readHead(db, asked)])
  const [total, ...shown] = found
  if (!total) throw new Error('A sum over all rows has a row')
  const toFigures = ({ count, pounds, usd }: Row) => ({
    count,
    pounds,
    amounts: [],
    reference: null,
    served: null,
    usd,
    before: null,
  })
  return {
    ...head,
    currencies: [],
    rows: shown.slice(0, most).map((row) => ({ key: row.key, label: row.label ?? '', ...toFigures(row) })),
    isCut: shown.length > most,
    total: toFigures(total),
  }
}
