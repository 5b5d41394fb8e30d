-- Invoices with their lines, shipments and links.

create table invoices (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  company_invoice_id bigint not null,
  client_id uuid not null,
  client_first_name text not null,
  client_last_names text not null,
  client_casillero text not null,
  client_phone text not null,
  status text not null,
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  rate_compra numeric(14,4) not null,
  rate_venta numeric(14,4) not null,
  general_discount_type text not null,
  general_discount_value numeric(9,2) not null,
  subtotal numeric(14,2) not null,
  shipping_total numeric(14,2) not null,
  discount_total numeric(14,2) not null,
  total_amount numeric(14,2) not null,
  paid_total numeric(14,2) not null,
  pending_total numeric(14,2) not null,
  search_text text not null,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  voided_by uuid,
  voided_at timestamptz,
  version integer default 1 not null,
  client_middle_name text,
  constraint invoices_pkey primary key (company_id, id),
  constraint invoices_company_id_company_invoice_id_key unique (company_id, company_invoice_id),
  constraint invoices_check check (total_amount = ((subtotal + shipping_total) - discount_total)),
  constraint invoices_check1 check (pending_total = GREATEST((total_amount - paid_total), (0)::numeric)),
  constraint invoices_check2 check ((status <> 'paid') or ((total_amount - paid_total) < 0.01)),
  constraint invoices_check3 check ((status <> 'pending') or ((total_amount - paid_total) >= 0.01)),
  constraint invoices_check4 check (((status = 'cancelled') = (voided_at is not null)) and ((voided_at is null) = (voided_by is null))),
  constraint invoices_check5 check ((general_discount_type <> 'percentage') or (general_discount_value <= (100)::numeric)),
  constraint invoices_check6 check ((general_discount_type <> 'none') or (general_discount_value = (0)::numeric)),
  constraint invoices_company_invoice_id_check check (company_invoice_id > 0),
  constraint invoices_discount_total_check check ((discount_total >= (0)::numeric) and (discount_total <> 'NaN'::numeric)),
  constraint invoices_general_discount_type_check check (general_discount_type in ('none', 'percentage', 'fixed_amount')),
  constraint invoices_general_discount_value_check
    check ((general_discount_value >= (0)::numeric) and (general_discount_value <> 'NaN'::numeric)),
  constraint invoices_paid_total_check check ((paid_total >= (0)::numeric) and (paid_total <> 'NaN'::numeric)),
  constraint invoices_pending_total_check check ((pending_total >= (0)::numeric) and (pending_total <> 'NaN'::numeric)),
  constraint invoices_rate_compra_check check ((rate_compra > (0)::numeric) and (rate_compra <> 'NaN'::numeric)),
  constraint invoices_rate_venta_check check ((rate_venta > (0)::numeric) and (rate_venta <> 'NaN'::numeric)),
  constraint invoices_shipping_total_check check ((shipping_total >= (0)::numeric) and (shipping_total <> 'NaN'::numeric)),
  constraint invoices_status_check check (status in ('pending', 'paid', 'cancelled')),
  constraint invoices_subtotal_check check ((subtotal >= (0)::numeric) and (subtotal <> 'NaN'::numeric)),
  constraint invoices_total_amount_check check ((total_amount >= (0)::numeric) and (total_amount <> 'NaN'::numeric)),
  constraint invoices_company_id_client_id_fkey foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint invoices_company_id_created_by_fkey foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint invoices_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint invoices_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint invoices_company_id_voided_by_fkey foreign key (company_id, voided_by) references users(company_id, id) on delete restrict
) with (autovacuum_vacuum_insert_scale_factor=0.02);
create index invoices_by_currency on invoices
  (company_id, currency_id, company_invoice_id desc) include (id, status, created_by, created_at, voided_at);
create index invoices_by_day on invoices
  (company_id, created_at, company_invoice_id) include (id, status, currency_id, created_by, voided_at);
create index invoices_by_status on invoices
  (company_id, status, company_invoice_id desc) include (id, currency_id, created_by, created_at, voided_at);
create index invoices_by_user on invoices
  (company_id, created_by, company_invoice_id desc) include (id, status, currency_id, created_at, voided_at);
create index invoices_company_id_client_id_currency_id_created_at_pendin_idx on invoices
  (company_id, client_id, currency_id) include (created_at, pending_total)
  where (status = 'pending');
create index invoices_company_id_voided_at_idx on invoices (company_id, voided_at)
  where (voided_at is not null);
create index invoices_company_id_voided_by_idx on invoices (company_id, voided_by);
create index invoices_in_order on invoices (company_id, company_invoice_id desc) include (id, currency_id, created_by)
  where (voided_at is null);
create index invoices_of_client on invoices (company_id, client_id, company_invoice_id desc);
create index invoices_search on invoices using gin (company_id, search_text gin_trgm_ops);

