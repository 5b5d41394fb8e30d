-- Invoices keep what they were made of; of a made invoice only its state can change, by the grants below.

create table invoices (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  company_invoice_id bigint not null check (company_invoice_id > 0),
  client_id uuid not null,
  client_first_name text not null,
  client_last_names text not null,
  client_casillero text not null,
  client_phone text not null,
  status text not null check (status in ('pending', 'paid', 'cancelled')),
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  rate_compra numeric(14, 4) not null check (rate_compra > 0 and rate_compra <> 'NaN'),
  rate_venta numeric(14, 4) not null check (rate_venta > 0 and rate_venta <> 'NaN'),
  general_discount_type text not null check (general_discount_type in ('none', 'percentage', 'fixed_amount')),
  general_discount_value numeric(9, 2) not null check (general_discount_value >= 0 and general_discount_value <> 'NaN'),
  subtotal numeric(14, 2) not null check (subtotal >= 0 and subtotal <> 'NaN'),
  shipping_total numeric(14, 2) not null check (shipping_total >= 0 and shipping_total <> 'NaN'),
  discount_total numeric(14, 2) not null check (discount_total >= 0 and discount_total <> 'NaN'),
  total_amount numeric(14, 2) not null check (total_amount >= 0 and total_amount <> 'NaN'),
  paid_total numeric(14, 2) not null check (paid_total >= 0 and paid_total <> 'NaN'),
  pending_total numeric(14, 2) not null check (pending_total >= 0 and pending_total <> 'NaN'),
  search_text text not null,
  created_by uuid not null default current_user_id(),
  created_at timestamptz not null default app_now(),
  voided_by uuid,
  voided_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  unique (company_id, company_invoice_id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete restrict,
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict,
  foreign key (company_id, created_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, voided_by) references users (company_id, id) on delete restrict,
  check (total_amount = subtotal + shipping_total - discount_total),
  check (pending_total = greatest(total_amount - paid_total, 0)),
  check (status <> 'paid' or total_amount - paid_total < 0.01),
  check (status <> 'pending' or total_amount - paid_total >= 0.01),
  check ((status = 'cancelled') = (voided_at is not null) and (voided_at is null) = (voided_by is null)),
  check (general_discount_type <> 'percentage' or general_discount_value <= 100),
  check (general_discount_type <> 'none' or general_discount_value = 0)
);
create index on invoices (company_id, company_invoice_id desc) where voided_at is null;
create index on invoices (company_id, client_id);
create index on invoices (company_id, status, company_invoice_id desc);
create index on invoices (company_id, currency_id);
create index on invoices (company_id, created_by);
create index on invoices (company_id, voided_by);
create index invoices_search on invoices using gin (company_id, search_text gin_trgm_ops);
call tenant_table('invoices', 'select, insert, update (status, paid_total, pending_total, voided_by, voided_at)');
create trigger bump_version before update on invoices for each row execute function bump_version();

create table invoice_items (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  invoice_id uuid not null,
  position int not null check (position > 0),
  package_id uuid not null,
  company_package_id bigint not null,
  tracking text,
  description text,
  quantity numeric(6, 2) not null check (quantity > 0 and quantity <> 'NaN'),
  unit_price numeric(12, 6) not null check (unit_price >= 0 and unit_price <> 'NaN'),
  discount_type text not null check (discount_type in ('none', 'percentage', 'fixed_amount')),
  discount_value numeric(9, 2) not null check (discount_value >= 0 and discount_value <> 'NaN'),
  amount numeric(14, 2) not null check (amount >= 0 and amount <> 'NaN'),
  final_amount numeric(14, 2) not null check (final_amount >= 0 and final_amount <> 'NaN'),
  total numeric(14, 2) not null check (total >= 0 and total <> 'NaN'),
  voided_at timestamptz,
  primary key (company_id, id),
  unique (company_id, invoice_id, position),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict,
  foreign key (company_id, package_id) references packages (company_id, id) on delete restrict,
  check (discount_type <> 'percentage' or discount_value <= 100)
);
-- A package is on at most one live invoice, whoever is faster.
create unique index invoice_items_company_id_package_id_key on invoice_items (company_id, package_id) where voided_at is null;
create index on invoice_items (company_id, package_id);
call tenant_table('invoice_items', 'select, insert, update (voided_at)');

create table invoice_shipments (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  invoice_id uuid not null,
  shipping_method_id uuid,
  shipping_method_name text,
  type_delivery text,
  status text not null default 'pending_payment' check (status in ('pending_payment', 'paid', 'shipped')),
  shipping_price numeric(9, 2) not null check (shipping_price > 0 and shipping_price <> 'NaN'),
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  rate_compra numeric(14, 4) not null check (rate_compra > 0 and rate_compra <> 'NaN'),
  rate_venta numeric(14, 4) not null check (rate_venta > 0 and rate_venta <> 'NaN'),
  converted_price numeric(14, 2) not null check (converted_price >= 0 and converted_price <> 'NaN'),
  date_shipped timestamptz,
  shipping_address text not null check (length(shipping_address) between 1 and 300),
  shipping_city text,
  shipping_department text,
  comments text,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict,
  foreign key (company_id, shipping_method_id) references shipping_methods (company_id, id) on delete restrict,
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict
);
create index on invoice_shipments (company_id, invoice_id);
create index on invoice_shipments (company_id, shipping_method_id);
create index on invoice_shipments (company_id, currency_id);
call tenant_table('invoice_shipments', 'select, insert, update (status)');

create table invoice_payments (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  invoice_id uuid not null,
  method text not null check (method in ('cash', 'card', 'transfer', 'check')),
  reference text check (length(reference) <= 120),
  total numeric(9, 2) not null check (total > 0 and total <> 'NaN'),
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  rate_compra numeric(14, 4) not null check (rate_compra > 0 and rate_compra <> 'NaN'),
  rate_venta numeric(14, 4) not null check (rate_venta > 0 and rate_venta <> 'NaN'),
  converted_total numeric(14, 2) not null check (converted_total >= 0 and converted_total <> 'NaN'),
  created_by uuid not null default current_user_id(),
  created_at timestamptz not null default app_now(),
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict,
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict,
  foreign key (company_id, created_by) references users (company_id, id) on delete restrict
);
create index on invoice_payments (company_id, invoice_id);
create index on invoice_payments (company_id, currency_id);
create index on invoice_payments (company_id, created_by);
call tenant_table('invoice_payments', 'select, insert');

-- The wall behind the rule: of an invoiced package nothing but its status moves until the invoice is voided.
create function keep_invoiced_package() returns trigger language plpgsql as $$
begin
  if (old.client_id, old.tariff_id, old.shipping_method, old.tracking, old.warehouse_tracking, old.weight, old.description,
      old.contents, old.provider, old.client_package_name, old.comments, old.discount_type, old.discount_value,
      old.should_notify_storage, old.price_per_pound, old.final_price_per_pound, old.total_price, old.deleted_at)
     is distinct from
     (new.client_id, new.tariff_id, new.shipping_method, new.tracking, new.warehouse_tracking, new.weight, new.description,
      new.contents, new.provider, new.client_package_name, new.comments, new.discount_type, new.discount_value,
      new.should_notify_storage, new.price_per_pound, new.final_price_per_pound, new.total_price, new.deleted_at)
     and exists (
       select from invoice_items i
       where i.company_id = old.company_id and i.package_id = old.id and i.voided_at is null
     )
  then
    raise exception 'package % is invoiced', old.company_package_id
      using errcode = 'restrict_violation', constraint = 'packages_invoiced';
  end if;
  return new;
end $$;
create trigger keep_invoiced_package before update on packages for each row execute function keep_invoiced_package();
