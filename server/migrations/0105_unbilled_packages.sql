-- What left the house without an invoice is looked for among the lines of voided invoices and what was handed over on none.
create index invoice_items_voided on invoice_items (company_id, package_id) where voided_at is not null;
create index handover_packages_uninvoiced on handover_packages (company_id, package_id) where invoice_id is null and undone_at is null;
