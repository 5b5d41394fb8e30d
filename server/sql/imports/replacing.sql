-- The rows of a load that was not run, which those of another sheet of its file replace.

set local role casillero_definer;

create or replace function drop_import_rows(load uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from import_rows r using imports i
  where i.company_id = current_company() and i.id = load and i.status in ('mapping', 'preview')
    and r.company_id = i.company_id and r.import_id = i.id
$$;

grant execute on function drop_import_rows to casillero_app;
