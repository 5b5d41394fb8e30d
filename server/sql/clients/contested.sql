-- A client announced a number that another one of the company has announced. docs/product/prealerts.md, "Announcing".

set local role casillero_definer;

create or replace function contest_prealert(number text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update prealerts a set rival_id = c.id
  from clients c
  where c.company_id = current_company() and c.id = nullif(current_setting('app.client_id', true), '')::uuid
    and a.company_id = c.company_id and a.tracking = number and a.cancelled_at is null and a.client_id <> c.id
    and c.merged_into_id is null and a.rival_id is distinct from c.id
$$;

grant execute on function contest_prealert to casillero_client;
