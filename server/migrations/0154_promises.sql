-- The dates on which clients may expect their packages. They appear by themselves where there is enough past to know them.

-- What the past of a company says of working days until a package is ready, by method and stage; `{}` where it says too little.
create table arrival_measures (
  company_id uuid default current_company() not null,
  days jsonb default '{}' not null,
  measured_at timestamptz default app_now() not null,
  is_due boolean default false not null,
  constraint arrival_measures_pkey primary key (company_id),
  constraint arrival_measures_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);

-- What is said of a package, and what was said of it first, which never changes.
create table package_promises (
  company_id uuid default current_company() not null,
  package_id uuid not null,
  first_method text not null,
  first_from date not null,
  first_to date not null,
  said_at timestamptz default app_now() not null,
  shipping_method text not null,
  stage text not null,
  counted_from date not null,
  from_on date,
  to_on date,
  is_held boolean default false not null,
  ready_on date,
  gone_on date,
  constraint package_promises_pkey primary key (company_id, package_id),
  constraint package_promises_stage_check check (stage in ('received', 'left', 'arrived')),
  constraint package_promises_first_check check (first_from <= first_to),
  constraint package_promises_check check (num_nulls(from_on, to_on) in (0, 2) and from_on <= to_on),
  constraint package_promises_shipping_method_check check (shipping_method in ('maritimo', 'aereo')),
  constraint package_promises_first_method_check check (first_method in ('maritimo', 'aereo')),
  constraint package_promises_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint package_promises_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict
);
create index package_promises_late on package_promises (company_id, to_on, package_id)
  where ready_on is null and gone_on is null and not is_held;
create index package_promises_first_to on package_promises (company_id, first_to);
