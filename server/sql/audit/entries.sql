-- The log of every write. Nothing but these functions writes to it.

set local role casillero_definer;

create or replace function write_audit(entity text, entry_action text, row_company uuid, row_id uuid, label text, old_values jsonb, new_values jsonb)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  actor_company uuid := coalesce(nullif(current_setting('app.actor_company_id', true), '')::uuid, current_company(), row_company);
  actor_name text;
begin
  select u.full_name into actor_name from users u where u.company_id = actor_company and u.id = current_user_id();
  actor_name := coalesce(actor_name, 'Sistema');
  insert into audit_entries (company_id, user_id, user_name, user_company, action, entity, entity_id, label, before, after)
  values (row_company, current_user_id(), actor_name,
          case when actor_company <> row_company then (select c.name from companies c where c.id = actor_company) end,
          entry_action, entity, row_id, label, old_values, new_values);
  -- What an operator does elsewhere stands in the own log too.
  if actor_company <> row_company then
    insert into audit_entries (company_id, user_id, user_name, target_company, action, entity, entity_id, label, before, after)
    values (actor_company, current_user_id(), actor_name, (select c.name from companies c where c.id = row_company),
            entry_action, entity, row_id, label, old_values, new_values);
  end if;
end $$;

create or replace function audit_insert() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('app.audit', true) = 'off' then
    return null;
  end if;
  perform write_audit(tg_table_name, 'insert', coalesce((r ->> 'company_id')::uuid, (r ->> 'id')::uuid), (r ->> 'id')::uuid,
                      audit_label(tg_table_name, r), null, jsonb_strip_nulls(audit_values(r)))
  from (select to_jsonb(a) as r from added a) rows;
  return null;
end $$;

create or replace function audit_update() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('app.audit', true) = 'off' then
    return null;
  end if;
  perform write_audit(tg_table_name,
                      case when changed.after ? 'deleted_at' then 'delete' else 'update' end,
                      coalesce((n ->> 'company_id')::uuid, (n ->> 'id')::uuid), (n ->> 'id')::uuid,
                      audit_label(tg_table_name, n), changed.before, changed.after)
  from (select to_jsonb(b) as o, to_jsonb(a) as n from old_rows b join new_rows a on a.id = b.id) rows
  cross join lateral (
    select jsonb_object_agg(e.key, e.before) as before, jsonb_object_agg(e.key, e.after) as after
    from (
      select v.key, audit_values(o) -> v.key as before, v.value as after
      from jsonb_each(audit_values(n)) v
      where v.value is distinct from audit_values(o) -> v.key
      union all
      -- That a password was changed is told, what it was or became is not.
      select 'password', '"••••••"', '"••••••"' where n -> 'password_hash' is distinct from o -> 'password_hash'
    ) e
  ) changed
  where changed.after is not null;
  return null;
end $$;

grant execute on function audit_insert, audit_update to session_user;
