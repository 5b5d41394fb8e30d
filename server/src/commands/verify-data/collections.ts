import type { Check } from './check.ts'

/** Plain division would round once before this rounds half up. */
const quotient = (dividend: string, divisor: string) =>
  `(div(200 * ${dividend} + ${divisor}, 2 * ${divisor}) / 100)::numeric(30, 2)`

const parts = `
  select company_id, collection_payment_id, total, reversed_at, currency_id, method
  from invoice_payments where collection_payment_id is not null
  union all
  select y.company_id, y.collection_payment_id, y.total, p.reversed_at, p.currency_id, p.method
  from debt_payments y join collection_payments p on p.company_id = y.company_id and p.id = y.collection_payment_id`

export const collections: Check[] = [
  {
    // The last cent of an invoice may make a part less than the conversion, never more.
    says: 'The parts of a collection are no more than its payments, and are reversed with it',
    sql: `
      select c.company_id, format('collection #%s: payment %s of %s %s has parts of %s', c.company_collection_id, p.position, p.total, p.currency_code, y.total) as what
      from collection_payments p
      join collections c on c.company_id = p.company_id and c.id = p.collection_id
      left join (
        select company_id, collection_payment_id, sum(total) as total, bool_and(reversed_at is not null) as is_gone, bool_or(reversed_at is not null) as is_going,
               count(distinct (currency_id, method)) as kinds
        from (${parts}) y group by 1, 2) y
        on y.company_id = p.company_id and y.collection_payment_id = p.id
      where y.total > p.total or y.kinds > 1 or (c.reversed_at is not null) <> (p.reversed_at is not null)
         or y.is_gone <> (p.reversed_at is not null) or y.is_going <> (p.reversed_at is not null)
      union all
      select y.company_id, format('part %s of a debt: %s %s of a collection counts %s', y.id, y.total, p.currency_code, y.converted_total)
      from debt_payments y
      join client_debts d on d.company_id = y.company_id and d.id = y.debt_id
      join collection_payments p on p.company_id = y.company_id and p.id = y.collection_payment_id
      where p.currency_id = d.currency_id and y.converted_total <> y.total
      union all
      select y.company_id, format('payment %s: %s %s of a collection counts %s', y.id, y.total, y.currency_code, y.converted_total)
      from invoice_payments y
      join invoices v on v.company_id = y.company_id and v.id = y.invoice_id
      where y.collection_payment_id is not null
        and (y.currency_code = v.currency_code and y.converted_total <> y.total
          or y.currency_code <> v.currency_code and v.currency_code = 'USD'
             and y.converted_total not between ${quotient('(y.total - 0.01)', 'y.rate_compra')} and ${quotient('y.total', 'y.rate_compra')})`,
  },
  {
    says: 'What a collection leaves over is what its invoices did not get, and its parts are that change',
    sql: `
      select c.company_id, format('collection #%s: %s left over, its payments leave %s, its change is %s', c.company_collection_id, c.change_total, l.total, x.total) as what
      from collections c
      left join (
        select p.company_id, p.collection_id, sum(case when p.currency_id = b.currency_id then r.rest
                 else ${quotient('r.rest * b.rate_venta', 'p.rate_compra')} end) as total
        from collection_payments p
        cross join lateral (
          select p.total - coalesce(sum(y.total), 0) as rest from (${parts}) y
          where y.company_id = p.company_id and y.collection_payment_id = p.id) r
        join collections o on o.company_id = p.company_id and o.id = p.collection_id
        join lateral (
          select q.currency_id, q.rate_venta from collection_payments q
          where q.company_id = p.company_id and q.collection_id = p.collection_id
          order by q.currency_id = o.change_currency_id desc nulls last, q.position limit 1) b on true
        group by 1, 2) l on l.company_id = c.company_id and l.collection_id = c.id
      left join (
        select company_id, collection_id, sum(converted_total) as total from collection_changes where shrinks_id is null group by 1, 2) x
        on x.company_id = c.company_id and x.collection_id = c.id
      where (c.change_total, c.change_total) is distinct from (coalesce(l.total, 0), coalesce(x.total, 0))`,
  },
  {
    says: 'Credit that collections used and kept was booked, and their reversals undid both',
    sql: `
      select c.company_id, format('collection #%s: %s of %s, the credit has %s', c.company_collection_id, kind, coalesce(d.due, 0), coalesce(k.total, 0)) as what
      from (
        select owner, collection, currency_id, kind, sum(due) as due from (
          select company_id, collection_id, currency_id, 'use', -total from collection_payments where method = 'credit'
          union all
          select company_id, collection_id, currency_id, 'overpayment', amount from collection_changes where kind = 'credit' and amount <> 0
          union all
          select company_id, collection_id, currency_id, 'overpayment', amount from client_debts where collection_id is not null
          union all
          select company_id, collection_id, currency_id, 'reversal', total from collection_payments
          where method = 'credit' and reversed_at is not null
          union all
          select company_id, collection_id, currency_id, 'reversal', -amount from collection_changes
          where kind = 'credit' and amount <> 0 and reversed_at is not null
        ) e (owner, collection, currency_id, kind, due) group by 1, 2, 3, 4 having sum(due) <> 0
      ) d
      full join (
        select company_id as owner, collection_id as collection, currency_id, kind, sum(amount) as total
        from client_credits where collection_id is not null group by 1, 2, 3, 4 having sum(amount) <> 0) k
        using (owner, collection, currency_id, kind)
      join collections c on c.company_id = owner and c.id = collection
      where k.total is distinct from d.due`,
  },
]
