set local role casillero_definer;

-- The ids of the packages that a list shows with these filters, in its order, as the cursor `ids` of the caller's transaction: a file
-- begins with the first of them, where a function that returns rows would gather all before it gives one.
create or replace function open_packages(patterns text[], criteria jsonb) returns refcursor
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ids refcursor := 'ids';
begin
  open ids no scroll for execute format('select h.id from (%s) h', package_hits(patterns, criteria)) using current_company(), null::int;
  return ids;
end $$;

grant execute on function open_packages to casillero_app;
