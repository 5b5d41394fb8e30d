-- The hand-over: which packages left the counter together, who took them, and the people who may take a client's packages.

-- The kinds of all counters; those of other features are named too, in whatever order they come.
alter table company_counters drop constraint company_counters_kind_check,
  add constraint company_counters_kind_check
    check (kind in ('client', 'package', 'invoice', 'cash_session', 'collection', 'handover'));
insert into company_counters (company_id, kind) select c.id, 'handover' from companies c;

-- Off for the companies that exist: their packages come to the final status as before.
alter table companies add column requires_paid_handover boolean not null default false;
alter table clients add column cedula text check (length(cedula) between 1 and 40);

create table client_pickers (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  client_id uuid not null,
  name text not null check (length(name) between 1 and 120),
  cedula text check (length(cedula) between 1 and 40),
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete restrict
);
create index on client_pickers (company_id, client_id);
create unique index client_pickers_company_id_name_key on client_pickers (company_id, client_id, lower(name), coalesce(cedula, ''))
  where deleted_at is null;

create table handovers (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  company_handover_id bigint not null check (company_handover_id > 0),
  client_id uuid not null,
  client_first_name text not null,
  client_last_names text not null,
  client_casillero text not null,
  client_phone text not null,
  -- The final status of that day, in which its packages stay until it is undone.
  status_id uuid not null,
  received_by_name text not null check (length(received_by_name) between 1 and 120),
  received_by_cedula text check (length(received_by_cedula) between 1 and 40),
  note text check (length(note) between 1 and 500),
  -- Why an admin handed over what was not paid.
  reason text check (length(reason) between 1 and 500),
  created_by uuid not null default current_user_id(),
  created_at timestamptz not null default app_now(),
  undone_by uuid,
  undone_at timestamptz,
  undo_reason text check (length(undo_reason) between 1 and 500),
  version int not null default 1,
  primary key (company_id, id),
  unique (company_id, company_handover_id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete restrict,
  foreign key (company_id, status_id) references statuses (company_id, id) on delete restrict,
  foreign key (company_id, created_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, undone_by) references users (company_id, id) on delete restrict,
  check (num_nulls(undone_by, undone_at, undo_reason) in (0, 3))
);
create index on handovers (company_id, client_id, id);
create index on handovers (company_id, status_id);
create index on handovers (company_id, created_by);
create index on handovers (company_id, undone_by);

-- What was handed over, as it was then.
create table handover_packages (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  handover_id uuid not null,
  position int not null check (position > 0),
  package_id uuid not null,
  company_package_id bigint not null,
  tracking text,
  description text,
  shipping_method text not null check (shipping_method in ('maritimo', 'aereo')),
  weight numeric(6, 2) check (weight > 0 and weight <> 'NaN'),
  invoice_id uuid,
  -- Where the package goes back to when the hand-over is undone.
  previous_status_id uuid,
  undone_at timestamptz,
  primary key (company_id, handover_id, position),
  foreign key (company_id, handover_id) references handovers (company_id, id) on delete restrict,
  foreign key (company_id, package_id) references packages (company_id, id) on delete restrict,
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict,
  foreign key (company_id, previous_status_id) references statuses (company_id, id) on delete restrict
);
-- A package is on at most one hand-over that is not undone, even when two clerks hand it over at once.
create unique index handover_packages_company_id_package_id_key on handover_packages (company_id, package_id)
  where undone_at is null;
create index on handover_packages (company_id, package_id);
create index on handover_packages (company_id, invoice_id);
create index on handover_packages (company_id, previous_status_id);

-- Beside the hand-over, so that lists and the log carry no pictures.
create table handover_signatures (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  handover_id uuid not null,
  content bytea not null check (length(content) between 1 and 20480),
  primary key (company_id, handover_id),
  foreign key (company_id, handover_id) references handovers (company_id, id) on delete restrict
);
