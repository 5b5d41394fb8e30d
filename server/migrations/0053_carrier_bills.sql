-- The carrier's bill of a consignment as its file had it, line by line, and the status that is chosen for a consignment before it is
-- sent.

alter table consignments
  add column planned_status_id uuid,
  add column bill_name text check (length(bill_name) between 1 and 200),
  add foreign key (company_id, planned_status_id) references statuses (company_id, id) on delete restrict;
create index on consignments (company_id, planned_status_id);

-- A line that was read. One that names no package of the consignment, or one that another line names too, has no package. A later
-- file takes the place of an earlier one, whose rows stay with the moment.
create table consignment_bill_lines (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  consignment_id uuid not null,
  position int not null check (position > 0),
  code text not null check (length(code) between 1 and 120),
  weight numeric(6, 2) not null check (weight > 0 and weight <> 'NaN'),
  package_id uuid,
  is_repeated boolean not null,
  removed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, consignment_id) references consignments (company_id, id) on delete restrict,
  foreign key (company_id, package_id) references packages (company_id, id) on delete restrict,
  check (package_id is null or not is_repeated)
);
create unique index consignment_bill_lines_company_id_package_id_key
  on consignment_bill_lines (company_id, package_id, consignment_id)
  where removed_at is null and package_id is not null;
create index on consignment_bill_lines (company_id, consignment_id, position);
create index on consignment_bill_lines (company_id, package_id);
