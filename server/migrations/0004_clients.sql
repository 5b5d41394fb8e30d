-- Clients with their mailboxes, and the people who pick up for them.

create table clients (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  casillero text not null,
  first_name text not null,
  middle_name text,
  last_names text not null,
  phone text not null,
  email text,
  address text,
  city text,
  department text,
  default_tariff_maritimo_id uuid,
  default_tariff_aereo_id uuid,
  maritimo text generated always as ('maritimo') stored not null,
  aereo text generated always as ('aereo') stored not null,
  sort_name text collate "C" not null,
  search_text text not null,
  created_at timestamptz default app_now() not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  messages_allowed boolean default true not null,
  chat_known_at timestamptz,
  cedula text,
  updated_at timestamptz,
  merged_into_id uuid,
  former_casilleros text[] default '{}'::text[] not null,
  constraint clients_pkey primary key (company_id, id),
  constraint clients_company_id_casillero_key unique (company_id, casillero),
  constraint clients_address_check check (length(address) <= 120),
  constraint clients_cedula_check check (length(cedula) between 1 and 40),
  constraint clients_check check ((merged_into_id is null) or (deleted_at is not null)),
  constraint clients_check1 check (merged_into_id <> id),
  constraint clients_city_check check (length(city) <= 120),
  constraint clients_department_check check (length(department) <= 120),
  constraint clients_email_check check (length(email) <= 160),
  constraint clients_first_name_check check (length(first_name) between 1 and 120),
  constraint clients_last_names_check check (length(last_names) between 1 and 120),
  constraint clients_middle_name_check check (length(middle_name) <= 120),
  constraint clients_phone_check check (phone ~ '^[0-9]{7,15}$'),
  constraint clients_company_id_default_tariff_aereo_id_aereo_fkey
    foreign key (company_id, default_tariff_aereo_id, aereo) references tariffs(company_id, id, type) on delete restrict,
  constraint clients_company_id_default_tariff_maritimo_id_maritimo_fkey
    foreign key (company_id, default_tariff_maritimo_id, maritimo) references tariffs(company_id, id, type) on delete restrict,
  constraint clients_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint clients_company_id_merged_into_id_fkey
    foreign key (company_id, merged_into_id) references clients(company_id, id) on delete restrict
);
create index clients_company_id_created_at_idx on clients (company_id, created_at)
  where (deleted_at is null);
create index clients_company_id_default_tariff_aereo_id_idx on clients (company_id, default_tariff_aereo_id);
create index clients_company_id_default_tariff_maritimo_id_idx on clients (company_id, default_tariff_maritimo_id);
create index clients_company_id_merged_into_id_idx on clients (company_id, merged_into_id);
create index clients_company_id_phone_idx on clients (company_id, phone)
  where (deleted_at is null);
create index clients_company_id_updated_at_idx on clients (company_id, updated_at);
create index clients_in_order on clients (company_id, sort_name, id) include (created_at)
  where (deleted_at is null);
create index clients_search on clients using gin (company_id, search_text gin_trgm_ops)
  where (deleted_at is null);

create table client_pickers (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  client_id uuid not null,
  name text not null,
  cedula text,
  created_at timestamptz default app_now() not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  constraint client_pickers_pkey primary key (company_id, id),
  constraint client_pickers_cedula_check check (length(cedula) between 1 and 40),
  constraint client_pickers_name_check check (length(name) between 1 and 120),
  constraint client_pickers_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint client_pickers_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create index client_pickers_company_id_client_id_idx on client_pickers (company_id, client_id);
create unique index client_pickers_company_id_name_key on client_pickers (company_id, client_id, lower(name), coalesce(cedula, ''))
  where (deleted_at is null);
