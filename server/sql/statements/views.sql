-- What a client owes, event by event and in the currency of each: what an invoice is for, what its payments count in its currency,
-- the change that was given back of them, and what was still pending of a voided one; and every row of the client's credit, which
-- is owed to the client. The sum of debits less credits is what the client owes less the credit, at any moment.
-- Credit that pays, or keeps the change of, an invoice in its own currency stands in one row instead of two that cancel out; that of
-- a collection, which pays several, has rows of its own.
drop view if exists client_ledger;
create view client_ledger with (security_invoker = true) as
select v.company_id, v.client_id, v.currency_id, v.created_at as at, 1 as step, v.id, 'invoice' as kind, v.id as invoice_id,
  v.total_amount as debit, 0::numeric as credit
from invoices v
union all
select v.company_id, v.client_id, v.currency_id, p.created_at, 2, p.id, 'payment', v.id,
  case when p.method = 'credit' and p.currency_id = v.currency_id and p.collection_payment_id is null
    then p.converted_total else 0 end, p.converted_total
from invoices v
join invoice_payments p on p.company_id = v.company_id and p.invoice_id = v.id
union all
-- What a reversal took back of change that was kept as credit is a row below zero.
select v.company_id, v.client_id, v.currency_id, x.created_at, case when x.shrinks_id is null then 3 else 5 end, x.id,
  case when x.shrinks_id is null then 'change' else 'reversed_change' end, v.id,
  greatest(0, x.converted_total), greatest(0, -x.converted_total)
from invoices v
join invoice_changes x on x.company_id = v.company_id and x.invoice_id = v.id
where x.kind = 'cash' or x.currency_id <> v.currency_id
union all
select v.company_id, v.client_id, v.currency_id, p.reversed_at, 5, p.id, 'reversed_payment', v.id, p.converted_total, 0
from invoices v
join invoice_payments p on p.company_id = v.company_id and p.invoice_id = v.id
where p.reversed_at is not null
union all
select v.company_id, v.client_id, v.currency_id, x.reversed_at, 5, x.id, 'reversed_change', v.id, 0, x.converted_total
from invoices v
join invoice_changes x on x.company_id = v.company_id and x.invoice_id = v.id
where x.reversed_at is not null
union all
-- Change of before its parts were kept is what the payments of that time were above the total, after each of them and each reversal.
select v.company_id, v.client_id, v.currency_id, g.at, case when g.delta > 0 then 3 else 5 end, v.id,
  case when g.delta > 0 then 'change' else 'reversed_change' end, v.id, greatest(0, g.delta), greatest(0, -g.delta)
from invoices v
cross join lateral (
  select e.at, greatest(0, sum(e.paid) over w - v.total_amount) - greatest(0, sum(e.paid) over w - e.paid - v.total_amount) as delta
  from (
    select m.at, sum(m.paid) as paid
    from invoice_payments p
    cross join lateral (values (p.created_at, p.converted_total), (p.reversed_at, -p.converted_total)) m (at, paid)
    where p.company_id = v.company_id and p.invoice_id = v.id
      -- A void that gave the payments back took nothing of the change.
      and m.at < coalesce(v.voided_at, 'infinity')
      and m.at < coalesce((
        select min(c.created_at) from invoice_changes c where c.company_id = v.company_id and c.invoice_id = v.id), 'infinity')
    group by m.at
  ) e
  window w as (order by e.at)
) g
where g.delta <> 0
union all
select v.company_id, v.client_id, v.currency_id, v.voided_at, 6, v.id, 'voided', v.id,
  greatest(0, v.paid_total - v.given_total - v.total_amount), greatest(0, v.total_amount - v.paid_total + v.given_total)
from invoices v
where v.voided_at is not null
union all
-- Used credit that lost its payment passes from its invoice, or from the credit of its collection, to a debt of its own.
select d.company_id, d.client_id, d.currency_id, d.created_at, 7, d.id, 'uncovered', d.invoice_id, d.amount,
  case when d.collection_id is null and d.currency_id = v.currency_id then d.amount else 0 end
from client_debts d
join invoices v on v.company_id = d.company_id and v.id = d.invoice_id
union all
select d.company_id, d.client_id, d.currency_id, y.created_at, 2, y.id, 'payment', d.invoice_id, 0, y.converted_total
from client_debts d
join debt_payments y on y.company_id = d.company_id and y.debt_id = d.id
union all
select d.company_id, d.client_id, d.currency_id, p.reversed_at, 5, y.id, 'reversed_payment', d.invoice_id, y.converted_total, 0
from client_debts d
join debt_payments y on y.company_id = d.company_id and y.debt_id = d.id
join collection_payments p on p.company_id = y.company_id and p.id = y.collection_payment_id
where p.reversed_at is not null
union all
select c.company_id, c.client_id, c.currency_id, c.created_at, case c.kind when 'void' then 7 when 'reversal' then 6 else case when c.amount < 0 and c.kind = 'overpayment' then 6 else 4 end end,
  c.id, case when c.kind = 'overpayment' and c.amount < 0 then 'reversal' else c.kind end, c.invoice_id,
  greatest(0, -c.amount), greatest(0, c.amount)
from client_credits c
left join invoices v on v.company_id = c.company_id and v.id = c.invoice_id
where c.kind not in ('use', 'overpayment') or c.currency_id <> v.currency_id or c.collection_id is not null;

grant select on client_ledger to casillero_app;

-- What clients have yet to pay: invoices, and the debts of their own. Every sum of what is owed reads it.
drop view if exists open_debts;
create view open_debts with (security_invoker = true) as
select v.company_id, v.client_id, v.currency_id, v.created_at, v.pending_total, v.id as invoice_id, null::uuid as debt_id
from invoices v
where v.status = 'pending'
union all
select d.company_id, d.client_id, d.currency_id, d.created_at, d.pending_total, d.invoice_id, d.id
from client_debts d
where d.pending_total > 0;

-- Searches of clients run as the definer.
grant select on open_debts to casillero_app, casillero_client, casillero_definer;
