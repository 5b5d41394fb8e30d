-- Reports as files, exports whose server ended, and an index that answers by itself how long a package is in its status.

alter table exports drop constraint exports_list_check, drop constraint exports_outcome_check;
alter table exports add constraint exports_list_check
  check (list in ('packages', 'clients', 'invoices', 'users', 'tariffs', 'messages', 'audit', 'shipments', 'report', 'company'));
alter table exports add constraint exports_outcome_check check (outcome in ('done', 'cancelled', 'failed', 'interrupted'));

-- The history of a package with where each change led: how long it is in its status is answered without a row of the table.
drop index package_status_changes_company_id_package_id_created_at_id_idx;
create index package_status_changes_of_package on package_status_changes (company_id, package_id, created_at, id) include (to_status_id);
