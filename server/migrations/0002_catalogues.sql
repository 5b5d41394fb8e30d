-- What a company is set up with: statuses, currencies, shipping methods, tariffs; and its clients.

create table statuses (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 60),
  is_final_status boolean not null default false,
  order_position int not null check (order_position > 0),
  role text check (role in ('warehouse_us', 'ready')),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (company_id, id)
);
create unique index statuses_company_id_name_key on statuses (company_id, lower(name)) where deleted_at is null;
create unique index statuses_company_id_role_key on statuses (company_id, role) where deleted_at is null;
call tenant_table('statuses', 'select, insert, update');
create trigger bump_version before update on statuses for each row execute function bump_version();

create table currencies (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  code text not null check (code ~ '^[A-Z]{3}$'),
  name text not null check (length(name) between 1 and 60),
  symbol text not null check (length(symbol) between 1 and 10),
  rate_compra numeric(14, 4) not null check (rate_compra > 0 and rate_compra <> 'NaN'),
  rate_venta numeric(14, 4) not null check (rate_venta > 0 and rate_venta <> 'NaN'),
  is_default boolean not null default false,
  search_text text not null default '',
  deleted_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  check (rate_compra >= rate_venta),
  check (code <> 'USD' or (rate_compra = 1 and rate_venta = 1 and deleted_at is null)),
  check (deleted_at is null or not is_default)
);
create unique index currencies_company_id_code_key on currencies (company_id, code) where deleted_at is null;
create unique index currencies_company_id_is_default_key on currencies (company_id) where is_default;
call tenant_table('currencies', 'select, insert, update');
create trigger bump_version before update on currencies for each row execute function bump_version();

create table shipping_methods (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 120),
  is_active boolean not null default true,
  is_default boolean not null default false,
  deleted_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  check (not is_default or (is_active and deleted_at is null))
);
create unique index shipping_methods_company_id_name_key on shipping_methods (company_id, lower(name)) where deleted_at is null;
create unique index shipping_methods_company_id_is_default_key on shipping_methods (company_id) where is_default;
call tenant_table('shipping_methods', 'select, insert, update');
create trigger bump_version before update on shipping_methods for each row execute function bump_version();

create table tariffs (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 120),
  type text not null check (type in ('maritimo', 'aereo')),
  price_per_pound numeric(6, 2) not null check (price_per_pound between 0 and 999.99),
  start_date date,
  end_date date,
  notes text check (length(notes) <= 500),
  is_default boolean not null default false,
  is_active boolean not null default true,
  search_text text not null default '',
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  unique (company_id, id, type),
  check ((start_date is null) = (end_date is null) and start_date <= end_date),
  check (not is_default or (is_active and deleted_at is null))
);
create unique index tariffs_company_id_type_is_default_key on tariffs (company_id, type) where is_default;
call tenant_table('tariffs', 'select, insert, update');
create trigger bump_version before update on tariffs for each row execute function bump_version();

create table clients (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  casillero text not null,
  first_name text not null check (length(first_name) between 1 and 120),
  middle_name text check (length(middle_name) <= 120),
  last_names text not null check (length(last_names) between 1 and 120),
  phone text not null check (phone ~ '^[0-9]{7,15}$'),
  email text check (length(email) <= 160),
  address text check (length(address) <= 120),
  city text check (length(city) <= 120),
  department text check (length(department) <= 120),
  default_tariff_maritimo_id uuid,
  default_tariff_aereo_id uuid,
  -- Constant columns, so that a default tariff can only be of its own type.
  maritimo text not null generated always as ('maritimo') stored,
  aereo text not null generated always as ('aereo') stored,
  sort_name text collate "C" not null,
  search_text text not null,
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  unique (company_id, casillero),
  foreign key (company_id, default_tariff_maritimo_id, maritimo) references tariffs (company_id, id, type) on delete restrict,
  foreign key (company_id, default_tariff_aereo_id, aereo) references tariffs (company_id, id, type) on delete restrict
);
create index on clients (company_id, sort_name, id) where deleted_at is null;
create index on clients (company_id, default_tariff_maritimo_id);
create index on clients (company_id, default_tariff_aereo_id);
create index clients_search on clients using gin (company_id, search_text gin_trgm_ops) where deleted_at is null;
call tenant_table('clients', 'select, insert, update');
create trigger bump_version before update on clients for each row execute function bump_version();
