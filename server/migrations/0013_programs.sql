-- Webhooks and imports.

create table webhooks (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  address text not null,
  events text[] not null,
  secret text not null,
  is_paused boolean default false not null,
  created_at timestamptz default app_now() not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  constraint webhooks_pkey primary key (company_id, id),
  constraint webhooks_address_check check (length(address) between 1 and 500),
  constraint webhooks_events_check
    check ((cardinality(events) > 0) and (events <@ array['package.status_changed', 'invoice.created', 'invoice.paid', 'invoice.voided'])),
  constraint webhooks_secret_check check (secret ~~ 'whsec\_%'),
  constraint webhooks_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create index webhooks_company_id_idx on webhooks (company_id)
  where (deleted_at is null);

create table webhook_deliveries (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  webhook_id uuid not null,
  event text not null,
  body text not null,
  state text default 'queued' not null,
  attempts integer default 0 not null,
  next_at timestamptz default clock_timestamp() not null,
  queued_at timestamptz default clock_timestamp() not null,
  answer_status integer,
  error text,
  created_at timestamptz default app_now() not null,
  ended_at timestamptz,
  constraint webhook_deliveries_pkey primary key (company_id, id),
  constraint webhook_deliveries_attempts_check check (attempts >= 0),
  constraint webhook_deliveries_check check ((state in ('delivered', 'failed')) = (ended_at is not null)),
  constraint webhook_deliveries_state_check check (state in ('queued', 'sending', 'delivered', 'failed')),
  constraint webhook_deliveries_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint webhook_deliveries_company_id_webhook_id_fkey
    foreign key (company_id, webhook_id) references webhooks(company_id, id) on delete restrict
);
create index webhook_deliveries_company_id_webhook_id_id_idx on webhook_deliveries (company_id, webhook_id, id);
create index webhook_deliveries_company_id_webhook_id_next_at_idx on webhook_deliveries (company_id, webhook_id, next_at)
  where (state in ('queued', 'sending'));

create table webhook_turns (
  company_id uuid default current_company() not null,
  webhook_id uuid not null,
  next_at timestamptz default clock_timestamp() not null,
  served_at timestamptz default clock_timestamp() not null,
  failures integer default 0 not null,
  failing_since timestamptz,
  last_error text,
  constraint webhook_turns_pkey primary key (company_id, webhook_id),
  constraint webhook_turns_check check (((failures = 0) = (failing_since is null)) and ((failures = 0) = (last_error is null))),
  constraint webhook_turns_failures_check check (failures >= 0),
  constraint webhook_turns_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint webhook_turns_company_id_webhook_id_fkey
    foreign key (company_id, webhook_id) references webhooks(company_id, id) on delete restrict
);

create table imports (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  kind text not null,
  file_name text not null,
  file_size integer not null,
  is_csv boolean default false not null,
  sheet_name text,
  row_count integer not null,
  columns jsonb not null,
  mapping jsonb not null,
  status text default 'mapping' not null,
  is_undo boolean default false not null,
  preview uuid,
  counts jsonb default '{"new": 0, "same": 0, "error": 0, "updated": 0}'::jsonb not null,
  result jsonb default '{"new": 0, "kept": 0, "undone": 0, "refused": 0, "updated": 0}'::jsonb not null,
  all_or_nothing boolean default false not null,
  notify boolean default false not null,
  failure text,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  run_by uuid,
  started_at timestamptz,
  ended_at timestamptz,
  first_number integer,
  paired jsonb default '[]'::jsonb not null,
  constraint imports_pkey primary key (company_id, id),
  constraint imports_check check ((status in ('mapping', 'preview')) or (run_by is not null)),
  constraint imports_failure_check check (length(failure) <= 500),
  constraint imports_file_name_check check (length(file_name) between 1 and 200),
  constraint imports_file_size_check check (file_size >= 0),
  constraint imports_first_number_check check (first_number > 0),
  constraint imports_kind_check check (kind in ('clients', 'packages', 'statuses', 'tariffs')),
  constraint imports_row_count_check check (row_count between 0 and 20000),
  constraint imports_sheet_name_check check (length(sheet_name) <= 200),
  constraint imports_status_check check (status in ('mapping', 'preview', 'running', 'done', 'undone', 'failed')),
  constraint imports_company_id_created_by_fkey foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint imports_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint imports_company_id_run_by_fkey foreign key (company_id, run_by) references users(company_id, id) on delete restrict
);
create index imports_company_id_created_at_idx on imports (company_id, created_at desc);
create index imports_company_id_created_by_idx on imports (company_id, created_by);
create index imports_company_id_run_by_idx on imports (company_id, run_by);
create unique index imports_company_id_running_key on imports (company_id)
  where (status = 'running');
create index imports_running on imports (id)
  where (status = 'running');

create table import_rows (
  company_id uuid default current_company() not null,
  import_id uuid not null,
  row_number integer not null,
  cells jsonb not null,
  outcome text,
  state text default 'waiting' not null,
  shown jsonb default '{}'::jsonb not null,
  problems jsonb default '[]'::jsonb not null,
  plan jsonb,
  target uuid,
  target_version integer,
  before jsonb,
  change uuid,
  done_at timestamptz,
  constraint import_rows_pkey primary key (company_id, import_id, row_number),
  constraint import_rows_outcome_check check (outcome in ('new', 'updated', 'same', 'error')),
  constraint import_rows_row_number_check check (row_number > 0),
  constraint import_rows_state_check check (state in ('waiting', 'done', 'refused', 'undone', 'kept')),
  constraint import_rows_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint import_rows_company_id_import_id_fkey foreign key (company_id, import_id) references imports(company_id, id) on delete restrict
);
create index import_rows_company_id_change_idx on import_rows (company_id, ((change)::text))
  where (change is not null);
create index import_rows_company_id_import_id_outcome_row_number_idx on import_rows (company_id, import_id, outcome, row_number);

create table import_layouts (
  company_id uuid default current_company() not null,
  kind text not null,
  headings text not null,
  mapping jsonb not null,
  paired jsonb default '[]'::jsonb not null,
  constraint import_layouts_pkey primary key (company_id, kind, headings),
  constraint import_layouts_headings_check check (length(headings) = 64),
  constraint import_layouts_kind_check check (kind in ('clients', 'packages', 'statuses', 'tariffs')),
  constraint import_layouts_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);

create table list_views (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  user_id uuid default current_user_id() not null,
  list text not null,
  name text not null,
  query text not null,
  is_shared boolean default false not null,
  created_at timestamptz default app_now() not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  constraint list_views_pkey primary key (company_id, id),
  constraint list_views_list_check check (list in ('packages', 'invoices', 'clients', 'messages', 'audit', 'tariffs')),
  constraint list_views_name_check check (length(name) between 1 and 40),
  constraint list_views_query_check check (length(query) <= 2000),
  constraint list_views_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint list_views_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id) on delete restrict
);
create unique index list_views_company_id_name_key on list_views (company_id, list, (
case
    when is_shared then null::uuid
    else user_id
end), lower(name)) nulls not distinct
  where (deleted_at is null);
create index list_views_company_id_user_id_list_idx on list_views (company_id, user_id, list);

create table exports (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  list text not null,
  format text not null,
  criteria jsonb not null,
  row_count integer,
  outcome text,
  created_at timestamptz default app_now() not null,
  constraint exports_pkey primary key (company_id, id),
  constraint exports_format_check check (format in ('xlsx', 'csv', 'zip')),
  constraint exports_list_check
    check (list in ('packages', 'clients', 'invoices', 'users', 'tariffs', 'messages', 'audit', 'shipments', 'waiting', 'handovers', 'cash_sessions', 'report', 'company')),
  constraint exports_outcome_check check (outcome in ('done', 'cancelled', 'failed', 'interrupted')),
  constraint exports_row_count_check check (row_count >= 0),
  constraint exports_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
