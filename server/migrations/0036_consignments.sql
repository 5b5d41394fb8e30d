-- Consignments: the packages that leave the warehouse together by air or by sea, what of them arrived, and what the transport cost.

-- The kinds of all counters; those of other features are named too, in whatever order they come.
alter table company_counters drop constraint company_counters_kind_check,
  add constraint company_counters_kind_check
    check (kind in ('client', 'package', 'invoice', 'cash_session', 'collection', 'handover', 'consignment'));
insert into company_counters (company_id, kind) select c.id, 'consignment' from companies c;

create table consignments (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  company_consignment_id bigint not null check (company_consignment_id > 0),
  shipping_method text not null check (shipping_method in ('maritimo', 'aereo')),
  state text not null default 'open' check (state in ('open', 'in_transit', 'received', 'closed')),
  guide text check (length(guide) between 1 and 120),
  carrier text check (length(carrier) between 1 and 120),
  note text check (length(note) between 1 and 500),
  departs_on date,
  expected_on date,
  arrived_on date,
  -- The statuses that its packages came to, proposed for the next consignment.
  sent_status_id uuid,
  sent_by uuid,
  sent_at timestamptz,
  received_status_id uuid,
  received_by uuid,
  received_at timestamptz,
  -- The pounds on the carrier's bill.
  billed_weight numeric(9, 2) check (billed_weight > 0 and billed_weight <> 'NaN'),
  closed_by uuid,
  closed_at timestamptz,
  reopened_by uuid,
  reopened_at timestamptz,
  reopen_reason text check (length(reopen_reason) between 1 and 500),
  search_text text not null default '',
  created_by uuid not null default current_user_id(),
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  unique (company_id, company_consignment_id),
  foreign key (company_id, sent_status_id) references statuses (company_id, id) on delete restrict,
  foreign key (company_id, sent_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, received_status_id) references statuses (company_id, id) on delete restrict,
  foreign key (company_id, received_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, closed_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, reopened_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, created_by) references users (company_id, id) on delete restrict,
  check (num_nulls(sent_by, sent_at, sent_status_id) in (0, 3)),
  check (num_nulls(received_by, received_at, received_status_id) in (0, 3)),
  check (num_nulls(closed_by, closed_at) in (0, 2)),
  check (num_nulls(reopened_by, reopened_at, reopen_reason) in (0, 3)),
  check ((state = 'open') = (sent_at is null)),
  check ((state in ('received', 'closed')) = (received_at is not null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (deleted_at is null or state = 'open')
);
create index on consignments (company_id, state, company_consignment_id desc) where deleted_at is null;
create index on consignments (company_id, sent_status_id);
create index on consignments (company_id, sent_by);
create index on consignments (company_id, received_status_id);
create index on consignments (company_id, received_by);
create index on consignments (company_id, closed_by);
create index on consignments (company_id, reopened_by);
create index on consignments (company_id, created_by);

-- What travels in a consignment. A package that is taken out keeps its row, with the moment.
create table consignment_packages (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  consignment_id uuid not null,
  package_id uuid not null,
  added_by uuid not null default current_user_id(),
  added_at timestamptz not null default app_now(),
  -- The weight that left the warehouse, and the one that was read on arrival: both stay.
  sent_weight numeric(6, 2) check (sent_weight > 0 and sent_weight <> 'NaN'),
  arrival_weight numeric(6, 2) check (arrival_weight > 0 and arrival_weight <> 'NaN'),
  -- It arrived without being on the list.
  is_extra boolean not null default false,
  seen_by uuid,
  seen_at timestamptz,
  lost_by uuid,
  lost_at timestamptz,
  lost_reason text check (length(lost_reason) between 1 and 500),
  -- The consignment is closed, and with it the weight of the package.
  is_weighed_for_good boolean not null default false,
  removed_at timestamptz,
  primary key (company_id, consignment_id, package_id),
  foreign key (company_id, consignment_id) references consignments (company_id, id) on delete restrict,
  foreign key (company_id, package_id) references packages (company_id, id) on delete restrict,
  foreign key (company_id, added_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, seen_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, lost_by) references users (company_id, id) on delete restrict,
  check (num_nulls(seen_by, seen_at) in (0, 2)),
  check (num_nulls(lost_by, lost_at, lost_reason) in (0, 3)),
  check (lost_at is null or seen_at is null)
);
-- A package is in at most one consignment, even when two clerks add it at once.
create unique index consignment_packages_company_id_package_id_key on consignment_packages (company_id, package_id)
  where removed_at is null;
create index on consignment_packages (company_id, package_id);
create index on consignment_packages (company_id, consignment_id, added_at desc) where removed_at is null;
create index on consignment_packages (company_id, added_by);
create index on consignment_packages (company_id, seen_by);
create index on consignment_packages (company_id, lost_by);

-- What was done to the list of a consignment, by call: the log has each.
create table consignment_changes (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  consignment_id uuid not null,
  company_consignment_id bigint not null,
  deed text not null check (deed in ('added', 'taken_out', 'lost')),
  -- Their numbers, as the log shows them.
  packages text not null check (packages <> ''),
  made_by uuid not null default current_user_id(),
  made_at timestamptz not null default app_now(),
  primary key (company_id, id),
  foreign key (company_id, consignment_id) references consignments (company_id, id) on delete restrict,
  foreign key (company_id, made_by) references users (company_id, id) on delete restrict
);
create index on consignment_changes (company_id, consignment_id);
create index on consignment_changes (company_id, made_by);

-- Each code that was read on arrival, in order, so that those who scan at once see each other's.
create table consignment_scans (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  consignment_id uuid not null,
  code text not null check (length(code) between 1 and 120),
  result text not null check (result in ('expected', 'repeated', 'other_shipment', 'extra', 'unknown')),
  package_id uuid,
  scanned_by uuid not null default current_user_id(),
  scanned_at timestamptz not null default app_now(),
  primary key (company_id, id),
  foreign key (company_id, consignment_id) references consignments (company_id, id) on delete restrict,
  foreign key (company_id, package_id) references packages (company_id, id) on delete restrict,
  foreign key (company_id, scanned_by) references users (company_id, id) on delete restrict
);
create index on consignment_scans (company_id, consignment_id, id);
create index on consignment_scans (company_id, package_id);
create index on consignment_scans (company_id, scanned_by);

-- What the transport cost, each line with the rate of the day on which it was entered.
create table consignment_costs (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  consignment_id uuid not null,
  position int not null check (position > 0),
  concept text not null check (length(concept) between 1 and 120),
  -- What the carrier asks for a pound, for a line that follows from the pounds on the bill.
  price_per_pound numeric(8, 4) check (price_per_pound > 0 and price_per_pound <> 'NaN'),
  amount numeric(14, 2) not null check (amount > 0 and amount <> 'NaN'),
  currency_id uuid not null,
  currency_code text not null,
  currency_symbol text not null,
  rate_compra numeric(14, 4) not null check (rate_compra > 0 and rate_compra <> 'NaN'),
  usd_amount numeric(14, 2) not null check (usd_amount >= 0 and usd_amount <> 'NaN'),
  removed_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, consignment_id) references consignments (company_id, id) on delete restrict,
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict
);
create index on consignment_costs (company_id, consignment_id, position);
create index on consignment_costs (company_id, currency_id);
