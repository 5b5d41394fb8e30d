-- What people edit has a version, and every write of it stands in the log; so does what is only ever added: payments, what moves
-- cash and credit, links by which an invoice is shown to others, links, devices and announcements of clients, and
-- notes.
do $$
declare
  audited regclass;
begin
  for audited in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (c.relname in ('invoice_payments', 'invoice_links', 'client_links', 'client_devices', 'announced_pickups', 'consignment_changes', 'consignment_scans', 'collections', 'cash_sessions', 'cash_movements', 'client_credits', 'access_tokens', 'exports', 'conversation_notes')
           or is_versioned(c.oid))
      and not exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'audit_insert')
    order by c.relname
  loop
    execute format('create trigger audit_insert after insert on %s referencing new table as added
                    for each statement execute function audit_insert()', audited);
    execute format('create trigger audit_update after update on %s referencing old table as old_rows new table as new_rows
                    for each statement execute function audit_update()', audited);
  end loop;
end $$;
