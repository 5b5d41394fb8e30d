-- Charges beside the freight: the catalogue of a company, and the lines of its invoices. Without any every total is as before, and a
-- server of the version before writes none.
create table charges (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  name text not null,
  charge_kind text not null,
  price numeric(9,2),
  minimum numeric(9,2),
  is_per_hundred boolean default false not null,
  is_automatic boolean default false not null,
  shipping_method text,
  tariff_ids uuid[] default '{}' not null,
  value_from numeric(9,2),
  asks_reason boolean default false not null,
  is_active boolean default true not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  constraint charges_pkey primary key (company_id, id),
  constraint charges_name_check check (length(name) between 1 and 120),
  constraint charges_charge_kind_check check (charge_kind in ('per_package', 'per_pound', 'percent_of_value', 'per_invoice', 'free', 'advance')),
  constraint charges_price_check check (price is null or (price > 0 and (charge_kind <> 'percent_of_value' or price <= 100))),
  constraint charges_typed_check check ((price is null) = (charge_kind in ('free', 'advance')) and not (price is null and is_automatic)),
  constraint charges_minimum_check check (minimum is null or (minimum > 0 and charge_kind = 'percent_of_value')),
  constraint charges_is_per_hundred_check check (not is_per_hundred or charge_kind = 'percent_of_value'),
  constraint charges_shipping_method_check check (shipping_method in ('maritimo', 'aereo')),
  constraint charges_tariff_ids_check check (cardinality(tariff_ids) <= 100),
  constraint charges_value_from_check check (value_from > 0),
  constraint charges_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create unique index charges_company_id_name_key on charges (company_id, lower(name)) where (deleted_at is null);

-- A charge as it was when the invoice was made, in US$, or in the currency in which its amount was typed. A waived one was taken off: it shows what it would have been, and counts nothing.
create table invoice_charges (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  invoice_id uuid not null,
  position integer not null,
  charge_id uuid not null,
  package_id uuid,
  name text not null,
  kind text not null,
  percentage numeric(5,2),
  declared_value numeric(9,2),
  quantity numeric(10,2) not null,
  unit_price numeric(11,2) not null,
  currency_id uuid,
  currency_code text not null,
  currency_symbol text not null,
  rate_compra numeric(14,4) not null,
  rate_venta numeric(14,4) not null,
  total numeric(14,2) not null,
  is_waived boolean default false not null,
  waiver_reason text,
  constraint invoice_charges_pkey primary key (company_id, id),
  constraint invoice_charges_company_id_invoice_id_position_key unique (company_id, invoice_id, position),
  constraint invoice_charges_kind_check check (kind in ('per_package', 'per_pound', 'percent_of_value', 'per_invoice', 'free', 'advance')),
  constraint invoice_charges_value_check
    check (num_nonnulls(percentage, declared_value) = case when kind = 'percent_of_value' then 2 else 0 end),
  constraint invoice_charges_quantity_check check (quantity > 0 and unit_price > 0),
  constraint invoice_charges_currency_id_check check ((currency_id is null) = (kind not in ('free', 'advance'))),
  constraint invoice_charges_rates_check check (rate_compra > 0 and rate_venta > 0),
  constraint invoice_charges_total_check check (total >= 0),
  constraint invoice_charges_waiver_reason_check check (waiver_reason is null or (is_waived and length(waiver_reason) between 1 and 200)),
  constraint invoice_charges_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint invoice_charges_company_id_invoice_id_fkey
    foreign key (company_id, invoice_id) references invoices(company_id, id) on delete restrict,
  constraint invoice_charges_company_id_charge_id_fkey
    foreign key (company_id, charge_id) references charges(company_id, id) on delete restrict,
  constraint invoice_charges_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict,
  constraint invoice_charges_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict
);
create index invoice_charges_company_id_charge_id_idx on invoice_charges (company_id, charge_id);
create index invoice_charges_company_id_package_id_idx on invoice_charges (company_id, package_id);
create index invoice_charges_company_id_currency_id_idx on invoice_charges (company_id, currency_id);

-- Parts of the subtotal: charges that are income, and what was paid for the client, which no discount is taken off.
alter table invoices
  add charges_total numeric(14,2) default 0 not null,
  add advances_total numeric(14,2) default 0 not null,
  add constraint invoices_charges_total_check check (charges_total >= 0 and advances_total >= 0 and charges_total + advances_total <= subtotal);
