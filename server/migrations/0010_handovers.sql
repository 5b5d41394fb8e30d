-- Hand-overs.

create table handover_signatures (
  company_id uuid default current_company() not null,
  handover_id uuid not null,
  content bytea not null,
  constraint handover_signatures_pkey primary key (company_id, handover_id),
  constraint handover_signatures_content_check check (length(content) between 1 and 20480),
  constraint handover_signatures_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);

create table handovers (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  company_handover_id bigint not null,
  client_id uuid not null,
  client_first_name text not null,
  client_last_names text not null,
  client_casillero text not null,
  client_phone text not null,
  status_id uuid not null,
  received_by_name text not null,
  received_by_cedula text,
  note text,
  reason text,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  undone_by uuid,
  undone_at timestamptz,
  undo_reason text,
  version integer default 1 not null,
  client_middle_name text,
  constraint handovers_pkey primary key (company_id, id),
  constraint handovers_company_id_company_handover_id_key unique (company_id, company_handover_id),
  constraint handovers_check check (num_nulls(undone_by, undone_at, undo_reason) = any (array[0, 3])),
  constraint handovers_company_handover_id_check check (company_handover_id > 0),
  constraint handovers_note_check check (length(note) between 1 and 500),
  constraint handovers_reason_check check (length(reason) between 1 and 500),
  constraint handovers_received_by_cedula_check check (length(received_by_cedula) between 1 and 40),
  constraint handovers_received_by_name_check check (length(received_by_name) between 1 and 120),
  constraint handovers_undo_reason_check check (length(undo_reason) between 1 and 500),
  constraint handovers_company_id_client_id_fkey foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint handovers_company_id_created_by_fkey foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint handovers_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint handovers_company_id_status_id_fkey foreign key (company_id, status_id) references statuses(company_id, id) on delete restrict,
  constraint handovers_company_id_undone_by_fkey foreign key (company_id, undone_by) references users(company_id, id) on delete restrict
);
create index handovers_company_id_client_id_id_idx on handovers (company_id, client_id, id);
create index handovers_company_id_created_by_idx on handovers (company_id, created_by);
create index handovers_company_id_status_id_idx on handovers (company_id, status_id);
create index handovers_company_id_undone_by_idx on handovers (company_id, undone_by);

create table handover_packages (
  company_id uuid default current_company() not null,
  handover_id uuid not null,
  position integer not null,
  package_id uuid not null,
  company_package_id bigint not null,
  tracking text,
  description text,
  shipping_method text not null,
  weight numeric(6,2),
  invoice_id uuid,
  previous_status_id uuid,
  undone_at timestamptz,
  constraint handover_packages_pkey primary key (company_id, handover_id, "position"),
  constraint handover_packages_position_check check ("position" > 0),
  constraint handover_packages_shipping_method_check check (shipping_method in ('maritimo', 'aereo')),
  constraint handover_packages_weight_check check ((weight > (0)::numeric) and (weight <> 'NaN'::numeric)),
  constraint handover_packages_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint handover_packages_company_id_handover_id_fkey
    foreign key (company_id, handover_id) references handovers(company_id, id) on delete restrict,
  constraint handover_packages_company_id_invoice_id_fkey
    foreign key (company_id, invoice_id) references invoices(company_id, id) on delete restrict,
  constraint handover_packages_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict,
  constraint handover_packages_company_id_previous_status_id_fkey
    foreign key (company_id, previous_status_id) references statuses(company_id, id) on delete restrict
);
create index handover_packages_company_id_invoice_id_idx on handover_packages (company_id, invoice_id);
create index handover_packages_company_id_package_id_idx on handover_packages (company_id, package_id);
create unique index handover_packages_company_id_package_id_key on handover_packages (company_id, package_id)
  where (undone_at is null);
create index handover_packages_company_id_previous_status_id_idx on handover_packages (company_id, previous_status_id);

alter table handover_signatures add constraint handover_signatures_company_id_handover_id_fkey
  foreign key (company_id, handover_id) references handovers(company_id, id) on delete restrict;
