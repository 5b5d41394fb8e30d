-- Figures and reports: who sees money in them, and the indexes that carry the time of what they sum up.

alter table users add column sees_money_reports boolean not null default false;

-- What a report of packages sums up stands in the index itself, so that a year is read without the wide rows.
create index on packages (company_id, created_at) include (shipping_method, weight, client_id) where deleted_at is null;
-- The deleted ones are few: counts by status leave them out.
create index on packages (company_id, status_id) where deleted_at is not null;
create index on invoices (company_id, created_at);
create index on invoices (company_id, voided_at) where voided_at is not null;
-- The parts of a collection are counted by the collection's own payments.
create index on invoice_payments (company_id, created_at) where collection_payment_id is null;
create index on invoice_changes (company_id, created_at) where kind = 'cash';
create index on collection_payments (company_id, created_at);
create index on collection_changes (company_id, created_at) where kind = 'cash';
create index on clients (company_id, created_at) where deleted_at is null;
