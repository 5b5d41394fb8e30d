-- Companies, their staff, sessions, tokens, log and lists.

create table companies (
  id uuid default uuidv7() not null,
  name text not null,
  subdomain text not null,
  ruc text,
  address text,
  phone text,
  email text,
  logo_url text,
  status text default 'active' not null,
  is_operator boolean default false not null,
  casillero_prefix text,
  created_at timestamptz default app_now() not null,
  version integer default 1 not null,
  is_demo boolean default false not null,
  requires_cash_session boolean default false not null,
  invoice_footer text,
  requires_paid_handover boolean default false not null,
  waiting_reminder_days integer,
  constraint companies_pkey primary key (id),
  constraint companies_subdomain_key unique (subdomain),
  constraint companies_casillero_prefix_check check (casillero_prefix ~ '^[A-Z]{2,5}$'),
  constraint companies_invoice_footer_check check (length(invoice_footer) between 1 and 400),
  constraint companies_name_check check (length(name) between 1 and 120),
  constraint companies_status_check check (status in ('active', 'inactive', 'suspended')),
  constraint companies_subdomain_check check (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  constraint companies_waiting_reminder_days_check check (waiting_reminder_days between 1 and 365)
);

create table company_counters (
  company_id uuid default current_company() not null,
  kind text not null,
  last_number bigint default 0 not null,
  live_count bigint default 0 not null,
  constraint company_counters_pkey primary key (company_id, kind),
  constraint company_counters_check check (live_count between 0 and last_number),
  constraint company_counters_kind_check
    check (kind in ('client', 'package', 'invoice', 'cash_session', 'collection', 'handover', 'consignment')),
  constraint company_counters_last_number_check check (last_number >= 0),
  constraint company_counters_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);

create table logos (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  hash text not null,
  content bytea not null,
  created_at timestamptz default app_now() not null,
  constraint logos_pkey primary key (company_id, id),
  constraint logos_company_id_hash_key unique (company_id, hash),
  constraint logos_content_check check (length(content) <= ((2 * 1024) * 1024)),
  constraint logos_hash_check check (hash ~ '^[0-9a-f]{64}$'),
  constraint logos_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create index logos_hash_idx on logos (hash);

create table known_origins (
  company_id uuid default current_company() not null,
  user_id uuid not null,
  origin text not null,
  seen_at timestamptz not null,
  constraint known_origins_pkey primary key (company_id, user_id, origin),
  constraint known_origins_origin_check check (length(origin) <= 100)
);

create table users (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  first_name text not null,
  last_name text,
  full_name text generated always as ((first_name || coalesce((' ' || last_name), ''))) stored not null,
  email text,
  phone text,
  password_hash text not null,
  type text default 'user' not null,
  status text default 'active' not null,
  cedula text,
  search_text text default '' not null,
  created_at timestamptz default app_now() not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  phone_key text,
  sees_money_reports boolean default false not null,
  constraint users_pkey primary key (company_id, id),
  constraint users_check check ((email is not null) or (phone is not null)),
  constraint users_first_name_check check (length(first_name) between 1 and 120),
  constraint users_last_name_check check (length(last_name) <= 120),
  constraint users_phone_check check (phone ~ '^[0-9]{7,15}$'),
  constraint users_status_check check (status in ('active', 'inactive')),
  constraint users_type_check check (type in ('admin', 'user', 'viewer')),
  constraint users_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create unique index users_company_id_email_key on users (company_id, lower(email))
  where (deleted_at is null);
create unique index users_company_id_phone_key on users (company_id, phone_key)
  where (deleted_at is null);

create table sessions (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamptz default app_now() not null,
  last_seen_at timestamptz default app_now() not null,
  address text,
  user_agent text,
  constraint sessions_pkey primary key (company_id, id),
  constraint sessions_token_hash_key unique (token_hash),
  constraint sessions_token_hash_check check (length(token_hash) = 32),
  constraint sessions_user_agent_check check (length(user_agent) <= 300),
  constraint sessions_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id) on delete restrict
);
create index sessions_company_id_user_id_idx on sessions (company_id, user_id);

create table access_tokens (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  user_id uuid default current_user_id() not null,
  name text not null,
  is_read_only boolean not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz default app_now() not null,
  constraint access_tokens_pkey primary key (company_id, id),
  constraint access_tokens_name_check check (length(name) between 1 and 60),
  constraint access_tokens_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint access_tokens_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id) on delete restrict
);
create index access_tokens_company_id_user_id_idx on access_tokens (company_id, user_id);
create unique index access_tokens_token_hash_key on access_tokens (token_hash);

create table token_calls (
  token_hash bytea not null,
  calls_left real not null,
  counted_at timestamptz not null,
  constraint token_calls_pkey primary key (token_hash)
);

create table sign_in_failures (
  company_id uuid default current_company() not null,
  identifier text not null,
  origin text not null,
  failures integer not null,
  failed_at timestamptz not null,
  constraint sign_in_failures_pkey primary key (company_id, identifier, origin),
  constraint sign_in_failures_failures_check check (failures between 1 and 1000000),
  constraint sign_in_failures_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create index sign_in_failures_failed_at_idx on sign_in_failures (failed_at);

create table sign_in_tries (
  company_id uuid default current_company() not null,
  identifier text not null,
  failures integer default 0 not null,
  blocked_until timestamptz,
  last_try_at timestamptz not null,
  constraint sign_in_tries_pkey primary key (company_id, identifier),
  constraint sign_in_tries_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);

create table address_failures (
  address text not null,
  minute timestamptz not null,
  failures integer not null,
  constraint address_failures_pkey primary key (address)
);

create table idempotency_keys (
  company_id uuid default current_company() not null,
  key text not null,
  user_id uuid default current_user_id() not null,
  endpoint text not null,
  request_hash bytea not null,
  response jsonb,
  created_at timestamptz default app_now() not null,
  constraint idempotency_keys_pkey primary key (company_id, key),
  constraint idempotency_keys_key_check check (length(key) between 1 and 200),
  constraint idempotency_keys_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id) on delete restrict
);
create index idempotency_keys_company_id_user_id_idx on idempotency_keys (company_id, user_id);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

create table audit_entries (
  company_id uuid not null,
  id uuid default uuidv7() not null,
  at timestamptz default app_now() not null,
  user_id uuid,
  user_name text not null,
  user_company text,
  target_company text,
  action text not null,
  entity text not null,
  entity_id uuid not null,
  label text not null,
  before jsonb,
  after jsonb,
  constraint audit_entries_pkey primary key (company_id, id),
  constraint audit_entries_action_check check (action in ('insert', 'update', 'delete')),
  constraint audit_entries_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create index audit_entries_company_id_at_id_idx on audit_entries (company_id, at desc, id desc);
create index audit_entries_company_id_entity_at_id_idx on audit_entries (company_id, entity, at desc, id desc);
create index audit_entries_company_id_user_id_at_id_idx on audit_entries (company_id, user_id, at desc, id desc);

alter table known_origins add constraint known_origins_company_id_user_id_fkey
  foreign key (company_id, user_id) references users(company_id, id) on delete restrict;
