-- Charges that were put on a package before it is invoiced: they wait there, and stand on its invoice.
create table package_charges (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  package_id uuid not null,
  company_package_id bigint not null,
  charge_id uuid not null,
  amount numeric(11,2),
  currency_id uuid,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  constraint package_charges_pkey primary key (company_id, id),
  constraint package_charges_amount_check check (amount > 0 and (amount is null) = (currency_id is null)),
  constraint package_charges_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint package_charges_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict,
  constraint package_charges_company_id_charge_id_fkey
    foreign key (company_id, charge_id) references charges(company_id, id) on delete restrict,
  constraint package_charges_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint package_charges_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict
);
create unique index package_charges_company_id_package_id_charge_id_key on package_charges (company_id, package_id, charge_id)
  where (deleted_at is null);
create index package_charges_company_id_package_id_idx on package_charges (company_id, package_id);
create index package_charges_company_id_charge_id_idx on package_charges (company_id, charge_id);
create index package_charges_company_id_currency_id_idx on package_charges (company_id, currency_id);
create index package_charges_company_id_created_by_idx on package_charges (company_id, created_by);
