-- The loads that are under way; they are written inside each company, in the name of who began them.

set local role casillero_definer;

create or replace function list_running_imports() returns table (company_id uuid, id uuid, run_by uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 5 as $$
  select i.company_id, i.id, i.run_by from imports i where i.status = 'running' order by i.id
$$;

-- A load stands in the log when it begins and when it ends, and so does its undo; not with every part that is written of it.
create or replace function audit_import() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = 'running' and not new.is_undo then
    perform write_audit('imports', 'insert', new.company_id, new.id, new.file_name, null, jsonb_build_object(
      'kind', new.kind, 'file_name', new.file_name, 'row_count', new.row_count, 'all_or_nothing', new.all_or_nothing,
      'notify', new.notify));
  elsif new.status = 'running' then
    perform write_audit('imports', 'update', new.company_id, new.id, new.file_name, '{"is_undo": false}', '{"is_undo": true}');
  elsif new.is_undo then
    perform write_audit('imports', 'update', new.company_id, new.id, new.file_name,
                        '{"undone_rows": null, "kept_rows": null}',
                        jsonb_build_object('undone_rows', new.result -> 'undone', 'kept_rows', new.result -> 'kept'));
  else
    -- What is the same before and after is left out, as everywhere in the log.
    perform write_audit('imports', 'update', new.company_id, new.id, new.file_name,
                        (select jsonb_object_agg(k, null::text) from jsonb_object_keys(e.after) k), e.after)
    from (select jsonb_strip_nulls(jsonb_build_object(
            'new_rows', new.result -> 'new', 'updated_rows', new.result -> 'updated', 'refused_rows', new.result -> 'refused',
            'failure', new.failure)) as after) e;
  end if;
  return null;
end $$;

grant execute on function list_running_imports to casillero_app;
grant execute on function audit_import to session_user;
