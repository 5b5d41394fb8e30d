-- The ids that a list shows with these filters, in its order, as the cursor `ids` of the caller's transaction: a file begins with the
-- first of them, where a function that returns rows would gather all before it gives one.

set local role casillero_definer;

-- Opens the cursor for a query of hits, as the role of its caller.
create or replace function open_ids(hits text) returns refcursor language plpgsql as $$
declare
  ids refcursor := 'ids';
begin
  open ids no scroll for execute format('select h.id from (%s) h', hits) using current_company(), null::int;
  return ids;
end $$;

create or replace function open_packages(patterns text[], criteria jsonb) returns refcursor
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return open_ids(package_hits(patterns, criteria));
end $$;

create or replace function open_invoices(patterns text[], criteria jsonb) returns refcursor
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return open_ids(invoice_hits(patterns, criteria));
end $$;

create or replace function open_clients(patterns text[], criteria jsonb) returns refcursor
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return open_ids(client_hits(patterns, criteria));
end $$;

grant execute on function open_packages, open_invoices, open_clients to casillero_app;
