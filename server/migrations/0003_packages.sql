create table packages (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  company_package_id bigint not null check (company_package_id > 0),
  client_id uuid,
  tariff_id uuid,
  status_id uuid,
  shipping_method text not null check (shipping_method in ('maritimo', 'aereo')),
  tracking text check (length(tracking) <= 120),
  warehouse_tracking text check (length(warehouse_tracking) <= 120),
  weight numeric(6, 2) check (weight > 0 and weight <> 'NaN'),
  description text check (length(description) <= 300),
  contents text check (length(contents) <= 500),
  provider text check (length(provider) <= 120),
  client_package_name text check (length(client_package_name) <= 120),
  comments text check (length(comments) <= 1000),
  discount_type text not null default 'none' check (discount_type in ('none', 'percentage', 'fixed_amount')),
  discount_value numeric(9, 2) not null default 0 check (discount_value >= 0 and discount_value <> 'NaN'),
  should_notify_storage boolean not null default true,
  -- The tariff's price when the tariff was assigned; the two below follow from it and are computed by the server.
  price_per_pound numeric(6, 2) check (price_per_pound between 0 and 999.99),
  final_price_per_pound numeric(12, 6) check (final_price_per_pound >= 0 and final_price_per_pound <> 'NaN'),
  total_price numeric(12, 2) check (total_price >= 0 and total_price <> 'NaN'),
  search_text text not null,
  client_search_text text not null default '',
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  unique (company_id, company_package_id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete restrict,
  foreign key (company_id, tariff_id, shipping_method) references tariffs (company_id, id, type) on delete restrict,
  foreign key (company_id, status_id) references statuses (company_id, id) on delete restrict,
  check (tracking is not null or warehouse_tracking is not null),
  check (discount_type <> 'percentage' or discount_value <= 100),
  check (discount_type <> 'none' or discount_value = 0),
  check ((tariff_id is null) = (price_per_pound is null)),
  check ((total_price is null) = (weight is null or price_per_pound is null)),
  check ((final_price_per_pound is null) = (total_price is null))
);
create index on packages (company_id, company_package_id desc) where deleted_at is null;
create index on packages (company_id, client_id, company_package_id desc);
create index on packages (company_id, status_id, company_package_id desc);
create index on packages (company_id, tariff_id);
create index on packages (company_id, tracking);
create index on packages (company_id, warehouse_tracking);
create index packages_search on packages using gin (company_id, (search_text || client_search_text) gin_trgm_ops) where deleted_at is null;
call tenant_table('packages', 'select, insert, update');
-- A client's new name is no edit of the packages: whoever has one open may still save it.
create trigger bump_version before update of updated_at, deleted_at on packages for each row execute function bump_version();

-- One change of status as the answer's `statusHistory` has it. The pattern holds nothing that a locale could change.
create function status_history_entry(from_name text, to_name text, user_name text, at timestamptz, comment text) returns text
language sql immutable parallel safe as $$
  select json_build_object('from', from_name, 'to', to_name, 'userName', user_name,
    'date', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'comment', comment)::text
$$;

-- Every change of status with the names of that moment; the answer's `statusHistory` is read from here.
create table package_status_changes (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  package_id uuid not null,
  from_status_id uuid,
  to_status_id uuid,
  from_name text,
  to_name text,
  user_id uuid default current_user_id(),
  user_name text not null,
  comment text,
  created_at timestamptz not null default app_now(),
  -- Written once here instead of at every look at a list.
  entry text not null generated always as (status_history_entry(from_name, to_name, user_name, created_at, comment)) stored,
  primary key (company_id, id),
  foreign key (company_id, package_id) references packages (company_id, id) on delete restrict,
  foreign key (company_id, from_status_id) references statuses (company_id, id) on delete restrict,
  foreign key (company_id, to_status_id) references statuses (company_id, id) on delete restrict,
  foreign key (company_id, user_id) references users (company_id, id) on delete restrict
);
create index on package_status_changes (company_id, package_id, created_at, id);
create index on package_status_changes (company_id, from_status_id);
create index on package_status_changes (company_id, to_status_id);
create index on package_status_changes (company_id, user_id);
call tenant_table('package_status_changes', 'select, insert');
