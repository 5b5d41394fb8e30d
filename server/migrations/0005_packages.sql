-- Shipments (consignments), packages and their history.

create table consignments (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  company_consignment_id bigint not null,
  shipping_method text not null,
  state text default 'open' not null,
  guide text,
  carrier text,
  note text,
  departs_on date,
  expected_on date,
  arrived_on date,
  sent_status_id uuid,
  sent_by uuid,
  sent_at timestamptz,
  received_status_id uuid,
  received_by uuid,
  received_at timestamptz,
  billed_weight numeric(9,2),
  closed_by uuid,
  closed_at timestamptz,
  reopened_by uuid,
  reopened_at timestamptz,
  reopen_reason text,
  search_text text default '' not null,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  planned_status_id uuid,
  bill_name text,
  constraint consignments_pkey primary key (company_id, id),
  constraint consignments_company_id_company_consignment_id_key unique (company_id, company_consignment_id),
  constraint consignments_bill_name_check check (length(bill_name) between 1 and 200),
  constraint consignments_billed_weight_check check ((billed_weight > (0)::numeric) and (billed_weight <> 'NaN'::numeric)),
  constraint consignments_carrier_check check (length(carrier) between 1 and 120),
  constraint consignments_check check (num_nulls(sent_by, sent_at, sent_status_id) = any (array[0, 3])),
  constraint consignments_check1 check (num_nulls(received_by, received_at, received_status_id) = any (array[0, 3])),
  constraint consignments_check2 check (num_nulls(closed_by, closed_at) = any (array[0, 2])),
  constraint consignments_check3 check (num_nulls(reopened_by, reopened_at, reopen_reason) = any (array[0, 3])),
  constraint consignments_check4 check ((state = 'open') = (sent_at is null)),
  constraint consignments_check5 check ((state in ('received', 'closed')) = (received_at is not null)),
  constraint consignments_check6 check ((state = 'closed') = (closed_at is not null)),
  constraint consignments_check7 check ((deleted_at is null) or (state = 'open')),
  constraint consignments_company_consignment_id_check check (company_consignment_id > 0),
  constraint consignments_guide_check check (length(guide) between 1 and 120),
  constraint consignments_note_check check (length(note) between 1 and 500),
  constraint consignments_reopen_reason_check check (length(reopen_reason) between 1 and 500),
  constraint consignments_shipping_method_check check (shipping_method in ('maritimo', 'aereo')),
  constraint consignments_state_check check (state in ('open', 'in_transit', 'received', 'closed')),
  constraint consignments_company_id_closed_by_fkey foreign key (company_id, closed_by) references users(company_id, id) on delete restrict,
  constraint consignments_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint consignments_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint consignments_company_id_planned_status_id_fkey
    foreign key (company_id, planned_status_id) references statuses(company_id, id) on delete restrict,
  constraint consignments_company_id_received_by_fkey
    foreign key (company_id, received_by) references users(company_id, id) on delete restrict,
  constraint consignments_company_id_received_status_id_fkey
    foreign key (company_id, received_status_id) references statuses(company_id, id) on delete restrict,
  constraint consignments_company_id_reopened_by_fkey
    foreign key (company_id, reopened_by) references users(company_id, id) on delete restrict,
  constraint consignments_company_id_sent_by_fkey foreign key (company_id, sent_by) references users(company_id, id) on delete restrict,
  constraint consignments_company_id_sent_status_id_fkey
    foreign key (company_id, sent_status_id) references statuses(company_id, id) on delete restrict
);
create index consignments_company_id_closed_by_idx on consignments (company_id, closed_by);
create index consignments_company_id_created_by_idx on consignments (company_id, created_by);
create index consignments_company_id_planned_status_id_idx on consignments (company_id, planned_status_id);
create index consignments_company_id_received_by_idx on consignments (company_id, received_by);
create index consignments_company_id_received_status_id_idx on consignments (company_id, received_status_id);
create index consignments_company_id_reopened_by_idx on consignments (company_id, reopened_by);
create index consignments_company_id_sent_by_idx on consignments (company_id, sent_by);
create index consignments_company_id_sent_status_id_idx on consignments (company_id, sent_status_id);
create index consignments_company_id_state_company_consignment_id_idx on consignments (company_id, state, company_consignment_id desc)
  where (deleted_at is null);

