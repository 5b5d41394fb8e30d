-- A line keeps the tariff and the method of its package from its voiding on, when the package may take others: reports of the days before
-- go on naming what was sold. Until then the package holds still.
alter table invoice_items
  add tariff_id uuid,
  add shipping_method text,
  add constraint invoice_items_company_id_tariff_id_fkey
    foreign key (company_id, tariff_id) references tariffs(company_id, id) on delete restrict;
create index invoice_items_company_id_tariff_id_idx on invoice_items (company_id, tariff_id) where tariff_id is not null;

alter table invoice_items disable trigger user;
update invoice_items i set tariff_id = p.tariff_id, shipping_method = p.shipping_method
from packages p where p.company_id = i.company_id and p.id = i.package_id and i.voided_at is not null;
alter table invoice_items enable trigger user;

-- What changed of a package after the day of its receipt: what it was is taken off on the day of the change, what it became is added, so
-- that reports of the days before stay. A package that never changed has none; those of before count as they are.
create table package_corrections (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  package_id uuid not null,
  client_id uuid,
  shipping_method text not null,
  pounds numeric(6,2) not null,
  sign integer not null,
  received_at timestamptz not null,
  created_at timestamptz default app_now() not null,
  constraint package_corrections_pkey primary key (company_id, id),
  constraint package_corrections_sign_check check (sign in (-1, 1)),
  constraint package_corrections_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint package_corrections_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint package_corrections_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict
);
create index package_corrections_company_id_client_id_idx on package_corrections (company_id, client_id);
create index package_corrections_company_id_created_at_idx on package_corrections (company_id, created_at);
create index package_corrections_company_id_package_id_id_idx on package_corrections (company_id, package_id, id);
create index package_corrections_company_id_received_at_idx on package_corrections (company_id, received_at);