create table invoice_items (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  invoice_id uuid not null,
  position integer not null,
  package_id uuid not null,
  company_package_id bigint not null,
  tracking text,
  description text,
  quantity numeric(6,2) not null,
  unit_price numeric(12,6) not null,
  discount_type text not null,
  discount_value numeric(9,2) not null,
  amount numeric(14,2) not null,
  final_amount numeric(14,2) not null,
  total numeric(14,2) not null,
  voided_at timestamptz,
  list_price numeric(6,2),
  package_discount_type text,
  package_discount_value numeric(9,2),
  constraint invoice_items_pkey primary key (company_id, id),
  constraint invoice_items_company_id_invoice_id_position_key unique (company_id, invoice_id, "position"),
  constraint invoice_items_amount_check check ((amount >= (0)::numeric) and (amount <> 'NaN'::numeric)),
  constraint invoice_items_check check ((discount_type <> 'percentage') or (discount_value <= (100)::numeric)),
  constraint invoice_items_discount_type_check check (discount_type in ('none', 'percentage', 'fixed_amount')),
  constraint invoice_items_discount_value_check check ((discount_value >= (0)::numeric) and (discount_value <> 'NaN'::numeric)),
  constraint invoice_items_final_amount_check check ((final_amount >= (0)::numeric) and (final_amount <> 'NaN'::numeric)),
  constraint invoice_items_list_price_check check (list_price between (0)::numeric and 999.99),
  constraint invoice_items_package_discount_type_check check (package_discount_type in ('none', 'percentage', 'fixed_amount')),
  constraint invoice_items_package_discount_value_check
    check ((package_discount_value >= (0)::numeric) and (package_discount_value <> 'NaN'::numeric)),
  constraint invoice_items_position_check check ("position" > 0),
  constraint invoice_items_quantity_check check ((quantity > (0)::numeric) and (quantity <> 'NaN'::numeric)),
  constraint invoice_items_total_check check ((total >= (0)::numeric) and (total <> 'NaN'::numeric)),
  constraint invoice_items_unit_price_check check ((unit_price >= (0)::numeric) and (unit_price <> 'NaN'::numeric)),
  constraint invoice_items_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint invoice_items_company_id_invoice_id_fkey
    foreign key (company_id, invoice_id) references invoices(company_id, id) on delete restrict,
  constraint invoice_items_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict
) with (autovacuum_vacuum_insert_scale_factor=0.02);
create index invoice_items_company_id_package_id_idx on invoice_items (company_id, package_id);
create unique index invoice_items_company_id_package_id_key on invoice_items (company_id, package_id)
  where (voided_at is null);
create index invoice_items_in_order on invoice_items (company_id, company_package_id desc) include (package_id)
  where (voided_at is null);

create table invoice_shipments (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  invoice_id uuid not null,
  shipping_method_id uuid,
  shipping_method_name text,
  type_delivery text,
  status text default 'pending_payment' not null,
  shipping_price numeric(9,2) not null,
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  rate_compra numeric(14,4) not null,
  rate_venta numeric(14,4) not null,
  converted_price numeric(14,2) not null,
  date_shipped timestamptz,
  shipping_address text not null,
  shipping_city text,
  shipping_department text,
  comments text,
  constraint invoice_shipments_pkey primary key (company_id, id),
  constraint invoice_shipments_converted_price_check check ((converted_price >= (0)::numeric) and (converted_price <> 'NaN'::numeric)),
  constraint invoice_shipments_rate_compra_check check ((rate_compra > (0)::numeric) and (rate_compra <> 'NaN'::numeric)),
  constraint invoice_shipments_rate_venta_check check ((rate_venta > (0)::numeric) and (rate_venta <> 'NaN'::numeric)),
  constraint invoice_shipments_shipping_address_check check (length(shipping_address) between 1 and 300),
  constraint invoice_shipments_shipping_price_check check ((shipping_price > (0)::numeric) and (shipping_price <> 'NaN'::numeric)),
  constraint invoice_shipments_status_check check (status in ('pending_payment', 'paid', 'shipped')),
  constraint invoice_shipments_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint invoice_shipments_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint invoice_shipments_company_id_invoice_id_fkey
    foreign key (company_id, invoice_id) references invoices(company_id, id) on delete restrict,
  constraint invoice_shipments_company_id_shipping_method_id_fkey
    foreign key (company_id, shipping_method_id) references shipping_methods(company_id, id) on delete restrict
);
create index invoice_shipments_company_id_currency_id_idx on invoice_shipments (company_id, currency_id);
create index invoice_shipments_company_id_invoice_id_idx on invoice_shipments (company_id, invoice_id);
create index invoice_shipments_company_id_shipping_method_id_idx on invoice_shipments (company_id, shipping_method_id);

create table invoice_links (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  invoice_id uuid not null,
  company_invoice_id bigint not null,
  token_hash bytea not null,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  revoked_by uuid,
  revoked_at timestamptz,
  constraint invoice_links_pkey primary key (company_id, id),
  constraint invoice_links_company_id_token_hash_key unique (company_id, token_hash),
  constraint invoice_links_check check ((revoked_at is null) = (revoked_by is null)),
  constraint invoice_links_token_hash_check check (length(token_hash) = 32),
  constraint invoice_links_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint invoice_links_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint invoice_links_company_id_invoice_id_fkey
    foreign key (company_id, invoice_id) references invoices(company_id, id) on delete restrict,
  constraint invoice_links_company_id_revoked_by_fkey
    foreign key (company_id, revoked_by) references users(company_id, id) on delete restrict
);
create index invoice_links_company_id_created_by_idx on invoice_links (company_id, created_by);
create index invoice_links_company_id_invoice_id_idx on invoice_links (company_id, invoice_id);
create index invoice_links_company_id_revoked_by_idx on invoice_links (company_id, revoked_by);

-- A company has its own currencies and users: without knowing that, the planner takes few rows for even fewer.
create statistics invoices_company_of_currency (dependencies) on company_id, currency_id from invoices;
create statistics invoices_company_of_user (dependencies) on company_id, created_by from invoices;
