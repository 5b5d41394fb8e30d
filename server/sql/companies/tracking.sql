set local role casillero_definer;

-- Opens the company of a host for the rest of the transaction, where it shows packages by their number to anyone.
create or replace function open_tracking(host_subdomain text) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select case
    when (select has_public_tracking from companies where subdomain = host_subdomain)
    then open_host_company(host_subdomain)
    else false
  end
$$;

grant execute on function open_tracking to casillero_app;

-- The same, where it lets anyone work out a price.
create or replace function open_public_tariffs(host_subdomain text) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select case
    when (select has_public_tariffs from companies where subdomain = host_subdomain)
    then open_host_company(host_subdomain)
    else false
  end
$$;

grant execute on function open_public_tariffs to casillero_app;

-- The same, where it lets anyone ask to become a client.
create or replace function open_sign_up(host_subdomain text) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select case
    when (select sign_up <> 'off' from companies where subdomain = host_subdomain)
    then open_host_company(host_subdomain)
    else false
  end
$$;

grant execute on function open_sign_up to casillero_app;
