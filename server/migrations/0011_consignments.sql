-- Packages in shipments, scans, costs and receptions.

create table consignment_packages (
  company_id uuid default current_company() not null,
  consignment_id uuid not null,
  package_id uuid not null,
  added_by uuid default current_user_id() not null,
  added_at timestamptz default app_now() not null,
  sent_weight numeric(6,2),
  arrival_weight numeric(6,2),
  is_extra boolean default false not null,
  seen_by uuid,
  seen_at timestamptz,
  lost_by uuid,
  lost_at timestamptz,
  lost_reason text,
  is_weighed_for_good boolean default false not null,
  removed_at timestamptz,
  company_package_id bigint not null,
  constraint consignment_packages_pkey primary key (company_id, consignment_id, package_id),
  constraint consignment_packages_arrival_weight_check check ((arrival_weight > (0)::numeric) and (arrival_weight <> 'NaN'::numeric)),
  constraint consignment_packages_check check (num_nulls(seen_by, seen_at) = any (array[0, 2])),
  constraint consignment_packages_check1 check (num_nulls(lost_by, lost_at, lost_reason) = any (array[0, 3])),
  constraint consignment_packages_check2 check ((lost_at is null) or (seen_at is null)),
  constraint consignment_packages_lost_reason_check check (length(lost_reason) between 1 and 500),
  constraint consignment_packages_sent_weight_check check ((sent_weight > (0)::numeric) and (sent_weight <> 'NaN'::numeric)),
  constraint consignment_packages_company_id_added_by_fkey
    foreign key (company_id, added_by) references users(company_id, id) on delete restrict,
  constraint consignment_packages_company_id_consignment_id_fkey
    foreign key (company_id, consignment_id) references consignments(company_id, id) on delete restrict,
  constraint consignment_packages_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint consignment_packages_company_id_lost_by_fkey
    foreign key (company_id, lost_by) references users(company_id, id) on delete restrict,
  constraint consignment_packages_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict,
  constraint consignment_packages_company_id_seen_by_fkey
    foreign key (company_id, seen_by) references users(company_id, id) on delete restrict
);
create index consignment_packages_company_id_added_by_idx on consignment_packages (company_id, added_by);
create index consignment_packages_company_id_consignment_id_added_at_idx on consignment_packages (company_id, consignment_id, added_at desc)
  where (removed_at is null);
create index consignment_packages_company_id_lost_by_idx on consignment_packages (company_id, lost_by);
create index consignment_packages_company_id_package_id_idx on consignment_packages (company_id, package_id);
create unique index consignment_packages_company_id_package_id_key on consignment_packages (company_id, package_id)
  where (removed_at is null);
create index consignment_packages_company_id_seen_by_idx on consignment_packages (company_id, seen_by);
create index consignment_packages_in_order on consignment_packages
  (company_id, consignment_id, company_package_id desc) include (package_id)
  where (removed_at is null);

create table consignment_changes (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  consignment_id uuid not null,
  company_consignment_id bigint not null,
  deed text not null,
  packages text not null,
  made_by uuid default current_user_id() not null,
  made_at timestamptz default app_now() not null,
  constraint consignment_changes_pkey primary key (company_id, id),
  constraint consignment_changes_deed_check check (deed in ('added', 'taken_out', 'lost')),
  constraint consignment_changes_packages_check check (packages <> ''),
  constraint consignment_changes_company_id_consignment_id_fkey
    foreign key (company_id, consignment_id) references consignments(company_id, id) on delete restrict,
  constraint consignment_changes_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint consignment_changes_company_id_made_by_fkey
    foreign key (company_id, made_by) references users(company_id, id) on delete restrict
);
create index consignment_changes_company_id_consignment_id_idx on consignment_changes (company_id, consignment_id);
create index consignment_changes_company_id_made_by_idx on consignment_changes (company_id, made_by);

create table consignment_scans (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  consignment_id uuid not null,
  code text not null,
  result text not null,
  package_id uuid,
  scanned_by uuid default current_user_id() not null,
  scanned_at timestamptz default app_now() not null,
  constraint consignment_scans_pkey primary key (company_id, id),
  constraint consignment_scans_code_check check (length(code) between 1 and 120),
  constraint consignment_scans_result_check check (result in ('expected', 'repeated', 'other_shipment', 'extra', 'unknown')),
  constraint consignment_scans_company_id_consignment_id_fkey
    foreign key (company_id, consignment_id) references consignments(company_id, id) on delete restrict,
  constraint consignment_scans_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint consignment_scans_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict,
  constraint consignment_scans_company_id_scanned_by_fkey
    foreign key (company_id, scanned_by) references users(company_id, id) on delete restrict
);
create index consignment_scans_company_id_consignment_id_id_idx on consignment_scans (company_id, consignment_id, id);
create index consignment_scans_company_id_package_id_idx on consignment_scans (company_id, package_id);
create index consignment_scans_company_id_scanned_by_idx on consignment_scans (company_id, scanned_by);

