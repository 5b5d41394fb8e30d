-- Filters that are combined: what an index lacked to answer two of them alone, and what the planner lacked to see how many rows they leave.

create index packages_with_all on packages (company_id, company_package_id desc)
  include (id, status_id, tariff_id, shipping_method, created_at, status_since) where deleted_at is null;
drop index packages_in_order;
alter index packages_with_all rename to packages_in_order;
create index packages_of_days on packages (company_id, created_at, company_package_id)
  include (id, client_id, tariff_id, status_id, shipping_method, weight, status_since) where deleted_at is null;
drop index packages_by_day;
alter index packages_of_days rename to packages_by_day;

-- The time in the status, of all statuses: merged of one index for each status, half of the time went into the plan.
create index packages_by_since on packages (company_id, status_since, company_package_id)
  include (id, status_id, tariff_id, shipping_method, created_at) where deleted_at is null;

-- The number of a package stands beside it in its shipment too: by it both are read in one order.
alter table consignment_packages add column company_package_id bigint;
update consignment_packages l set company_package_id = p.company_package_id
from packages p where p.company_id = l.company_id and p.id = l.package_id;
alter table consignment_packages alter column company_package_id set not null;
create index consignment_packages_in_order on consignment_packages (company_id, consignment_id, company_package_id desc)
  include (package_id) where removed_at is null;

-- A tariff or a status belongs to one company: without this the planner multiplies their shares, and expects a twentieth of the rows.
create statistics packages_company_of_tariff (dependencies) on company_id, tariff_id from packages;
create statistics packages_company_of_status (dependencies) on company_id, status_id from packages;
create statistics invoices_company_of_currency (dependencies) on company_id, currency_id from invoices;
create statistics invoices_company_of_user (dependencies) on company_id, created_by from invoices;
do $$ begin
  if exists (select from packages) then
    analyze packages, invoices, consignment_packages;
  end if;
end $$;

drop function if exists page_of_hits(text, text);
