-- A filtered list counts up to a thousand rows: the index of its order holds what the filters look at, so that it reads no row of the
-- table for them. Each takes the place of the one that the order had.

create index packages_in_order on packages (company_id, company_package_id desc)
  include (id, shipping_method, created_at, status_since) where deleted_at is null;
drop index packages_company_id_company_package_id_idx;
create index packages_in_status on packages (company_id, status_id, company_package_id desc)
  include (id, client_id, tariff_id, shipping_method, created_at, status_since, deleted_at);
drop index packages_company_id_status_id_company_package_id_idx;
create index packages_since on packages (company_id, status_id, status_since, company_package_id)
  include (id, tariff_id, shipping_method, created_at) where deleted_at is null;
drop index packages_of_status_since;
create index packages_by_tariff on packages (company_id, tariff_id, company_package_id desc)
  include (id, status_id, shipping_method, created_at, status_since, deleted_at);
drop index packages_of_tariff;
create index packages_by_client on packages (company_id, client_id, company_package_id desc) include (id, status_id, created_at, deleted_at);
drop index packages_company_id_client_id_company_package_id_idx;
-- The dashboard and the reports read pounds by client and method of it.
create index packages_by_day on packages (company_id, created_at, company_package_id)
  include (id, client_id, tariff_id, shipping_method, weight, status_since) where deleted_at is null;
drop index packages_company_id_created_at_shipping_method_weight_clien_idx;

-- Which packages are on an invoice, in the order of their list.
create index invoice_items_in_order on invoice_items (company_id, company_package_id desc) include (package_id) where voided_at is null;

create index invoices_in_order on invoices (company_id, company_invoice_id desc) include (id, currency_id, created_by) where voided_at is null;
drop index invoices_company_id_company_invoice_id_idx;
create index invoices_by_status on invoices (company_id, status, company_invoice_id desc)
  include (id, currency_id, created_by, created_at, voided_at);
drop index invoices_company_id_status_company_invoice_id_idx;
create index invoices_by_currency on invoices (company_id, currency_id, company_invoice_id desc)
  include (id, status, created_by, created_at, voided_at);
drop index invoices_of_currency;
create index invoices_by_user on invoices (company_id, created_by, company_invoice_id desc)
  include (id, status, currency_id, created_at, voided_at);
drop index invoices_of_user;
create index invoices_by_day on invoices (company_id, created_at, company_invoice_id)
  include (id, status, currency_id, created_by, voided_at);
drop index invoices_company_id_created_at_idx;

create index clients_in_order on clients (company_id, sort_name, id) include (created_at) where deleted_at is null;
drop index clients_company_id_sort_name_id_idx;

-- An index answers alone where the vacuum has been: lists begin with the newest rows, so it comes after a fiftieth of new ones, not a fifth.
alter table packages set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table invoices set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table invoice_items set (autovacuum_vacuum_insert_scale_factor = 0.02);
