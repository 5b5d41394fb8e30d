-- Credit that a client used and that lost its payment is a debt of its own, with the collections that pay it. Until now it stood with
-- its invoice, which owes no more than its total, so that the rest was seen nowhere.
create table client_debts (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  client_id uuid not null,
  invoice_id uuid not null,
  -- The collection whose credit it was; empty where the invoice's payments had left it.
  collection_id uuid,
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  rate_compra numeric(14,4) not null,
  rate_venta numeric(14,4) not null,
  amount numeric(14,2) not null,
  pending_total numeric(14,2) not null,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  constraint client_debts_pkey primary key (company_id, id),
  constraint client_debts_amount_check check (amount > 0 and amount <> 'NaN'),
  constraint client_debts_pending_check check (pending_total between 0 and amount),
  constraint client_debts_rate_compra_check check (rate_compra > 0 and rate_compra <> 'NaN'),
  constraint client_debts_rate_venta_check check (rate_venta > 0 and rate_venta <> 'NaN'),
  constraint client_debts_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint client_debts_company_id_collection_id_fkey
    foreign key (company_id, collection_id) references collections(company_id, id) on delete restrict,
  constraint client_debts_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint client_debts_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint client_debts_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint client_debts_company_id_invoice_id_fkey
    foreign key (company_id, invoice_id) references invoices(company_id, id) on delete restrict
);
create index client_debts_company_id_client_id_idx on client_debts (company_id, client_id);
create index client_debts_company_id_collection_id_idx on client_debts (company_id, collection_id) where collection_id is not null;
create index client_debts_company_id_created_by_idx on client_debts (company_id, created_by);
create index client_debts_company_id_currency_id_idx on client_debts (company_id, currency_id);
create index client_debts_company_id_invoice_id_idx on client_debts (company_id, invoice_id);

-- The part of a debt that a payment of a collection pays; it is taken back with its collection.
create table debt_payments (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  debt_id uuid not null,
  collection_payment_id uuid not null,
  total numeric(14,2) not null,
  converted_total numeric(14,2) not null,
  created_at timestamptz default app_now() not null,
  constraint debt_payments_pkey primary key (company_id, id),
  constraint debt_payments_total_check check (total > 0 and total <> 'NaN'),
  constraint debt_payments_converted_total_check check (converted_total > 0 and converted_total <> 'NaN'),
  constraint debt_payments_company_id_collection_payment_id_fkey
    foreign key (company_id, collection_payment_id) references collection_payments(company_id, id) on delete restrict,
  constraint debt_payments_company_id_debt_id_fkey
    foreign key (company_id, debt_id) references client_debts(company_id, id) on delete restrict,
  constraint debt_payments_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create index debt_payments_company_id_collection_payment_id_idx on debt_payments (company_id, collection_payment_id);
create index debt_payments_company_id_debt_id_idx on debt_payments (company_id, debt_id);

-- What hides now: the credit that invoices gave beyond what their living payments count, the newest part first, on the day of their
-- last reversal. What was paid since counts to the invoice, as its receipts say; of voided invoices the void took the rest with it.
alter table invoices disable trigger user;
alter table invoice_changes disable trigger user;
create temporary table hidden_debts on commit drop as
select v.company_id, v.client_id, v.id as invoice_id, p.reversed_by, p.reversed_at, x.*, t.taken,
  case when t.taken = x.converted_total then x.amount
    else x.amount - round(x.amount * (x.converted_total - t.taken) / x.converted_total, 2) end as amount_taken
from invoices v
cross join lateral (
  select o.reversed_by, o.reversed_at from invoice_payments o
  where o.company_id = v.company_id and o.invoice_id = v.id and o.reversed_at is not null
  order by o.reversed_at desc, o.id desc limit 1
) p
cross join lateral (
  select n.*, coalesce(sum(n.converted_total) over (order by n.part_id desc rows between unbounded preceding and 1 preceding), 0) as before
  from (
    select c.id as part_id, c.currency_id, c.currency_code, c.currency_name, c.currency_symbol, c.rate_compra, c.rate_venta,
      c.amount + coalesce(s.amount, 0) as amount, c.converted_total + coalesce(s.converted_total, 0) as converted_total
    from invoice_changes c
    left join lateral (
      select sum(r.amount) as amount, sum(r.converted_total) as converted_total
      from invoice_changes r where r.company_id = c.company_id and r.shrinks_id = c.id
    ) s on true
    where c.company_id = v.company_id and c.invoice_id = v.id and c.kind = 'credit' and c.shrinks_id is null and c.reversed_at is null
  ) n
  where n.converted_total > 0
) x
cross join lateral (select least(x.converted_total, greatest(0, v.given_total - v.paid_total - x.before)) as taken) t
where v.voided_at is null and v.given_total > v.paid_total and t.taken > 0;
insert into client_debts (company_id, client_id, invoice_id, currency_id, currency_code, currency_name, currency_symbol, rate_compra,
  rate_venta, amount, pending_total, created_by, created_at)
select h.company_id, h.client_id, h.invoice_id, h.currency_id, h.currency_code, h.currency_name, h.currency_symbol, h.rate_compra,
  h.rate_venta, h.amount_taken, h.amount_taken, h.reversed_by, h.reversed_at
from hidden_debts h where h.amount_taken > 0;
insert into invoice_changes (company_id, invoice_id, kind, currency_id, currency_code, currency_name, currency_symbol, rate_compra,
  rate_venta, amount, converted_total, handed, rounding, shrinks_id, created_by, created_at)
select h.company_id, h.invoice_id, 'credit', h.currency_id, h.currency_code, h.currency_name, h.currency_symbol, h.rate_compra,
  h.rate_venta, -h.amount_taken, -h.taken, -h.amount_taken, 0, h.part_id, h.reversed_by, h.reversed_at
from hidden_debts h;
update invoices v set given_total = v.given_total - t.taken
from (select h.company_id, h.invoice_id, sum(h.taken) as taken from hidden_debts h group by 1, 2) t
where v.company_id = t.company_id and v.id = t.invoice_id;
alter table invoices enable trigger user;
alter table invoice_changes enable trigger user;
