import type { Check } from './check.ts'

/** The moments of the invoice, its payments and its change. */
const moments = `
  select company_id, invoice_id, at, sum(paid) as paid, sum(given) as given
  from (
    select company_id, invoice_id, created_at, converted_total, 0 from invoice_payments
    union all
    select company_id, invoice_id, reversed_at, -converted_total, 0 from invoice_payments where reversed_at is not null
    union all
    select company_id, invoice_id, created_at, 0, converted_total from invoice_changes
    union all
    select company_id, invoice_id, reversed_at, 0, -converted_total from invoice_changes where reversed_at is not null
    union all
    select company_id, id, created_at, 0, 0 from invoices
    union all
    select company_id, id, voided_at, 0, 0 from invoices where voided_at is not null
  ) e (company_id, invoice_id, at, paid, given)
  group by 1, 2, 3`

/** Older change, stored without parts, is what was paid above the total. */
const owed = `
  select v.company_id, v.client_id, v.currency_id, v.id, m.at,
    case when m.at >= v.voided_at then 0
      else case when m.at < v.created_at then 0 else v.total_amount end - sum(m.paid) over w
        + case when f.at is null or m.at < f.at then greatest(sum(m.paid) over w - v.total_amount, 0) else sum(m.given) over w end
    end as owed
  from (${moments}) m
  join invoices v on v.company_id = m.company_id and v.id = m.invoice_id
  left join (select company_id, invoice_id, min(created_at) as at from invoice_changes group by 1, 2) f
    on f.company_id = v.company_id and f.invoice_id = v.id
  window w as (partition by m.company_id, m.invoice_id order by m.at)`

/** Does not use the view that statements read. */
const events = `
  select o.company_id, o.client_id, o.currency_id, o.at,
    o.owed - lag(o.owed, 1, 0) over (partition by o.company_id, o.id order by o.at) as amount
  from (${owed}) o
  union all
  select company_id, client_id, currency_id, created_at, amount from client_debts
  union all
  select d.company_id, d.client_id, d.currency_id, y.created_at, -y.converted_total
  from debt_payments y join client_debts d on d.company_id = y.company_id and d.id = y.debt_id
  union all
  select d.company_id, d.client_id, d.currency_id, p.reversed_at, y.converted_total
  from debt_payments y
  join client_debts d on d.company_id = y.company_id and d.id = y.debt_id
  join collection_payments p on p.company_id = y.company_id and p.id = y.collection_payment_id
  where p.reversed_at is not null
  union all
  select company_id, client_id, currency_id, created_at, -amount from client_credits`

const sumDays = (rows: string, amount: string) => `
  select company_id, client_id, currency_id, (at at time zone 'America/Managua')::date as day, sum(${amount}) as amount
  from (${rows}) e group by 1, 2, 3, 4`

export const debts: Check[] = [
  {
    says: 'Debts of their own owe what the collections that count left of them',
    sql: `
      select d.company_id, format('debt %s: %s of %s, its payments make %s', d.id, d.pending_total, d.amount, coalesce(y.total, 0)) as what
      from client_debts d
      left join (
        select y.company_id, y.debt_id, sum(y.converted_total) as total
        from debt_payments y
        join collection_payments p on p.company_id = y.company_id and p.id = y.collection_payment_id
        where p.reversed_at is null group by 1, 2) y
        on y.company_id = d.company_id and y.debt_id = d.id
      where d.pending_total <> d.amount - coalesce(y.total, 0)`,
  },
  {
    says: 'What a statement says of each day follows from the events up to it, and of today is what is owed less the credit',
    sql: `
      select coalesce(l.company_id, e.company_id) as company_id,
        format('client %s on %s: %s, the events make %s', coalesce(l.client_id, e.client_id), coalesce(l.day, e.day), l.amount, e.amount) as what
      from (${sumDays('select * from client_ledger', 'debit - credit')}) l
      full join (${sumDays(events, 'amount')}) e using (company_id, client_id, currency_id, day)
      where coalesce(l.amount, 0) <> coalesce(e.amount, 0)
      union all
      select company_id, format('client %s: owes %s less the credit, the statement says %s', client_id, sum(owed), sum(told))
      from (
        select company_id, client_id, currency_id, pending_total, 0 from open_debts
        union all
        select company_id, client_id, currency_id, -balance, 0 from client_credit_balances
        union all
        select company_id, client_id, currency_id, 0, debit - credit from client_ledger
      ) s (company_id, client_id, currency_id, owed, told)
      group by company_id, client_id, currency_id having sum(owed) <> sum(told)`,
  },
]