create table consignment_costs (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  consignment_id uuid not null,
  position integer not null,
  concept text not null,
  price_per_pound numeric(8,4),
  amount numeric(14,2) not null,
  currency_id uuid not null,
  currency_code text not null,
  currency_symbol text not null,
  rate_compra numeric(14,4) not null,
  usd_amount numeric(14,2) not null,
  removed_at timestamptz,
  version integer default 1 not null,
  constraint consignment_costs_pkey primary key (company_id, id),
  constraint consignment_costs_amount_check check ((amount > (0)::numeric) and (amount <> 'NaN'::numeric)),
  constraint consignment_costs_concept_check check (length(concept) between 1 and 120),
  constraint consignment_costs_position_check check ("position" > 0),
  constraint consignment_costs_price_per_pound_check check ((price_per_pound > (0)::numeric) and (price_per_pound <> 'NaN'::numeric)),
  constraint consignment_costs_rate_compra_check check ((rate_compra > (0)::numeric) and (rate_compra <> 'NaN'::numeric)),
  constraint consignment_costs_usd_amount_check check ((usd_amount >= (0)::numeric) and (usd_amount <> 'NaN'::numeric)),
  constraint consignment_costs_company_id_consignment_id_fkey
    foreign key (company_id, consignment_id) references consignments(company_id, id) on delete restrict,
  constraint consignment_costs_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint consignment_costs_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create index consignment_costs_company_id_consignment_id_position_idx on consignment_costs (company_id, consignment_id, "position");
create index consignment_costs_company_id_currency_id_idx on consignment_costs (company_id, currency_id);

create table consignment_bill_lines (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  consignment_id uuid not null,
  position integer not null,
  code text not null,
  weight numeric(6,2) not null,
  package_id uuid,
  is_repeated boolean not null,
  removed_at timestamptz,
  constraint consignment_bill_lines_pkey primary key (company_id, id),
  constraint consignment_bill_lines_check check ((package_id is null) or (not is_repeated)),
  constraint consignment_bill_lines_code_check check (length(code) between 1 and 120),
  constraint consignment_bill_lines_position_check check ("position" > 0),
  constraint consignment_bill_lines_weight_check check ((weight > (0)::numeric) and (weight <> 'NaN'::numeric)),
  constraint consignment_bill_lines_company_id_consignment_id_fkey
    foreign key (company_id, consignment_id) references consignments(company_id, id) on delete restrict,
  constraint consignment_bill_lines_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint consignment_bill_lines_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict
);
create index consignment_bill_lines_company_id_consignment_id_position_idx on consignment_bill_lines
  (company_id, consignment_id, "position");
create index consignment_bill_lines_company_id_package_id_idx on consignment_bill_lines (company_id, package_id);
create unique index consignment_bill_lines_company_id_package_id_key on consignment_bill_lines (company_id, package_id, consignment_id)
  where ((removed_at is null) and (package_id is not null));

create table receptions (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  package_id uuid not null,
  package_version integer not null,
  earlier jsonb,
  consignment_id uuid,
  received_by uuid default current_user_id() not null,
  received_at timestamptz default app_now() not null,
  undone_by uuid,
  undone_at timestamptz,
  constraint receptions_pkey primary key (company_id, id),
  constraint receptions_check check (num_nulls(undone_by, undone_at) = any (array[0, 2])),
  constraint receptions_company_id_consignment_id_fkey
    foreign key (company_id, consignment_id) references consignments(company_id, id) on delete restrict,
  constraint receptions_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint receptions_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict,
  constraint receptions_company_id_received_by_fkey
    foreign key (company_id, received_by) references users(company_id, id) on delete restrict,
  constraint receptions_company_id_undone_by_fkey foreign key (company_id, undone_by) references users(company_id, id) on delete restrict
);
create index receptions_company_id_consignment_id_idx on receptions (company_id, consignment_id);
create index receptions_company_id_package_id_idx on receptions (company_id, package_id);
create unique index receptions_company_id_package_id_key on receptions (company_id, package_id)
  where (undone_at is null);
create index receptions_company_id_received_by_idx on receptions (company_id, received_by);
create index receptions_company_id_undone_by_idx on receptions (company_id, undone_by);
