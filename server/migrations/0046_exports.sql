-- What was taken out of a company as a file: what, chosen by what, and how it ended. Its writes stand in the log.
create table exports (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  list text not null check (list in ('packages', 'clients', 'invoices', 'users', 'tariffs', 'messages', 'audit', 'shipments', 'company')),
  format text not null check (format in ('xlsx', 'csv', 'zip')),
  criteria jsonb not null,
  row_count int check (row_count >= 0),
  -- Empty while it runs, and for good where the server was killed meanwhile.
  outcome text check (outcome in ('done', 'cancelled', 'failed')),
  created_at timestamptz not null default app_now(),
  primary key (company_id, id)
);
