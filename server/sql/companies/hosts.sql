set local role casillero_definer;

-- Host → company, for the sign-in page. An inactive company is as unknown as one that never was.
create or replace function company_of_host(host_subdomain text)
returns table (id uuid, name text, subdomain text, logo_url text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select c.id, c.name, c.subdomain, c.logo_url
  from companies c where c.subdomain = host_subdomain and c.status = 'active'
$$;

-- Messages lead to the pages of their company at the address by which its staff came last.
create or replace function note_pages_origin(reached text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  logging text := current_setting('app.audit', true);
begin
  if exists (select from companies c where c.id = current_company() and c.pages_origin is distinct from reached) then
    perform set_config('app.audit', 'off', true);
    update companies c set pages_origin = reached where c.id = current_company();
    perform set_config('app.audit', coalesce(logging, ''), true);
  end if;
end $$;

grant execute on function company_of_host, note_pages_origin to casillero_app;
