-- Payments of invoices and of collections, and credit.

create table collections (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  company_collection_id bigint not null,
  client_id uuid not null,
  client_first_name text not null,
  client_last_names text not null,
  client_casillero text not null,
  client_phone text not null,
  change_total numeric(14,2) not null,
  change_currency_id uuid,
  change_currency_code text,
  change_currency_symbol text,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  reversed_by uuid,
  reversed_at timestamptz,
  reversal_reason text,
  client_middle_name text,
  constraint collections_pkey primary key (company_id, id),
  constraint collections_company_id_company_collection_id_key unique (company_id, company_collection_id),
  constraint collections_change_total_check check ((change_total >= (0)::numeric) and (change_total <> 'NaN'::numeric)),
  constraint collections_check check ((num_nonnulls(change_currency_id, change_currency_code, change_currency_symbol) =
case change_total
    when 0 then 0
    else 3
end)),
  constraint collections_check1 check (num_nulls(reversed_at, reversed_by, reversal_reason) = any (array[0, 3])),
  constraint collections_company_collection_id_check check (company_collection_id > 0),
  constraint collections_reversal_reason_check check (length(reversal_reason) between 1 and 200),
  constraint collections_company_id_change_currency_id_fkey
    foreign key (company_id, change_currency_id) references currencies(company_id, id) on delete restrict,
  constraint collections_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint collections_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint collections_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint collections_company_id_reversed_by_fkey
    foreign key (company_id, reversed_by) references users(company_id, id) on delete restrict
);
create index collections_company_id_change_currency_id_idx on collections (company_id, change_currency_id);
create index collections_company_id_client_id_idx on collections (company_id, client_id);
create index collections_company_id_created_by_idx on collections (company_id, created_by);
create index collections_company_id_reversed_by_idx on collections (company_id, reversed_by);

create table collection_payments (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  collection_id uuid not null,
  position integer not null,
  method text not null,
  reference text,
  total numeric(9,2) not null,
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  rate_compra numeric(14,4) not null,
  rate_venta numeric(14,4) not null,
  cash_session_id uuid,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  reversed_by uuid,
  reversed_at timestamptz,
  reversal_reason text,
  reversal_reference text,
  is_counted boolean default true not null,
  reversal_movement_id uuid,
  constraint collection_payments_pkey primary key (company_id, id),
  constraint collection_payments_company_id_collection_id_position_key unique (company_id, collection_id, "position"),
  constraint collection_payments_check check (num_nulls(reversed_at, reversed_by, reversal_reason) = any (array[0, 3])),
  constraint collection_payments_check1
    check ((reversed_at is not null) or (is_counted and (num_nonnulls(reversal_reference, reversal_movement_id) = 0))),
  constraint collection_payments_check2 check (is_counted or (reversal_movement_id is null)),
  constraint collection_payments_method_check check (method in ('cash', 'card', 'transfer', 'check', 'credit')),
  constraint collection_payments_position_check check ("position" > 0),
  constraint collection_payments_rate_compra_check check ((rate_compra > (0)::numeric) and (rate_compra <> 'NaN'::numeric)),
  constraint collection_payments_rate_venta_check check ((rate_venta > (0)::numeric) and (rate_venta <> 'NaN'::numeric)),
  constraint collection_payments_reference_check check (length(reference) <= 120),
  constraint collection_payments_reversal_reason_check check (length(reversal_reason) between 1 and 200),
  constraint collection_payments_reversal_reference_check check (length(reversal_reference) between 1 and 120),
  constraint collection_payments_total_check check ((total > (0)::numeric) and (total <> 'NaN'::numeric)),
  constraint collection_payments_company_id_cash_session_id_fkey
    foreign key (company_id, cash_session_id) references cash_sessions(company_id, id) on delete restrict,
  constraint collection_payments_company_id_collection_id_fkey
    foreign key (company_id, collection_id) references collections(company_id, id) on delete restrict,
  constraint collection_payments_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint collection_payments_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint collection_payments_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint collection_payments_company_id_reversal_movement_id_fkey
    foreign key (company_id, reversal_movement_id) references cash_movements(company_id, id) on delete restrict,
  constraint collection_payments_company_id_reversed_by_fkey
    foreign key (company_id, reversed_by) references users(company_id, id) on delete restrict
);
create index collection_payments_company_id_cash_session_id_idx on collection_payments (company_id, cash_session_id)
  where (cash_session_id is not null);
create index collection_payments_company_id_created_at_idx on collection_payments (company_id, created_at);
create index collection_payments_company_id_created_by_idx on collection_payments (company_id, created_by);
create index collection_payments_company_id_currency_id_idx on collection_payments (company_id, currency_id);
create index collection_payments_company_id_reversal_movement_id_idx on collection_payments (company_id, reversal_movement_id)
  where (reversal_movement_id is not null);
create index collection_payments_company_id_reversed_by_idx on collection_payments (company_id, reversed_by)
  where (reversed_by is not null);

