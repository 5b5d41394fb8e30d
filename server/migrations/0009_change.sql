-- Change of invoices and of collections, and the balance of credit.

create table client_credit_balances (
  company_id uuid default current_company() not null,
  client_id uuid not null,
  currency_id uuid not null,
  balance numeric(14,2) not null,
  constraint client_credit_balances_pkey primary key (company_id, client_id, currency_id),
  constraint client_credit_balances_enough check ((balance >= (0)::numeric) and (balance <> 'NaN'::numeric)),
  constraint client_credit_balances_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint client_credit_balances_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint client_credit_balances_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create index client_credit_balances_company_id_currency_id_idx on client_credit_balances (company_id, currency_id);

create table collection_changes (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  collection_id uuid not null,
  kind text not null,
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  rate_compra numeric(14,4) not null,
  rate_venta numeric(14,4) not null,
  amount numeric(14,2) not null,
  converted_total numeric(14,2) not null,
  handed numeric(14,2) not null,
  rounding numeric(14,2) not null,
  cash_session_id uuid,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  reversed_by uuid,
  reversed_at timestamptz,
  reversal_reason text,
  is_counted boolean default true not null,
  reversal_movement_id uuid,
  constraint collection_changes_pkey primary key (company_id, id),
  constraint collection_changes_amount_check check ((amount >= (0)::numeric) and (amount <> 'NaN'::numeric)),
  constraint collection_changes_check check (rounding = (amount - handed)),
  constraint collection_changes_check1 check ((kind = 'cash') or ((rounding = (0)::numeric) and (cash_session_id is null))),
  constraint collection_changes_check2 check (num_nulls(reversed_at, reversed_by, reversal_reason) = any (array[0, 3])),
  constraint collection_changes_check3 check ((reversed_at is not null) or (is_counted and (reversal_movement_id is null))),
  constraint collection_changes_check4 check (is_counted or (reversal_movement_id is null)),
  constraint collection_changes_converted_total_check check ((converted_total > (0)::numeric) and (converted_total <> 'NaN'::numeric)),
  constraint collection_changes_handed_check check ((handed >= (0)::numeric) and (handed <> 'NaN'::numeric)),
  constraint collection_changes_kind_check check (kind in ('cash', 'credit')),
  constraint collection_changes_rate_compra_check check ((rate_compra > (0)::numeric) and (rate_compra <> 'NaN'::numeric)),
  constraint collection_changes_rate_venta_check check ((rate_venta > (0)::numeric) and (rate_venta <> 'NaN'::numeric)),
  constraint collection_changes_reversal_reason_check check (length(reversal_reason) between 1 and 200),
  constraint collection_changes_rounding_check check (rounding <> 'NaN'::numeric),
  constraint collection_changes_company_id_cash_session_id_fkey
    foreign key (company_id, cash_session_id) references cash_sessions(company_id, id) on delete restrict,
  constraint collection_changes_company_id_collection_id_fkey
    foreign key (company_id, collection_id) references collections(company_id, id) on delete restrict,
  constraint collection_changes_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint collection_changes_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint collection_changes_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint collection_changes_company_id_reversal_movement_id_fkey
    foreign key (company_id, reversal_movement_id) references cash_movements(company_id, id) on delete restrict,
  constraint collection_changes_company_id_reversed_by_fkey
    foreign key (company_id, reversed_by) references users(company_id, id) on delete restrict
);
create index collection_changes_company_id_cash_session_id_idx on collection_changes (company_id, cash_session_id)
  where (cash_session_id is not null);
create index collection_changes_company_id_collection_id_idx on collection_changes (company_id, collection_id);
create index collection_changes_company_id_created_at_idx on collection_changes (company_id, created_at)
  where (kind = 'cash');
create index collection_changes_company_id_created_by_idx on collection_changes (company_id, created_by);
create index collection_changes_company_id_currency_id_idx on collection_changes (company_id, currency_id);
create index collection_changes_company_id_reversal_movement_id_idx on collection_changes (company_id, reversal_movement_id)
  where (reversal_movement_id is not null);
create index collection_changes_company_id_reversed_by_idx on collection_changes (company_id, reversed_by)
  where (reversed_by is not null);

create table invoice_changes (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  invoice_id uuid not null,
  kind text not null,
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  rate_compra numeric(14,4) not null,
  rate_venta numeric(14,4) not null,
  amount numeric(14,2) not null,
  converted_total numeric(14,2) not null,
  handed numeric(14,2) not null,
  rounding numeric(14,2) not null,
  cash_session_id uuid,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  reversed_at timestamptz,
  reversed_by uuid,
  reversal_reason text,
  is_counted boolean default true not null,
  reversal_movement_id uuid,
  constraint invoice_changes_pkey primary key (company_id, id),
  constraint invoice_changes_amount_check check ((amount >= (0)::numeric) and (amount <> 'NaN'::numeric)),
  constraint invoice_changes_check check (rounding = (amount - handed)),
  constraint invoice_changes_check1 check ((kind = 'cash') or ((rounding = (0)::numeric) and (cash_session_id is null))),
  constraint invoice_changes_check2 check (num_nulls(reversed_at, reversed_by, reversal_reason) = any (array[0, 3])),
  constraint invoice_changes_check3 check ((reversed_at is not null) or (is_counted and (reversal_movement_id is null))),
  constraint invoice_changes_check4 check (is_counted or (reversal_movement_id is null)),
  constraint invoice_changes_converted_total_check check ((converted_total > (0)::numeric) and (converted_total <> 'NaN'::numeric)),
  constraint invoice_changes_handed_check check ((handed >= (0)::numeric) and (handed <> 'NaN'::numeric)),
  constraint invoice_changes_kind_check check (kind in ('cash', 'credit')),
  constraint invoice_changes_rate_compra_check check ((rate_compra > (0)::numeric) and (rate_compra <> 'NaN'::numeric)),
  constraint invoice_changes_rate_venta_check check ((rate_venta > (0)::numeric) and (rate_venta <> 'NaN'::numeric)),
  constraint invoice_changes_reversal_reason_check check (length(reversal_reason) between 1 and 200),
  constraint invoice_changes_rounding_check check (rounding <> 'NaN'::numeric),
  constraint invoice_changes_company_id_cash_session_id_fkey
    foreign key (company_id, cash_session_id) references cash_sessions(company_id, id) on delete restrict,
  constraint invoice_changes_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint invoice_changes_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint invoice_changes_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint invoice_changes_company_id_invoice_id_fkey
    foreign key (company_id, invoice_id) references invoices(company_id, id) on delete restrict,
  constraint invoice_changes_company_id_reversal_movement_id_fkey
    foreign key (company_id, reversal_movement_id) references cash_movements(company_id, id) on delete restrict,
  constraint invoice_changes_company_id_reversed_by_fkey
    foreign key (company_id, reversed_by) references users(company_id, id) on delete restrict
);
create index invoice_changes_company_id_cash_session_id_idx on invoice_changes (company_id, cash_session_id)
  where (cash_session_id is not null);
create index invoice_changes_company_id_created_at_idx on invoice_changes (company_id, created_at)
  where (kind = 'cash');
create index invoice_changes_company_id_created_by_idx on invoice_changes (company_id, created_by);
create index invoice_changes_company_id_currency_id_idx on invoice_changes (company_id, currency_id);
create index invoice_changes_company_id_invoice_id_idx on invoice_changes (company_id, invoice_id);
create index invoice_changes_company_id_reversal_movement_id_idx on invoice_changes (company_id, reversal_movement_id)
  where (reversal_movement_id is not null);
create index invoice_changes_company_id_reversed_by_idx on invoice_changes (company_id, reversed_by)
  where (reversed_by is not null);
