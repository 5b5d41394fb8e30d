-- Loads of files: the file's columns and rows, what each row would do and what became of it; and which field each heading was for.

create table imports (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('clients', 'packages', 'statuses', 'tariffs')),
  file_name text not null check (length(file_name) between 1 and 200),
  file_size int not null check (file_size >= 0),
  is_csv boolean not null default false,
  sheet_name text check (length(sheet_name) <= 200),
  row_count int not null check (row_count between 0 and 20000),
  -- Of each column its heading, three of its values, and what it was taken for.
  columns jsonb not null,
  mapping jsonb not null,
  status text not null default 'mapping' check (status in ('mapping', 'preview', 'running', 'done', 'undone', 'failed')),
  is_undo boolean not null default false,
  -- Changes with each new preview, so that one that is overtaken stops.
  preview uuid,
  counts jsonb not null default '{"new": 0, "updated": 0, "same": 0, "error": 0}',
  result jsonb not null default '{"new": 0, "updated": 0, "refused": 0, "undone": 0, "kept": 0}',
  all_or_nothing boolean not null default false,
  notify boolean not null default false,
  failure text check (length(failure) <= 500),
  created_by uuid not null default current_user_id(),
  created_at timestamptz not null default app_now(),
  run_by uuid,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, created_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, run_by) references users (company_id, id) on delete restrict,
  check (status in ('mapping', 'preview') or run_by is not null)
);
create index on imports (company_id, created_at desc);
create index on imports (company_id, created_by);
create index on imports (company_id, run_by);
-- One load at a time for a company.
create unique index imports_company_id_running_key on imports (company_id) where status = 'running';
create index imports_running on imports (id) where status = 'running';

create table import_rows (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  import_id uuid not null,
  -- The line in the file.
  row_number int not null check (row_number > 0),
  cells jsonb not null,
  outcome text check (outcome in ('new', 'updated', 'same', 'error')),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'undone', 'kept')),
  -- What is shown of it, what is wrong with it, and what is to be written.
  shown jsonb not null default '{}',
  problems jsonb not null default '[]',
  plan jsonb,
  -- The row that was written, the version that this left, what stood there before, and the entry of its history.
  target uuid,
  target_version int,
  before jsonb,
  change uuid,
  done_at timestamptz,
  primary key (company_id, import_id, row_number),
  foreign key (company_id, import_id) references imports (company_id, id) on delete restrict
);
create index on import_rows (company_id, import_id, outcome, row_number);
create index on import_rows (company_id, (change::text)) where change is not null;

create table import_layouts (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  kind text not null check (kind in ('clients', 'packages', 'statuses', 'tariffs')),
  -- The headings of a file, as a hash of what they have in common however they are written.
  headings text not null check (length(headings) = 64),
  mapping jsonb not null,
  primary key (company_id, kind, headings)
);
