-- Receptions: which user received which package on the screen of the warehouse, so that it can be undone while nothing else happened to it;
-- where its weight came from; and when a client changed last, which the copies of the clients on devices ask for.

alter table packages add column weight_source text check (weight_source in ('scale', 'typed'));

-- Null until the first change after the upgrade: a device that has no copy yet asks for all.
alter table clients add column updated_at timestamptz;
create index on clients (company_id, updated_at);

create table receptions (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  package_id uuid not null,
  -- The version of the package that the reception left: with another one something else happened to it.
  package_version int not null,
  -- What was known of a package that had been announced; null for one that was new.
  earlier jsonb,
  consignment_id uuid,
  received_by uuid not null default current_user_id(),
  received_at timestamptz not null default app_now(),
  undone_by uuid,
  undone_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, package_id) references packages (company_id, id) on delete restrict,
  foreign key (company_id, consignment_id) references consignments (company_id, id) on delete restrict,
  foreign key (company_id, received_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, undone_by) references users (company_id, id) on delete restrict,
  check (num_nulls(undone_by, undone_at) in (0, 2))
);
-- A package is received once, unless that was undone.
create unique index receptions_company_id_package_id_key on receptions (company_id, package_id) where undone_at is null;
create index on receptions (company_id, package_id);
create index on receptions (company_id, consignment_id);
create index on receptions (company_id, received_by);
create index on receptions (company_id, undone_by);
