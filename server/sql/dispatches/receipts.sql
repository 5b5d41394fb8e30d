set local role casillero_definer;

-- The photo that a link shows on its company's own host. Nothing is found for a link that is unknown or another company's, for one of
-- a company that is not open, and for a dispatch that was undone.
create or replace function open_receipt_link(host_subdomain text, secret text) returns bytea
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.content
  from dispatch_receipts r
  join companies c on c.id = r.company_id
  join dispatches d on d.company_id = r.company_id and d.id = r.dispatch_id
  where right(d.receipt_link, 22) = secret and c.subdomain = host_subdomain and c.status = 'active' and d.undone_at is null
$$;

grant execute on function open_receipt_link to casillero_app;
