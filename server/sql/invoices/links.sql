set local role casillero_definer;

-- The invoice that a link shows on its company's own host. It confines the transaction to that company, so that what is read next
-- is read under its row-level security. Nothing is found for a link that is unknown, revoked or another company's, for one of a
-- company that is not open, and for an invoice that was voided thirty days ago.
create or replace function open_invoice_link(host_subdomain text, link_hash bytea)
returns table (invoice_id uuid, is_void boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  found_company uuid;
begin
  select c.id, i.id, i.voided_at is not null into found_company, invoice_id, is_void
  from companies c
  join invoice_links l on l.company_id = c.id and l.token_hash = link_hash
  join invoices i on i.company_id = l.company_id and i.id = l.invoice_id
  where c.subdomain = host_subdomain and c.status = 'active' and l.revoked_at is null
    and (i.voided_at is null or i.voided_at > app_now() - interval '30 days');
  if found_company is null then
    return;
  end if;
  perform set_config('app.company_id', found_company::text, true);
  return next;
end $$;

grant execute on function open_invoice_link to casillero_app;
