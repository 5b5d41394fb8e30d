import { type RawBuilder, sql } from 'kysely'

type Moment = (at: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * Rows in the currency handed over, each payment on its day. Payments from credit are left out, as that money came in before. Change is
 * below zero; a reversal counts on its own day with the other sign. docs/product/reports.md, "Collected".
 * @param within the condition on the time of a row
 */
export const takenMoney = (within: Moment) => sql`(
  select p.currency_id, p.method, p.created_by, p.created_at, p.total as amount, 1 as n
  from invoice_payments p
  where p.collection_payment_id is null and p.method <> 'credit' and not p.counts_on_no_day and ${within(sql`p.created_at`)}
  union all
  select p.currency_id, p.method, p.created_by, p.created_at, p.total, 1
  from collection_payments p
  where p.method <> 'credit' and not p.counts_on_no_day and ${within(sql`p.created_at`)}
  union all
  select x.currency_id, 'cash', x.created_by, x.created_at, -x.handed, 0
  from invoice_changes x where x.kind = 'cash' and not x.counts_on_no_day and ${within(sql`x.created_at`)}
  union all
  select x.currency_id, 'cash', x.created_by, x.created_at, -x.handed, 0
  from collection_changes x where x.kind = 'cash' and not x.counts_on_no_day and ${within(sql`x.created_at`)}
  union all
  select p.currency_id, p.method, p.created_by, p.reversed_at, -coalesce(p.returned, p.total), -1
  from invoice_payments p
  where p.reversed_at is not null and p.collection_payment_id is null and p.method <> 'credit' and not p.counts_on_no_day
    and ${within(sql`p.reversed_at`)}
  union all
  select p.currency_id, p.method, p.created_by, p.reversed_at, -p.total, -1
  from collection_payments p
  where p.reversed_at is not null and p.method <> 'credit' and not p.counts_on_no_day and ${within(sql`p.reversed_at`)}
  union all
  select x.currency_id, 'cash', x.created_by, x.reversed_at, x.handed, 0
  from invoice_changes x
  where x.reversed_at is not null and x.kind = 'cash' and not x.counts_on_no_day and ${within(sql`x.reversed_at`)}
  union all
  select x.currency_id, 'cash', x.created_by, x.reversed_at, x.handed, 0
  from collection_changes x
  where x.reversed_at is not null and x.kind = 'cash' and not x.counts_on_no_day and ${within(sql`x.reversed_at`)})`

/** Invoices on the day they were made, with `n` 1, and with the other `sign` on the day they were voided. docs/product/reports.md, "Invoiced". */
export const invoiceEvents = (within: Moment) => sql`(
  select v.*, v.total_amount - v.advances_total as sold, v.created_at as at, 1 as sign, 1 as n
  from invoices v where ${within(sql`v.created_at`)}
  union all
  select v.*, v.total_amount - v.advances_total, v.voided_at, -1, 0
  from invoices v where v.voided_at is not null and ${within(sql`v.voided_at`)})`

/** docs/product/cash.md, "Closing". */
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
