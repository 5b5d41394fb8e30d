-- A change of many packages' status that can be taken back for a moment, before its messages leave.
create table bulk_status_changes (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  user_id uuid not null default current_user_id(),
  to_status_id uuid not null,
  created_at timestamptz not null default app_now(),
  undo_until timestamptz not null,
  undone_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete restrict,
  foreign key (company_id, to_status_id) references statuses (company_id, id) on delete restrict
);
create index on bulk_status_changes (company_id, user_id);
create index on bulk_status_changes (company_id, to_status_id);
call tenant_table('bulk_status_changes', 'select, insert, update');

-- Which entries of the history came of it; a server of the version before leaves it empty.
alter table package_status_changes add column bulk_change_id uuid;
alter table package_status_changes add foreign key (company_id, bulk_change_id)
  references bulk_status_changes (company_id, id) on delete restrict;
create index on package_status_changes (company_id, bulk_change_id) where bulk_change_id is not null;
