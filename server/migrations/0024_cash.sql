-- The drawer: who opened it with what, every payment and change that went through it, what was counted at its closing; and what
-- the company owes its clients.

alter table company_counters drop constraint company_counters_kind_check,
  add constraint company_counters_kind_check check (kind in ('client', 'package', 'invoice', 'cash_session'));
insert into company_counters (company_id, kind) select c.id, 'cash_session' from companies c;

alter table companies add column requires_cash_session boolean not null default false;
-- The smallest coin that is handed out; 0 where cents are.
alter table currencies add column cash_step numeric(9, 2) not null default 1 check (cash_step >= 0 and cash_step <> 'NaN');

create table cash_drawers (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 60),
  is_active boolean not null default true,
  created_at timestamptz not null default app_now(),
  version int not null default 1,
  primary key (company_id, id)
);
create unique index cash_drawers_company_id_name_key on cash_drawers (company_id, lower(name)) where is_active;
insert into cash_drawers (company_id, name) select c.id, 'Caja principal' from companies c;

create table cash_sessions (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  company_session_id bigint not null check (company_session_id > 0),
  drawer_id uuid not null,
  opened_by uuid not null default current_user_id(),
  opened_at timestamptz not null default app_now(),
  closed_by uuid,
  closed_at timestamptz,
  closing_note text check (length(closing_note) between 1 and 500),
  primary key (company_id, id),
  unique (company_id, company_session_id),
  foreign key (company_id, drawer_id) references cash_drawers (company_id, id) on delete restrict,
  foreign key (company_id, opened_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, closed_by) references users (company_id, id) on delete restrict,
  check ((closed_at is null) = (closed_by is null)),
  check (closing_note is null or closed_at is not null)
);
-- A drawer has one open session, even when two users open it at once.
create unique index cash_sessions_company_id_drawer_id_key on cash_sessions (company_id, drawer_id) where closed_at is null;
create index on cash_sessions (company_id, drawer_id);
create index on cash_sessions (company_id, opened_by);
create index on cash_sessions (company_id, closed_by);

-- One row for each currency: the float, and from the closing on what the session came to.
create table cash_session_balances (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  session_id uuid not null,
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  opening numeric(14, 2) not null check (opening >= 0 and opening <> 'NaN'),
  cash numeric(14, 2) check (cash >= 0 and cash <> 'NaN'),
  change numeric(14, 2) check (change >= 0 and change <> 'NaN'),
  rounding numeric(14, 2) check (rounding <> 'NaN'),
  put_in numeric(14, 2) check (put_in >= 0 and put_in <> 'NaN'),
  taken_out numeric(14, 2) check (taken_out >= 0 and taken_out <> 'NaN'),
  expected numeric(14, 2) check (expected <> 'NaN'),
  counted numeric(14, 2) check (counted >= 0 and counted <> 'NaN'),
  difference numeric(14, 2) check (difference <> 'NaN'),
  primary key (company_id, session_id, currency_id),
  foreign key (company_id, session_id) references cash_sessions (company_id, id) on delete restrict,
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict,
  check (num_nulls(cash, change, rounding, put_in, taken_out, expected, counted, difference) in (0, 8)),
  check (expected = opening + cash - change + rounding + put_in - taken_out),
  check (difference = counted - expected)
);
create index on cash_session_balances (company_id, currency_id);

-- What was counted, every time it was counted: a second count leaves the first one standing.
create table cash_counts (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  session_id uuid not null,
  attempt int not null check (attempt > 0),
  currency_id uuid not null,
  amount numeric(14, 2) not null check (amount >= 0 and amount <> 'NaN'),
  counted_by uuid not null default current_user_id(),
  counted_at timestamptz not null default app_now(),
  primary key (company_id, session_id, attempt, currency_id),
  foreign key (company_id, session_id) references cash_sessions (company_id, id) on delete restrict,
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict,
  foreign key (company_id, counted_by) references users (company_id, id) on delete restrict
);
create index on cash_counts (company_id, currency_id);
create index on cash_counts (company_id, counted_by);

create table cash_movements (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  session_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  amount numeric(9, 2) not null check (amount > 0 and amount <> 'NaN'),
  reason text not null check (length(reason) between 1 and 200),
  -- The other half of a transfer between two drawers.
  counterpart_id uuid,
  created_by uuid not null default current_user_id(),
  created_at timestamptz not null default app_now(),
  primary key (company_id, id),
  foreign key (company_id, session_id) references cash_sessions (company_id, id) on delete restrict,
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict,
  foreign key (company_id, counterpart_id) references cash_movements (company_id, id) on delete restrict
    deferrable initially deferred,
  foreign key (company_id, created_by) references users (company_id, id) on delete restrict
);
create index on cash_movements (company_id, session_id);
create index on cash_movements (company_id, currency_id);
create index on cash_movements (company_id, counterpart_id);
create index on cash_movements (company_id, created_by);

alter table invoice_payments
  add column cash_session_id uuid,
  add foreign key (company_id, cash_session_id) references cash_sessions (company_id, id) on delete restrict,
  drop constraint invoice_payments_method_check,
  add constraint invoice_payments_method_check check (method in ('cash', 'card', 'transfer', 'check', 'credit'));
create index on invoice_payments (company_id, cash_session_id) where cash_session_id is not null;

-- What was given back of an overpayment: cash of the drawer, or credit of the client.
create table invoice_changes (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  invoice_id uuid not null,
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
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict,
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict,
  foreign key (company_id, cash_session_id) references cash_sessions (company_id, id) on delete restrict,
  foreign key (company_id, created_by) references users (company_id, id) on delete restrict,
  check (rounding = amount - handed),
  check (kind = 'cash' or (rounding = 0 and cash_session_id is null))
);
create index on invoice_changes (company_id, invoice_id);
create index on invoice_changes (company_id, currency_id);
create index on invoice_changes (company_id, created_by);
create index on invoice_changes (company_id, cash_session_id) where cash_session_id is not null;

-- What the company owes a client: one signed row for each event; the balance beside it never falls below zero.
create table client_credits (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  client_id uuid not null,
  kind text not null check (kind in ('overpayment', 'use', 'void')),
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  amount numeric(14, 2) not null check (amount <> 0 and amount <> 'NaN'),
  invoice_id uuid not null,
  created_by uuid not null default current_user_id(),
  created_at timestamptz not null default app_now(),
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete restrict,
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict,
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict,
  foreign key (company_id, created_by) references users (company_id, id) on delete restrict,
  check ((kind = 'use') = (amount < 0))
);
create index on client_credits (company_id, client_id);
create index on client_credits (company_id, currency_id);
create index on client_credits (company_id, invoice_id);
create index on client_credits (company_id, created_by);

create table client_credit_balances (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  client_id uuid not null,
  currency_id uuid not null,
  balance numeric(14, 2) not null constraint client_credit_balances_enough check (balance >= 0 and balance <> 'NaN'),
  primary key (company_id, client_id, currency_id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete restrict,
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict
);
create index on client_credit_balances (company_id, currency_id);
