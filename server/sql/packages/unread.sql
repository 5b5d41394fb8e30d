-- The companies whose packages of before are still to be brought to the number that the server reads.

set local role casillero_definer;

create or replace function list_unread_companies() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 5 as $$
  select c.company_id from company_counters c where c.kind = 'package' and c.unread_to > 0 order by c.company_id
$$;

grant execute on function list_unread_companies to casillero_app;
