-- What one call takes is a tender, and what is taken back of it counts on its own day: which payments and change belong together, how
-- much of an invoice's payments was given back, what a reversal left of the credit that was kept, and the days that past reversals
-- were printed without.

-- Payments and change are walked once each; no row changes for people: the log, the versions and the walls have nothing to say to it.
alter table invoices disable trigger user;
alter table invoice_payments disable trigger user;
alter table invoice_changes disable trigger user;
alter table collection_payments disable trigger user;
alter table collection_changes disable trigger user;

-- What was given back of its payments, in cash and as credit, by what it counts. Until now it was always what they were above the total.
alter table invoices
  add column given_total numeric(14, 2) not null default 0 check (given_total >= 0 and given_total <> 'NaN'),
  drop constraint invoices_check1,
  drop constraint invoices_check2,
  drop constraint invoices_check3;
update invoices set given_total = paid_total - total_amount where paid_total > total_amount;
alter table invoices
  add constraint invoices_pending_check
    check (voided_at is not null or pending_total = least(greatest(total_amount - paid_total + given_total, 0), total_amount)),
  add constraint invoices_paid_check check (status <> 'paid' or total_amount - paid_total + given_total < 0.01),
  add constraint invoices_unpaid_check check (status <> 'pending' or total_amount - paid_total + given_total >= 0.01);

alter table invoice_payments
  add column tender uuid,
  -- What went back of it when it was taken back; empty: all of it.
  add column returned numeric(9, 2) check (returned >= 0 and returned <= total),
  -- Taken back before reversals counted on days of their own: it counts on no day.
  add column counts_on_no_day boolean not null default false,
  add check (reversed_at is not null or (returned is null and not counts_on_no_day));
alter table collection_payments
  add column counts_on_no_day boolean not null default false,
  add check (reversed_at is not null or not counts_on_no_day);

alter table invoice_changes
  add column tender uuid,
  add column counts_on_no_day boolean not null default false,
  -- The part of the change that this row takes back of: credit that a reversal made smaller, below zero.
  add column shrinks_id uuid,
  -- Why an admin gave more cash than the tender had.
  add column reason text check (length(reason) between 1 and 200),
  add foreign key (company_id, shrinks_id) references invoice_changes (company_id, id) on delete restrict,
  drop constraint invoice_changes_amount_check,
  drop constraint invoice_changes_converted_total_check,
  drop constraint invoice_changes_handed_check,
  add constraint invoice_changes_sign_check check (
    case when shrinks_id is null then amount >= 0 and handed >= 0 and converted_total > 0
      else kind = 'credit' and amount <= 0 and handed <= 0 and converted_total <= 0 end
    and 'NaN' not in (amount, handed, converted_total)),
  add check (reversed_at is not null or not counts_on_no_day);
create index on invoice_changes (company_id, shrinks_id) where shrinks_id is not null;
alter table collection_changes
  add column counts_on_no_day boolean not null default false,
  add column shrinks_id uuid,
  add column reason text check (length(reason) between 1 and 200),
  add foreign key (company_id, shrinks_id) references collection_changes (company_id, id) on delete restrict,
  drop constraint collection_changes_amount_check,
  drop constraint collection_changes_converted_total_check,
  drop constraint collection_changes_handed_check,
  add constraint collection_changes_sign_check check (
    case when shrinks_id is null then amount >= 0 and handed >= 0 and converted_total > 0
      else kind = 'credit' and amount <= 0 and handed <= 0 and converted_total <= 0 end
    and 'NaN' not in (amount, handed, converted_total)),
  add check (reversed_at is not null or not counts_on_no_day);
create index on collection_changes (company_id, shrinks_id) where shrinks_id is not null;

-- Until now all rows of one call have its moment; no two calls of an invoice have the same.
update invoice_payments p set tender = t.id
from (
  select o.company_id, o.invoice_id, o.created_at, (array_agg(o.id order by o.id))[1] as id
  from invoice_payments o where o.collection_payment_id is null group by o.company_id, o.invoice_id, o.created_at
) t
where p.company_id = t.company_id and p.invoice_id = t.invoice_id and p.created_at = t.created_at and p.collection_payment_id is null;
update invoice_changes x set tender = t.id
from (
  select o.company_id, o.invoice_id, o.created_at, (array_agg(o.id order by o.id))[1] as id
  from invoice_payments o where o.collection_payment_id is null group by o.company_id, o.invoice_id, o.created_at
) t
where x.company_id = t.company_id and x.invoice_id = t.invoice_id and x.created_at = t.created_at;

update invoice_payments set counts_on_no_day = true where reversed_at is not null;
update invoice_changes set counts_on_no_day = true where reversed_at is not null;
update collection_payments set counts_on_no_day = true where reversed_at is not null;
update collection_changes set counts_on_no_day = true where reversed_at is not null;

alter table invoices enable trigger user;
alter table invoice_payments enable trigger user;
alter table invoice_changes enable trigger user;
alter table collection_payments enable trigger user;
alter table collection_changes enable trigger user;

-- Few payments are taken back: a day finds those that were on it.
create index on invoice_payments (company_id, reversed_at) where reversed_at is not null;
create index on invoice_changes (company_id, reversed_at) where reversed_at is not null;
create index on collection_payments (company_id, reversed_at) where reversed_at is not null;
create index on collection_changes (company_id, reversed_at) where reversed_at is not null;

-- Credit that a reversal makes smaller is a row of its own, below zero.
alter table client_credits
  drop constraint client_credits_sign_check,
  add constraint client_credits_sign_check check (case kind when 'use' then amount < 0 when 'void' then amount > 0 else true end);
