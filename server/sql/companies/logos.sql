set local role casillero_definer;

-- A logo is public by its name, which is the hash of its content.
create or replace function logo_content(wanted text) returns bytea
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.content from logos l where l.hash = wanted limit 1
$$;

-- The pictures that the company no longer shows.
create or replace function drop_other_logos(kept text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from logos l where l.company_id = current_company() and l.hash <> kept
$$;

grant execute on function logo_content, drop_other_logos to casillero_app;
