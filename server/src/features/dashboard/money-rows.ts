import { type RawBuilder, sql } from 'kysely'

type Moment = (at: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * The money that came in and stayed, row by row in the currency that it was handed over in: payments of invoices and of collections
 * that were not taken back, without those from credit, which came in before; the cash that was handed back as change counts below zero.
 * docs/product/reports.md, "Collected".
 *
 * @param within the condition on the time of a row
 */
export const takenMoney = (within: Moment) => sql`(
  select p.currency_id, p.method, p.created_by, p.created_at, p.total as amount, 1 as n
  from invoice_payments p
  where p.collection_payment_id is null and p.method <> 'credit' and p.reversed_at is null and ${within(sql`p.created_at`)}
  union all
  select p.currency_id, p.method, p.created_by, p.created_at, p.total, 1
  from collection_payments p
  where p.method <> 'credit' and p.reversed_at is null and ${within(sql`p.created_at`)}
  union all
  select x.currency_id, 'cash', x.created_by, x.created_at, -x.handed, 0
  from invoice_changes x where x.kind = 'cash' and x.reversed_at is null and ${within(sql`x.created_at`)}
  union all
  select x.currency_id, 'cash', x.created_by, x.created_at, -x.handed, 0
  from collection_changes x where x.kind = 'cash' and x.reversed_at is null and ${within(sql`x.created_at`)})`

/** What the open sessions should hold: the float, cash in and change out, what was put in and taken out. docs/product/cash.md, "Closing". */
export const drawerMoney = sql`(
  with open_sessions as materialized (select s.id from cash_sessions s where s.closed_at is null)
  select b.currency_id, b.opening as amount from cash_session_balances b where b.session_id in (select id from open_sessions)
  union all
  select p.currency_id, p.total from invoice_payments p
  where p.cash_session_id in (select id from open_sessions) and p.method = 'cash' and p.is_counted
  union all
  select p.currency_id, p.total from collection_payments p
  where p.cash_session_id in (select id from open_sessions) and p.method = 'cash' and p.is_counted
  union all
  select x.currency_id, x.rounding - x.amount from invoice_changes x
  where x.cash_session_id in (select id from open_sessions) and x.is_counted
  union all
  select x.currency_id, x.rounding - x.amount from collection_changes x
  where x.cash_session_id in (select id from open_sessions) and x.is_counted
  union all
  select m.currency_id, case m.direction when 'in' then m.amount else -m.amount end from cash_movements m
  where m.session_id in (select id from open_sessions))`
