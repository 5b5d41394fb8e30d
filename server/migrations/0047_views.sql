-- Sets of filters that users name.

create table list_views (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  user_id uuid not null default current_user_id(),
  list text not null check (list in ('packages', 'invoices', 'clients')),
  name text not null check (length(name) between 1 and 40),
  -- The part of the list's address that filters and orders it.
  query text not null check (length(query) <= 2000),
  is_shared boolean not null default false,
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete restrict
);
create index on list_views (company_id, user_id, list);
-- A user has each name once in a list, and so have the views that are for all.
create unique index list_views_company_id_name_key on list_views (company_id, list, (case when is_shared then null else user_id end), lower(name))
  nulls not distinct where deleted_at is null;
