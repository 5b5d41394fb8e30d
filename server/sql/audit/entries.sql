-- The log of every write. Nothing but these functions writes to it.

set local role casillero_definer;

-- Writes the entries of one statement with one: a shipment changes thousands of rows at a time. Its callers fix the search path, and
-- have its plan made once in a session: left to itself the server plans anew for the length of every array, which takes longer than
-- to write the entries.
create or replace function write_audit_entries(
  entity text, actions text[], companies uuid[], ids uuid[], labels text[], befores jsonb[], afters jsonb[]
)
returns void language plpgsql as $$
declare
  acting uuid := coalesce(nullif(current_setting('app.actor_company_id', true), '')::uuid, current_company());
  acting_user uuid := current_user_id();
  -- Staff who copy a link can enter by it themselves.
  acting_name text := case when nullif(current_setting('app.client_id', true), '') is null
      and nullif(current_setting('app.signup', true), '') is null then 'Sistema'
    else 'El cliente' || coalesce(' (enlace de ' || nullif(current_setting('app.link_by', true), '') || ')', '') end;
  acting_token text := nullif(current_setting('app.token_name', true), '');
begin
  if acting_user is not null then
    select u.full_name || coalesce(' (token ' || acting_token || ')', '') into acting_name
    from users u where u.company_id = coalesce(acting, companies[1]) and u.id = acting_user;
  end if;
  insert into audit_entries (company_id, user_id, user_name, user_company, action, entity, entity_id, label, before, after)
  select e.company, acting_user, coalesce(acting_name, 'Sistema'),
         case when acting <> e.company then (select c.name from companies c where c.id = acting) end,
         e.action, write_audit_entries.entity, e.id, e.label, e.before, e.after
  from unnest(actions, companies, ids, labels, befores, afters) as e (action, company, id, label, before, after);
  -- What an operator does elsewhere stands in the own log too.
  if acting <> any (companies) then
    insert into audit_entries (company_id, user_id, user_name, target_company, action, entity, entity_id, label, before, after)
    select acting, acting_user, coalesce(acting_name, 'Sistema'), (select c.name from companies c where c.id = e.company),
           e.action, write_audit_entries.entity, e.id, e.label, e.before, e.after
    from unnest(actions, companies, ids, labels, befores, afters) as e (action, company, id, label, before, after)
    where e.company <> acting;
  end if;
end $$;

create or replace function write_audit(entity text, entry_action text, row_company uuid, row_id uuid, label text, old_values jsonb, new_values jsonb)
returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  perform write_audit_entries(entity, array[entry_action], array[row_company], array[row_id], array[label],
                              array[old_values], array[new_values]);
end $$;

-- `offset 0`, here and below, keeps what is computed of a row from being computed anew for each of its columns.
create or replace function audit_insert() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if current_setting('app.audit', true) = 'off' then
    return null;
  end if;
  perform write_audit_entries(tg_table_name, array_agg('insert'::text),
                              array_agg(coalesce((r ->> 'company_id')::uuid, (r ->> 'id')::uuid)), array_agg((r ->> 'id')::uuid),
                              array_agg(audit_label(tg_table_name, r)), array_agg(null::jsonb), array_agg(jsonb_strip_nulls(audit_values(r))))
  from (select to_jsonb(a) as r from added a offset 0) rows
  having count(*) > 0;
  return null;
end $$;

-- The plan is made once in a session, mostly for one row: without the setting it would compare each of thousands with each.
create or replace function audit_update() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan set enable_nestloop = off as $$
begin
  if current_setting('app.audit', true) = 'off' then
    return null;
  end if;
  perform write_audit_entries(tg_table_name,
                              array_agg(case when changed.after ? 'deleted_at' then 'delete' else 'update' end),
                              array_agg(coalesce((n ->> 'company_id')::uuid, (n ->> 'id')::uuid)), array_agg((n ->> 'id')::uuid),
                              array_agg(audit_label(tg_table_name, n)), array_agg(changed.before), array_agg(changed.after))
  from (
    select o, n, audit_values(o) as old_values, audit_values(n) as new_values
    from (select to_jsonb(b) as o, to_jsonb(a) as n from old_rows b join new_rows a on a.id = b.id offset 0) both_rows
    offset 0
  ) rows
  cross join lateral (
    select jsonb_object_agg(e.key, e.before) as before, jsonb_object_agg(e.key, e.after) as after
    from (
      select v.key, old_values -> v.key as before, v.value as after
      from jsonb_each(new_values) v
      where v.value is distinct from old_values -> v.key
      union all
      -- That a password was changed is told, what it was or became is not.
      select 'password', '"••••••"', '"••••••"' where n -> 'password_hash' is distinct from o -> 'password_hash'
    ) e
  ) changed
  where changed.after is not null
  having count(*) > 0;
  return null;
end $$;

grant execute on function audit_insert, audit_update to session_user;
