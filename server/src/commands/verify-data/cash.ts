import type { Check } from './check.ts'

const entries = `
  select e.company_id, e.session_id, e.currency_id, sum(e.cash) as cash, sum(e.change) as change, sum(e.rounding) as rounding,
         sum(e.put_in) as put_in, sum(e.taken_out) as taken_out
  from (
    select company_id, cash_session_id, currency_id, total, 0, 0, 0, 0 from invoice_payments
    where method = 'cash' and cash_session_id is not null and is_counted
    union all
    select company_id, cash_session_id, currency_id, 0, amount, rounding, 0, 0 from invoice_changes
    where cash_session_id is not null and is_counted
    union all
    select company_id, cash_session_id, currency_id, total, 0, 0, 0, 0 from collection_payments
    where method = 'cash' and cash_session_id is not null and is_counted
    union all
    select company_id, cash_session_id, currency_id, 0, amount, rounding, 0, 0 from collection_changes
    where cash_session_id is not null and is_counted
    union all
    select company_id, session_id, currency_id, 0, 0, 0, case direction when 'in' then amount else 0 end,
           case direction when 'out' then amount else 0 end from cash_movements
  ) e (company_id, session_id, currency_id, cash, change, rounding, put_in, taken_out)
  group by 1, 2, 3`

