-- The tables whose every write stands in the log.
do $$
declare
  audited text;
begin
  foreach audited in array array[
    'companies', 'users', 'statuses', 'currencies', 'shipping_methods', 'tariffs', 'clients', 'packages', 'invoices',
    'invoice_payments', 'templates'
  ] loop
    execute format('create or replace trigger audit_insert after insert on %I referencing new table as added
                    for each statement execute function audit_insert()', audited);
    execute format('create or replace trigger audit_update after update on %I referencing old table as old_rows new table as new_rows
                    for each statement execute function audit_update()', audited);
  end loop;
end $$;
