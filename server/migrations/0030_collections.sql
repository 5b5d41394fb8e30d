-- A collection: what a client pays on several invoices at once, with one number and one receipt. Its parts are payments of the
-- invoices; the drawer counts the collection's own payments.

alter table company_counters drop constraint company_counters_kind_check;
alter table company_counters add constraint company_counters_kind_check
  check (kind in ('client', 'package', 'invoice', 'cash_session', 'handover', 'collection'));
insert into company_counters (company_id, kind) select c.id, 'collection' from companies c;

create table collections (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  company_collection_id bigint not null check (company_collection_id > 0),
  client_id uuid not null,
  client_first_name text not null,
  client_last_names text not null,
  client_casillero text not null,
  client_phone text not null,
  -- What its payments were above what its invoices got, in the currency of the last payment that left something.
  change_total numeric(14, 2) not null check (change_total >= 0 and change_total <> 'NaN'),
  change_currency_id uuid,
  change_currency_code text,
  change_currency_symbol text,
  created_by uuid not null default current_user_id(),
  created_at timestamptz not null default app_now(),
  reversed_by uuid,
  reversed_at timestamptz,
  reversal_reason text check (length(reversal_reason) between 1 and 200),
  primary key (company_id, id),
  unique (company_id, company_collection_id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete restrict,
  foreign key (company_id, change_currency_id) references currencies (company_id, id) on delete restrict,
  foreign key (company_id, created_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, reversed_by) references users (company_id, id) on delete restrict,
  check (num_nonnulls(change_currency_id, change_currency_code, change_currency_symbol) = case change_total when 0 then 0 else 3 end),
  check (num_nulls(reversed_at, reversed_by, reversal_reason) in (0, 3))
);
create index on collections (company_id, client_id);
create index on collections (company_id, change_currency_id);
create index on collections (company_id, created_by);
create index on collections (company_id, reversed_by);

create table collection_payments (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  collection_id uuid not null,
  position int not null check (position > 0),
  method text not null check (method in ('cash', 'card', 'transfer', 'check', 'credit')),
  reference text check (length(reference) <= 120),
  total numeric(9, 2) not null check (total > 0 and total <> 'NaN'),
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  rate_compra numeric(14, 4) not null check (rate_compra > 0 and rate_compra <> 'NaN'),
  rate_venta numeric(14, 4) not null check (rate_venta > 0 and rate_venta <> 'NaN'),
  cash_session_id uuid,
  created_by uuid not null default current_user_id(),
  created_at timestamptz not null default app_now(),
  reversed_by uuid,
  reversed_at timestamptz,
  reversal_reason text check (length(reversal_reason) between 1 and 200),
  reversal_reference text check (length(reversal_reference) between 1 and 120),
  -- As those of invoice_payments.
  is_counted boolean not null default true,
  reversal_movement_id uuid,
  primary key (company_id, id),
  unique (company_id, collection_id, position),
  foreign key (company_id, collection_id) references collections (company_id, id) on delete restrict,
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict,
  foreign key (company_id, cash_session_id) references cash_sessions (company_id, id) on delete restrict,
  foreign key (company_id, created_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, reversed_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, reversal_movement_id) references cash_movements (company_id, id) on delete restrict,
  check (num_nulls(reversed_at, reversed_by, reversal_reason) in (0, 3)),
  check (reversed_at is not null or (is_counted and num_nonnulls(reversal_reference, reversal_movement_id) = 0)),
  check (is_counted or reversal_movement_id is null)
);
create index on collection_payments (company_id, currency_id);
create index on collection_payments (company_id, cash_session_id) where cash_session_id is not null;
create index on collection_payments (company_id, created_by);
create index on collection_payments (company_id, reversed_by) where reversed_by is not null;
create index on collection_payments (company_id, reversal_movement_id) where reversal_movement_id is not null;

-- What was given back of a collection, as invoice_changes keep it of an invoice.
create table collection_changes (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  collection_id uuid not null,
  kind text not null check (kind in ('cash', 'credit')),
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  rate_compra numeric(14, 4) not null check (rate_compra > 0 and rate_compra <> 'NaN'),
  rate_venta numeric(14, 4) not null check (rate_venta > 0 and rate_venta <> 'NaN'),
  amount numeric(14, 2) not null check (amount >= 0 and amount <> 'NaN'),
  converted_total numeric(14, 2) not null check (converted_total > 0 and converted_total <> 'NaN'),
  handed numeric(14, 2) not null check (handed >= 0 and handed <> 'NaN'),
  rounding numeric(14, 2) not null check (rounding <> 'NaN'),
  cash_session_id uuid,
  created_by uuid not null default current_user_id(),
  created_at timestamptz not null default app_now(),
  reversed_by uuid,
  reversed_at timestamptz,
  reversal_reason text check (length(reversal_reason) between 1 and 200),
  is_counted boolean not null default true,
  reversal_movement_id uuid,
  primary key (company_id, id),
  foreign key (company_id, collection_id) references collections (company_id, id) on delete restrict,
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict,
  foreign key (company_id, cash_session_id) references cash_sessions (company_id, id) on delete restrict,
  foreign key (company_id, created_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, reversed_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, reversal_movement_id) references cash_movements (company_id, id) on delete restrict,
  check (rounding = amount - handed),
  check (kind = 'cash' or (rounding = 0 and cash_session_id is null)),
  check (num_nulls(reversed_at, reversed_by, reversal_reason) in (0, 3)),
  check (reversed_at is not null or (is_counted and reversal_movement_id is null)),
  check (is_counted or reversal_movement_id is null)
);
create index on collection_changes (company_id, collection_id);
create index on collection_changes (company_id, currency_id);
create index on collection_changes (company_id, cash_session_id) where cash_session_id is not null;
create index on collection_changes (company_id, created_by);
create index on collection_changes (company_id, reversed_by) where reversed_by is not null;
create index on collection_changes (company_id, reversal_movement_id) where reversal_movement_id is not null;

-- A part of a collection lies in no drawer of its own.
alter table invoice_payments
  add column collection_payment_id uuid,
  add foreign key (company_id, collection_payment_id) references collection_payments (company_id, id) on delete restrict,
  add check (collection_payment_id is null or (cash_session_id is null and reversal_movement_id is null));
create index on invoice_payments (company_id, collection_payment_id) where collection_payment_id is not null;

alter table client_credits
  add column collection_id uuid,
  add foreign key (company_id, collection_id) references collections (company_id, id) on delete restrict,
  drop constraint client_credits_origin_check,
  add constraint client_credits_origin_check
    check (num_nonnulls(invoice_id, collection_id) = case kind when 'adjustment' then 0 else 1 end);
create index on client_credits (company_id, collection_id) where collection_id is not null;