export const cash: Check[] = [
  {
    says: 'What a closed session came to is the sum of its rows, in every currency',
    sql: `
      select s.company_id, format('session #%s: %s expected, its rows make %s', s.company_session_id, coalesce(b.expected::text, 'nothing'),
                                  coalesce(b.opening, 0) + coalesce(e.cash - e.change + e.rounding + e.put_in - e.taken_out, 0)) as what
      from cash_session_balances b
      full join (${entries}) e using (company_id, session_id, currency_id)
      join cash_sessions s on (s.company_id, s.id) = (coalesce(b.company_id, e.company_id), coalesce(b.session_id, e.session_id))
      where s.closed_at is not null
        and (b.cash, b.change, b.rounding, b.put_in, b.taken_out, b.expected, b.difference) is distinct from
            (coalesce(e.cash, 0), coalesce(e.change, 0), coalesce(e.rounding, 0), coalesce(e.put_in, 0), coalesce(e.taken_out, 0),
             coalesce(b.opening, 0) + coalesce(e.cash - e.change + e.rounding + e.put_in - e.taken_out, 0), b.counted - b.expected)
         or s.closed_at is null and b.expected is not null`,
  },
  {
    // Older invoices have no such parts: they gave back what was paid above their total.
    says: 'The payments of an invoice less the change handed and the credit given are what is applied to it',
    sql: `
      select v.company_id, format('invoice #%s: paid %s of %s, gave %s, its change is %s', v.company_invoice_id, v.paid_total, v.total_amount, v.given_total, x.total) as what
      from invoices v
      left join (select company_id, invoice_id, sum(converted_total) as total from invoice_changes where reversed_at is null group by 1, 2) x
        on x.company_id = v.company_id and x.invoice_id = v.id
      where v.given_total <> coalesce(x.total, greatest(v.paid_total - v.total_amount, 0)) and (x.total is not null or v.voided_at is null)
         or v.voided_at is null and v.paid_total - v.given_total not between 0 and v.total_amount`,
  },
  {
    says: 'What was taken back of a part of the change is no more than the part',
    sql: `
      select x.company_id, format('change %s: %s, of which %s was taken back', x.id, x.amount, -s.amount) as what
      from (
        select company_id, id, currency_id, kind, amount, converted_total from invoice_changes where shrinks_id is null
        union all
        select company_id, id, currency_id, kind, amount, converted_total from collection_changes where shrinks_id is null
      ) x
      join (
        select company_id, shrinks_id, currency_id, sum(amount) as amount, sum(converted_total) as converted_total
        from (
          select company_id, shrinks_id, currency_id, amount, converted_total from invoice_changes where shrinks_id is not null
          union all
          select company_id, shrinks_id, currency_id, amount, converted_total from collection_changes where shrinks_id is not null
        ) r group by 1, 2, 3
      ) s on s.company_id = x.company_id and s.shrinks_id = x.id
      where x.kind <> 'credit' or s.currency_id <> x.currency_id or x.amount + s.amount < 0 or x.converted_total + s.converted_total < 0`,
  },
  {
    // Change that an older reversal gave again belongs to no tender.
    says: 'The change of a tender lies in the drawer of its payments',
    sql: `
      select x.company_id, format('change %s of %s %s lies in session %s, its payments do not', x.id, x.handed, x.currency_code, x.cash_session_id) as what
      from invoice_changes x
      where x.kind = 'cash' and x.tender is not null and not exists (
        select from invoice_payments p
        where p.company_id = x.company_id and p.invoice_id = x.invoice_id and p.tender = x.tender
          and p.cash_session_id is not distinct from x.cash_session_id)
      union all
      select x.company_id, format('change %s of %s %s lies in session %s, its payments do not', x.id, x.handed, x.currency_code, x.cash_session_id)
      from collection_changes x
      where x.kind = 'cash' and not exists (
        select from collection_payments p
        where p.company_id = x.company_id and p.collection_id = x.collection_id
          and p.cash_session_id is not distinct from x.cash_session_id)`,
  },
  {
    says: "A client's credit is the sum of its rows",
    sql: `
      select coalesce(b.company_id, c.company_id) as company_id, format('client %s: %s, its rows make %s', coalesce(b.client_id, c.client_id), b.balance, c.total) as what
      from client_credit_balances b
      full join (select company_id, client_id, currency_id, sum(amount) as total from client_credits group by 1, 2, 3) c
        using (company_id, client_id, currency_id)
      where b.balance is distinct from c.total`,
  },
  {
    says: 'What credit paid was taken from the credit, change kept as credit was added to it, and reversals undid both',
    sql: `
      select v.company_id, format('invoice #%s: %s of %s, the credit has %s', v.company_invoice_id, kind, coalesce(d.due, 0), coalesce(c.total, 0)) as what
      from (
        select owner, paid, currency_id, kind, sum(due) as due from (
          select company_id, invoice_id, currency_id, 'use', -total from invoice_payments
          where method = 'credit' and collection_payment_id is null
          union all
          select company_id, invoice_id, currency_id, 'overpayment', amount from invoice_changes where kind = 'credit' and amount <> 0
          union all
          -- It was taken off the change without the credit, which has none of it any more.
          select company_id, invoice_id, currency_id, 'overpayment', amount from client_debts where collection_id is null
          union all
          select company_id, invoice_id, currency_id, 'reversal', coalesce(returned, total) from invoice_payments
          where method = 'credit' and collection_payment_id is null and reversed_at is not null
          union all
          select company_id, invoice_id, currency_id, 'reversal', -amount from invoice_changes
          where kind = 'credit' and amount <> 0 and reversed_at is not null
        ) e (owner, paid, currency_id, kind, due) group by 1, 2, 3, 4 having sum(due) <> 0
      ) d
      full join (
        select company_id as owner, invoice_id as paid, currency_id, kind, sum(amount) as total
        from client_credits where kind <> 'void' and invoice_id is not null group by 1, 2, 3, 4 having sum(amount) <> 0) c
        using (owner, paid, currency_id, kind)
      join invoices v on v.company_id = owner and v.id = paid
      where c.total is distinct from d.due`,
  },
  {
    says: 'Cash of a closed session that was given back left another one, to the cent',
    sql: `
      select r.company_id, format('movement %s: %s %s %s, the reversed row has %s', r.reversal_movement_id, m.direction, m.amount, m.currency_code, r.due) as what
      from (
        select company_id, reversal_movement_id, currency_id, 'out' as direction, coalesce(returned, total) as due, method = 'cash' and is_counted as is_cash
        from invoice_payments where reversal_movement_id is not null
        union all
        select company_id, reversal_movement_id, currency_id, 'in', handed, kind = 'cash' and is_counted
        from invoice_changes where reversal_movement_id is not null
        union all
        select company_id, reversal_movement_id, currency_id, 'out', total, method = 'cash' and is_counted
        from collection_payments where reversal_movement_id is not null
        union all
        select company_id, reversal_movement_id, currency_id, 'in', handed, kind = 'cash' and is_counted
        from collection_changes where reversal_movement_id is not null
      ) r
      join cash_movements m on m.company_id = r.company_id and m.id = r.reversal_movement_id
      where not r.is_cash or (m.currency_id, m.direction, m.amount) <> (r.currency_id, r.direction, r.due)`,
  },
]