create table invoice_payments (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  invoice_id uuid not null,
  method text not null,
  reference text,
  total numeric(9,2) not null,
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  rate_compra numeric(14,4) not null,
  rate_venta numeric(14,4) not null,
  converted_total numeric(14,2) not null,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  cash_session_id uuid,
  reversed_at timestamptz,
  reversed_by uuid,
  reversal_reason text,
  reversal_reference text,
  is_counted boolean default true not null,
  reversal_movement_id uuid,
  collection_payment_id uuid,
  constraint invoice_payments_pkey primary key (company_id, id),
  constraint invoice_payments_check check (num_nulls(reversed_at, reversed_by, reversal_reason) = any (array[0, 3])),
  constraint invoice_payments_check1
    check ((reversed_at is not null) or (is_counted and (num_nonnulls(reversal_reference, reversal_movement_id) = 0))),
  constraint invoice_payments_check2 check (is_counted or (reversal_movement_id is null)),
  constraint invoice_payments_check3
    check ((collection_payment_id is null) or ((cash_session_id is null) and (reversal_movement_id is null))),
  constraint invoice_payments_converted_total_check check ((converted_total >= (0)::numeric) and (converted_total <> 'NaN'::numeric)),
  constraint invoice_payments_method_check check (method in ('cash', 'card', 'transfer', 'check', 'credit')),
  constraint invoice_payments_rate_compra_check check ((rate_compra > (0)::numeric) and (rate_compra <> 'NaN'::numeric)),
  constraint invoice_payments_rate_venta_check check ((rate_venta > (0)::numeric) and (rate_venta <> 'NaN'::numeric)),
  constraint invoice_payments_reference_check check (length(reference) <= 120),
  constraint invoice_payments_reversal_reason_check check (length(reversal_reason) between 1 and 200),
  constraint invoice_payments_reversal_reference_check check (length(reversal_reference) between 1 and 120),
  constraint invoice_payments_total_check check ((total > (0)::numeric) and (total <> 'NaN'::numeric)),
  constraint invoice_payments_company_id_cash_session_id_fkey
    foreign key (company_id, cash_session_id) references cash_sessions(company_id, id) on delete restrict,
  constraint invoice_payments_company_id_collection_payment_id_fkey
    foreign key (company_id, collection_payment_id) references collection_payments(company_id, id) on delete restrict,
  constraint invoice_payments_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint invoice_payments_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint invoice_payments_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint invoice_payments_company_id_invoice_id_fkey
    foreign key (company_id, invoice_id) references invoices(company_id, id) on delete restrict,
  constraint invoice_payments_company_id_reversal_movement_id_fkey
    foreign key (company_id, reversal_movement_id) references cash_movements(company_id, id) on delete restrict,
  constraint invoice_payments_company_id_reversed_by_fkey
    foreign key (company_id, reversed_by) references users(company_id, id) on delete restrict
);
create index invoice_payments_company_id_cash_session_id_idx on invoice_payments (company_id, cash_session_id)
  where (cash_session_id is not null);
create index invoice_payments_company_id_collection_payment_id_idx on invoice_payments (company_id, collection_payment_id)
  where (collection_payment_id is not null);
create index invoice_payments_company_id_created_at_idx on invoice_payments (company_id, created_at)
  where (collection_payment_id is null);
create index invoice_payments_company_id_created_by_idx on invoice_payments (company_id, created_by);
create index invoice_payments_company_id_currency_id_idx on invoice_payments (company_id, currency_id);
create index invoice_payments_company_id_invoice_id_idx on invoice_payments (company_id, invoice_id);
create index invoice_payments_company_id_reversal_movement_id_idx on invoice_payments (company_id, reversal_movement_id)
  where (reversal_movement_id is not null);
create index invoice_payments_company_id_reversed_by_idx on invoice_payments (company_id, reversed_by)
  where (reversed_by is not null);

create table client_credits (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  client_id uuid not null,
  kind text not null,
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  amount numeric(14,2) not null,
  invoice_id uuid,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  reason text,
  collection_id uuid,
  constraint client_credits_pkey primary key (company_id, id),
  constraint client_credits_adjustment_check check ((kind = 'adjustment') = (reason is not null)),
  constraint client_credits_amount_check check ((amount <> (0)::numeric) and (amount <> 'NaN'::numeric)),
  constraint client_credits_kind_check check (kind in ('overpayment', 'use', 'void', 'reversal', 'adjustment')),
  constraint client_credits_origin_check check ((num_nonnulls(invoice_id, collection_id) =
case kind
    when 'adjustment' then 0
    else 1
end)),
  constraint client_credits_reason_check check (length(reason) between 1 and 200),
  constraint client_credits_sign_check check (
case kind
    when 'use' then (amount < (0)::numeric)
    when 'overpayment' then (amount > (0)::numeric)
    when 'void' then (amount > (0)::numeric)
    else true
end),
  constraint client_credits_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint client_credits_company_id_collection_id_fkey
    foreign key (company_id, collection_id) references collections(company_id, id) on delete restrict,
  constraint client_credits_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint client_credits_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint client_credits_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint client_credits_company_id_invoice_id_fkey
    foreign key (company_id, invoice_id) references invoices(company_id, id) on delete restrict
);
create index client_credits_company_id_client_id_idx on client_credits (company_id, client_id);
create index client_credits_company_id_collection_id_idx on client_credits (company_id, collection_id)
  where (collection_id is not null);
create index client_credits_company_id_created_by_idx on client_credits (company_id, created_by);
create index client_credits_company_id_currency_id_idx on client_credits (company_id, currency_id);
create index client_credits_company_id_invoice_id_idx on client_credits (company_id, invoice_id);
