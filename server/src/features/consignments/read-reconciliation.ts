import type { Reconciliation } from '@casillero/shared/contract/reconciliations'
import { exact, minus, toWire } from '@casillero/shared/domain/money'
import { reconcile } from '@casillero/shared/domain/reconciliation'
import { totalWeight } from '@casillero/shared/domain/total-weight'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isUnbilled, isUninvoiced } from './consigned-packages.ts'

const weight = sql`coalesce(l.sent_weight, p.weight)`
const countWhere = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`
const sumWhere = (value: ReturnType<typeof sql>, condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(${value}) filter (where ${condition}), 0)`

/** Compares packages that have both values; null if none has. */
const moreThanSent = (measure: ReturnType<typeof sql>) => sql<number | null>`sum(${measure} - ${weight})`

const isReweighed = sql`l.arrival_weight is not null`
const isMissing = sql`l.seen_at is null and l.lost_at is null`

/** Re-weighed packages count with the new weight, the rest with the old one. */
const findPounds = (db: Db, id: string) =>
  db
    .selectFrom('consignment_packages as l')
    // Finds each package by its id, as in `getConsignment`.
    .innerJoinLateral(
      (each) =>
        each.selectFrom('packages').selectAll().whereRef('packages.id', '=', 'l.package_id').offset(sql.lit(0)).as('p'),
      (join) => join.onTrue(),
    )
    .select([
      countWhere(sql`not l.is_extra`).as('sent'),
      sumWhere(weight, sql`not l.is_extra`).as('sentWeight'),
      countWhere(isReweighed).as('arrived'),
      sumWhere(sql`l.arrival_weight`, isReweighed).as('arrivedWeight'),
      countWhere(isUninvoiced).as('uninvoiced'),
      sumWhere(weight, isUninvoiced).as('uninvoicedWeight'),
      countWhere(isUnbilled).as('unbilled'),
      sumWhere(weight, isUnbilled).as('unbilledWeight'),
      countWhere(isMissing).as('missing'),
      sumWhere(weight, isMissing).as('missingWeight'),
      moreThanSent(sql`l.arrival_weight`).as('arrivedMore'),
      moreThanSent(sql`(select sum(b.weight) from consignment_bill_lines b
        where b.consignment_id = l.consignment_id and b.package_id = l.package_id and b.removed_at is null)`).as(
        'billedMore',
      ),
      moreThanSent(sql`(select sum(coalesce(i.weight, i.quantity)) from invoice_items i
        where i.package_id = l.package_id and i.voided_at is null)`).as('invoicedMore'),
    ])
    .where('l.consignment_id', '=', id)
    .where('l.removed_at', 'is', null)
    .executeTakeFirstOrThrow()

const listInvoices = (db: Db, id: string) =>
  db
    .selectFrom('consignment_packages as l')
    .innerJoin('invoice_items as i', (join) =>
      join.onRef('i.package_id', '=', 'l.package_id').on('i.voided_at', 'is', null),
    )
    .innerJoin('invoices as v', 'v.id', 'i.invoice_id')
    .select([
      'v.currency_id as currencyId',
      'v.currency_code as code',
      'v.currency_symbol as symbol',
      'v.rate_compra as rateCompra',
      sql<string>`(v.subtotal + v.shipping_total - v.advances_total)::text`.as('gross'),
      sql<string>`v.discount_total::text`.as('discount'),
      sql<string>`sum(i.total)::text`.as('lines'),
      sql<number>`count(*)::int`.as('packages'),
      sql<number>`sum(coalesce(i.weight, i.quantity))`.as('weight'),
      sql<number>`coalesce(sum(i.quantity) filter (where coalesce(i.price_rules ->> 'unit', 'pound') = 'pound'), 0)`.as(
        'charged',
      ),
      sql<boolean>`bool_or(i.price_rules is not null)`.as('isRuled'),
    ])
    .where('l.consignment_id', '=', id)
    .where('l.removed_at', 'is', null)
    .groupBy(['v.id', 'v.currency_id', 'v.currency_code', 'v.currency_symbol', 'v.rate_compra'])
    .groupBy(['v.subtotal', 'v.shipping_total', 'v.advances_total', 'v.discount_total', 'v.company_invoice_id'])
    .orderBy('v.company_invoice_id')
    .execute()

