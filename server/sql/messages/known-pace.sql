set local role casillero_definer;

-- The pace of this installation, for saying why messages wait.
create or replace function known_pace() returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select default_pace() || coalesce((select t.pace from gateway_turns t where t.name = 'messages'), '{}')
$$;

grant execute on function known_pace to casillero_app;
