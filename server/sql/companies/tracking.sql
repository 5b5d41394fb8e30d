set local role casillero_definer;

-- Opens the company of a host for the rest of the transaction, where it shows packages by their number to anyone.
create or replace function open_tracking(host_subdomain text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_company uuid;
begin
  select id into found_company from companies
  where subdomain = host_subdomain and status = 'active' and has_public_tracking;
  if found_company is null then
    return false;
  end if;
  perform set_config('app.company_id', found_company::text, true);
  return true;
end $$;

grant execute on function open_tracking to casillero_app;