create table packages (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  company_package_id bigint not null,
  client_id uuid,
  tariff_id uuid,
  status_id uuid,
  shipping_method text not null,
  tracking text,
  warehouse_tracking text,
  weight numeric(6,2),
  description text,
  contents text,
  provider text,
  client_package_name text,
  comments text,
  discount_type text default 'none' not null,
  discount_value numeric(9,2) default 0 not null,
  should_notify_storage boolean default true not null,
  price_per_pound numeric(6,2),
  final_price_per_pound numeric(12,6),
  total_price numeric(12,2),
  search_text text not null,
  client_search_text text default '' not null,
  created_at timestamptz default app_now() not null,
  updated_at timestamptz default app_now() not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  label_code text default '' not null,
  weight_source text,
  status_since timestamptz default app_now() not null,
  former_status_since timestamptz,
  constraint packages_pkey primary key (company_id, id),
  constraint packages_company_id_company_package_id_key unique (company_id, company_package_id),
  constraint packages_check check ((tracking is not null) or (warehouse_tracking is not null)),
  constraint packages_check1 check ((discount_type <> 'percentage') or (discount_value <= (100)::numeric)),
  constraint packages_check2 check ((discount_type <> 'none') or (discount_value = (0)::numeric)),
  constraint packages_check3 check ((tariff_id is null) = (price_per_pound is null)),
  constraint packages_check4 check ((total_price is null) = ((weight is null) or (price_per_pound is null))),
  constraint packages_check5 check ((final_price_per_pound is null) = (total_price is null)),
  constraint packages_client_package_name_check check (length(client_package_name) <= 120),
  constraint packages_comments_check check (length(comments) <= 1000),
  constraint packages_company_package_id_check check (company_package_id > 0),
  constraint packages_contents_check check (length(contents) <= 500),
  constraint packages_description_check check (length(description) <= 300),
  constraint packages_discount_type_check check (discount_type in ('none', 'percentage', 'fixed_amount')),
  constraint packages_discount_value_check check ((discount_value >= (0)::numeric) and (discount_value <> 'NaN'::numeric)),
  constraint packages_final_price_per_pound_check
    check ((final_price_per_pound >= (0)::numeric) and (final_price_per_pound <> 'NaN'::numeric)),
  constraint packages_label_code_check check (label_code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  constraint packages_price_per_pound_check check (price_per_pound between (0)::numeric and 999.99),
  constraint packages_provider_check check (length(provider) <= 120),
  constraint packages_shipping_method_check check (shipping_method in ('maritimo', 'aereo')),
  constraint packages_total_price_check check ((total_price >= (0)::numeric) and (total_price <> 'NaN'::numeric)),
  constraint packages_tracking_check check (length(tracking) <= 120),
  constraint packages_warehouse_tracking_check check (length(warehouse_tracking) <= 120),
  constraint packages_weight_check check ((weight > (0)::numeric) and (weight <> 'NaN'::numeric)),
  constraint packages_weight_source_check check (weight_source in ('scale', 'typed')),
  constraint packages_company_id_client_id_fkey foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint packages_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint packages_company_id_status_id_fkey foreign key (company_id, status_id) references statuses(company_id, id) on delete restrict,
  constraint packages_company_id_tariff_id_shipping_method_fkey
    foreign key (company_id, tariff_id, shipping_method) references tariffs(company_id, id, type) on delete restrict
) with (autovacuum_vacuum_insert_scale_factor=0.02);
create index packages_by_client on packages
  (company_id, client_id, company_package_id desc) include (id, status_id, created_at, deleted_at);
create index packages_by_day on packages
  (company_id, created_at, company_package_id) include (id, client_id, tariff_id, status_id, shipping_method, weight, status_since)
  where (deleted_at is null);
create index packages_by_since on packages
  (company_id, status_since, company_package_id) include (id, status_id, tariff_id, shipping_method, created_at)
  where (deleted_at is null);
create index packages_by_tariff on packages
  (company_id, tariff_id, company_package_id desc) include (id, status_id, shipping_method, created_at, status_since, deleted_at);
create unique index packages_company_id_label_code_key on packages (company_id, label_code);
create index packages_company_id_status_id_idx on packages (company_id, status_id)
  where (deleted_at is not null);
create index packages_company_id_tracking_idx on packages (company_id, tracking);
create index packages_company_id_warehouse_tracking_idx on packages (company_id, warehouse_tracking);
create index packages_in_order on packages
  (company_id, company_package_id desc) include (id, status_id, tariff_id, shipping_method, created_at, status_since)
  where (deleted_at is null);
create index packages_in_status on packages
  (company_id, status_id, company_package_id desc) include (id, client_id, tariff_id, shipping_method, created_at, status_since, deleted_at);
create index packages_since on packages
  (company_id, status_id, status_since, company_package_id) include (id, tariff_id, shipping_method, created_at)
  where (deleted_at is null);
create index packages_without_owner on packages (company_id, company_package_id desc)
  where ((client_id is null) and (deleted_at is null));
create index packages_without_tariff on packages (company_id, company_package_id desc)
  where ((tariff_id is null) and (deleted_at is null));
create index packages_without_weight on packages (company_id, company_package_id desc)
  where ((weight is null) and (deleted_at is null));

create table package_search_texts (
  company_id uuid default current_company() not null,
  package_id uuid not null,
  company_package_id bigint not null,
  text text not null,
  constraint package_search_texts_pkey primary key (company_id, package_id),
  constraint package_search_texts_company_id_company_package_id_key unique (company_id, company_package_id),
  constraint package_search_texts_company_package_id_check check (company_package_id > 0),
  constraint package_search_texts_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint package_search_texts_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict
);
create index package_search_texts_words on package_search_texts using gin (company_id, text gin_trgm_ops);

create table bulk_status_changes (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  user_id uuid default current_user_id() not null,
  to_status_id uuid not null,
  created_at timestamptz default app_now() not null,
  undo_until timestamptz not null,
  undone_at timestamptz,
  constraint bulk_status_changes_pkey primary key (company_id, id),
  constraint bulk_status_changes_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint bulk_status_changes_company_id_to_status_id_fkey
    foreign key (company_id, to_status_id) references statuses(company_id, id) on delete restrict,
  constraint bulk_status_changes_company_id_user_id_fkey
    foreign key (company_id, user_id) references users(company_id, id) on delete restrict
);
create index bulk_status_changes_company_id_to_status_id_idx on bulk_status_changes (company_id, to_status_id);
create index bulk_status_changes_company_id_user_id_idx on bulk_status_changes (company_id, user_id);

create table package_status_changes (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  package_id uuid not null,
  from_status_id uuid,
  to_status_id uuid,
  from_name text,
  to_name text,
  user_id uuid default current_user_id(),
  user_name text not null,
  comment text,
  created_at timestamptz default app_now() not null,
  entry text generated always as (status_history_entry(from_name, to_name, user_name, created_at, comment)) stored not null,
  bulk_change_id uuid,
  constraint package_status_changes_pkey primary key (company_id, id),
  constraint package_status_changes_company_id_bulk_change_id_fkey
    foreign key (company_id, bulk_change_id) references bulk_status_changes(company_id, id) on delete restrict,
  constraint package_status_changes_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint package_status_changes_company_id_from_status_id_fkey
    foreign key (company_id, from_status_id) references statuses(company_id, id) on delete restrict,
  constraint package_status_changes_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict,
  constraint package_status_changes_company_id_to_status_id_fkey
    foreign key (company_id, to_status_id) references statuses(company_id, id) on delete restrict,
  constraint package_status_changes_company_id_user_id_fkey
    foreign key (company_id, user_id) references users(company_id, id) on delete restrict
);
create index package_status_changes_company_id_bulk_change_id_idx on package_status_changes (company_id, bulk_change_id)
  where (bulk_change_id is not null);
create index package_status_changes_company_id_from_status_id_idx on package_status_changes (company_id, from_status_id);
create index package_status_changes_company_id_to_status_id_idx on package_status_changes (company_id, to_status_id);
create index package_status_changes_company_id_user_id_idx on package_status_changes (company_id, user_id);
create index package_status_changes_of_package on package_status_changes (company_id, package_id, created_at, id) include (to_status_id);

-- A company has its own statuses and tariffs: without knowing that, the planner takes few rows for even fewer.
create statistics packages_company_of_status (dependencies) on company_id, status_id from packages;
create statistics packages_company_of_tariff (dependencies) on company_id, tariff_id from packages;