const listCosts = (db: Db, id: string) =>
  db
    .selectFrom('consignment_costs')
    .select(['id', 'concept', 'currency_id as currencyId', 'currency_code as code', 'currency_symbol as symbol'])
    .select(['price_per_pound as pricePerPound', 'amount', 'rate_compra as rateCompra', 'usd_amount as usd'])
    .where('consignment_id', '=', id)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()

type Invoiced = Awaited<ReturnType<typeof listInvoices>>

const toTotal = (rows: Invoiced) => ({
  packages: rows.reduce((count, row) => count + row.packages, 0),
  weight: totalWeight(rows.map((row) => row.weight)),
})

const findHead = (db: Db, id: string) =>
  db
    .selectFrom('consignments')
    .select(['billed_weight as billedWeight', 'bill_name as billName', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

type Unmatched = NonNullable<Reconciliation['bill']>['unmatchedLines']

const isUnmatched = sql`b.package_id is null`

/** Includes the first lines that name no package. */
const findBill = (db: Db, id: string) =>
  db
    .selectFrom('consignment_bill_lines as b')
    .select([
      sql<number>`count(*)::int`.as('lines'),
      sql<number>`coalesce(sum(b.weight), 0)`.as('weight'),
      countWhere(isUnmatched).as('unmatched'),
      sumWhere(sql`b.weight`, isUnmatched).as('unmatchedWeight'),
      sql<Unmatched>`coalesce((
        select json_agg(json_build_object('position', u.position, 'code', u.code, 'weight', u.weight, 'isRepeated', u.is_repeated) order by u.position)
        from (select * from consignment_bill_lines o
              where o.consignment_id = ${id} and o.removed_at is null and o.package_id is null
              order by o.position limit 100) u), '[]'::json)`.as('unmatchedLines'),
    ])
    .where('b.consignment_id', '=', id)
    .where('b.removed_at', 'is', null)
    .executeTakeFirstOrThrow()

/** docs/product/shipments.md, "Reconciliation". */
export async function getReconciliation(db: Db, id: string): Promise<Reconciliation> {
  const [head, pounds, invoices, costs, bill] = await Promise.all([
    findHead(db, id),
    findPounds(db, id),
    listInvoices(db, id),
    listCosts(db, id),
    findBill(db, id),
  ])
  if (!head) throw new AppError('not_found')
  const invoiced = toTotal(invoices)
  const money = reconcile({ invoices, costs, invoicedWeight: invoiced.weight })
  const findCurrency = (currencyId: string) => {
    const { code = '', symbol = '' } = invoices.find((row) => row.currencyId === currencyId) ?? {}
    return { id: currencyId, code, symbol }
  }
  // Pounds typed over the sum of the lines are of the whole bill.
  const isByLines = head.billName !== null && head.billedWeight === bill.weight
  const typedMore =
    head.billedWeight === null ? null : toWire(minus(exact(head.billedWeight), exact(pounds.sentWeight)))
  return {
    againstSent: {
      arrived: pounds.arrivedMore,
      billed: isByLines ? pounds.billedMore : typedMore,
      invoiced: pounds.invoicedMore,
    },
    weights: {
      sent: { packages: pounds.sent, weight: pounds.sentWeight },
      arrived: { packages: pounds.arrived, weight: pounds.arrivedWeight },
      billed: head.billedWeight,
      invoiced,
      charged: invoices.some(({ isRuled }) => isRuled) ? totalWeight(invoices.map(({ charged }) => charged)) : null,
    },
    ...money,
    invoiced: money.invoiced.map(({ currencyId, ...row }) => ({ ...row, currency: findCurrency(currencyId) })),
    costs: costs.map(({ currencyId, code, symbol, ...cost }) => ({
      ...cost,
      currency: { id: currencyId, code, symbol },
    })),
    bill: head.billName === null ? null : { fileName: head.billName, ...bill },
    billedNotInvoiced: { packages: pounds.uninvoiced, weight: pounds.uninvoicedWeight },
    invoicedNotBilled: { packages: pounds.unbilled, weight: pounds.unbilledWeight },
    missing: { packages: pounds.missing, weight: pounds.missingWeight },
    version: head.version,
  }
}
