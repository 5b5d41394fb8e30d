-- What the filters of the lists go by. Days of creation of packages and invoices have their
-- index with the dashboard (0043).

-- In the order of the list, so that a page of one tariff, currency or user needs no sort; each takes the place of the one that its
-- foreign key had.
create index packages_of_tariff on packages (company_id, tariff_id, company_package_id desc);
drop index packages_company_id_tariff_id_idx;
create index invoices_of_currency on invoices (company_id, currency_id, company_invoice_id desc);
drop index invoices_company_id_currency_id_idx;
create index invoices_of_user on invoices (company_id, created_by, company_invoice_id desc);
drop index invoices_company_id_created_by_idx;
create index invoices_of_client on invoices (company_id, client_id, company_invoice_id desc);
drop index invoices_company_id_client_id_idx;

-- What a package lacks is few packages, and their list looks at no others.
create index packages_without_weight on packages (company_id, company_package_id desc) where weight is null and deleted_at is null;
create index packages_without_tariff on packages (company_id, company_package_id desc) where tariff_id is null and deleted_at is null;
