set local role casillero_definer;

-- Host → company, for the sign-in page. An inactive company is as unknown as one that never was.
create or replace function company_of_host(host_subdomain text)
returns table (id uuid, name text, subdomain text, logo_url text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select c.id, c.name, c.subdomain, c.logo_url
  from companies c where c.subdomain = host_subdomain and c.status = 'active'
$$;

grant execute on function company_of_host to casillero_app;
