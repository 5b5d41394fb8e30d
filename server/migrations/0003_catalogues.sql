-- Currencies, tariffs, shipping methods, templates and statuses.

create table currencies (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  code text not null,
  name text not null,
  symbol text not null,
  rate_compra numeric(14,4) not null,
  rate_venta numeric(14,4) not null,
  is_default boolean default false not null,
  search_text text default '' not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  cash_step numeric(9,2) default 1 not null,
  constraint currencies_pkey primary key (company_id, id),
  constraint currencies_cash_step_check check ((cash_step >= (0)::numeric) and (cash_step <> 'NaN'::numeric)),
  constraint currencies_check check (rate_compra >= rate_venta),
  constraint currencies_check1
    check ((code <> 'USD') or ((rate_compra = (1)::numeric) and (rate_venta = (1)::numeric) and (deleted_at is null))),
  constraint currencies_check2 check ((deleted_at is null) or (not is_default)),
  constraint currencies_code_check check (code ~ '^[A-Z]{3}$'),
  constraint currencies_name_check check (length(name) between 1 and 60),
  constraint currencies_rate_compra_check check ((rate_compra > (0)::numeric) and (rate_compra <> 'NaN'::numeric)),
  constraint currencies_rate_venta_check check ((rate_venta > (0)::numeric) and (rate_venta <> 'NaN'::numeric)),
  constraint currencies_symbol_check check (length(symbol) between 1 and 10),
  constraint currencies_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create unique index currencies_company_id_code_key on currencies (company_id, code)
  where (deleted_at is null);
create unique index currencies_company_id_is_default_key on currencies (company_id)
  where is_default;

create table currency_rate_changes (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  currency_id uuid not null,
  user_name text not null,
  from_compra numeric(14,4) not null,
  from_venta numeric(14,4) not null,
  to_compra numeric(14,4) not null,
  to_venta numeric(14,4) not null,
  created_at timestamptz default app_now() not null,
  constraint currency_rate_changes_pkey primary key (company_id, id),
  constraint currency_rate_changes_from_compra_check check ((from_compra > (0)::numeric) and (from_compra <> 'NaN'::numeric)),
  constraint currency_rate_changes_from_venta_check check ((from_venta > (0)::numeric) and (from_venta <> 'NaN'::numeric)),
  constraint currency_rate_changes_to_compra_check check ((to_compra > (0)::numeric) and (to_compra <> 'NaN'::numeric)),
  constraint currency_rate_changes_to_venta_check check ((to_venta > (0)::numeric) and (to_venta <> 'NaN'::numeric)),
  constraint currency_rate_changes_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint currency_rate_changes_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create index currency_rate_changes_company_id_currency_id_created_at_idx on currency_rate_changes
  (company_id, currency_id, created_at desc);

create table tariffs (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  name text not null,
  type text not null,
  price_per_pound numeric(6,2) not null,
  start_date date,
  end_date date,
  notes text,
  is_default boolean default false not null,
  is_active boolean default true not null,
  search_text text default '' not null,
  created_at timestamptz default app_now() not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  constraint tariffs_pkey primary key (company_id, id),
  constraint tariffs_company_id_id_type_key unique (company_id, id, type),
  constraint tariffs_check check (((start_date is null) = (end_date is null)) and (start_date <= end_date)),
  constraint tariffs_check1 check ((not is_default) or (is_active and (deleted_at is null))),
  constraint tariffs_name_check check (length(name) between 1 and 120),
  constraint tariffs_notes_check check (length(notes) <= 500),
  constraint tariffs_price_per_pound_check check (price_per_pound between (0)::numeric and 999.99),
  constraint tariffs_type_check check (type in ('maritimo', 'aereo')),
  constraint tariffs_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create unique index tariffs_company_id_type_is_default_key on tariffs (company_id, type)
  where is_default;

create table shipping_methods (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  name text not null,
  is_active boolean default true not null,
  is_default boolean default false not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  constraint shipping_methods_pkey primary key (company_id, id),
  constraint shipping_methods_check check ((not is_default) or (is_active and (deleted_at is null))),
  constraint shipping_methods_name_check check (length(name) between 1 and 120),
  constraint shipping_methods_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create unique index shipping_methods_company_id_is_default_key on shipping_methods (company_id)
  where is_default;
create unique index shipping_methods_company_id_name_key on shipping_methods (company_id, lower(name))
  where (deleted_at is null);

create table templates (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  key text not null,
  title text not null,
  default_content text not null,
  custom_content text,
  expires_after interval default '48:00:00'::interval not null,
  position integer not null,
  version integer default 1 not null,
  constraint templates_pkey primary key (company_id, id),
  constraint templates_company_id_key_key unique (company_id, key),
  constraint templates_custom_content_check check (length(custom_content) between 1 and 4096),
  constraint templates_default_content_check check (length(default_content) between 1 and 4096),
  constraint templates_key_check check (key ~ '^[a-z_]{1,40}$'),
  constraint templates_title_check check (length(title) between 1 and 80),
  constraint templates_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);

create table statuses (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  name text not null,
  is_final_status boolean default false not null,
  order_position integer not null,
  role text,
  deleted_at timestamptz,
  version integer default 1 not null,
  template_id uuid,
  constraint statuses_pkey primary key (company_id, id),
  constraint statuses_name_check check (length(name) between 1 and 60),
  constraint statuses_order_position_check check (order_position > 0),
  constraint statuses_role_check check (role in ('warehouse_us', 'ready')),
  constraint statuses_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint statuses_company_id_template_id_fkey
    foreign key (company_id, template_id) references templates(company_id, id) on delete restrict
);
create unique index statuses_company_id_name_key on statuses (company_id, lower(name))
  where (deleted_at is null);
create unique index statuses_company_id_role_key on statuses (company_id, role)
  where (deleted_at is null);
create index statuses_company_id_template_id_idx on statuses (company_id, template_id);
