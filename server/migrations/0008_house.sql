-- The company's own house: its logo, its rate history, the operator's reach, and the log of every write.

grant update (name, ruc, address, phone, email, logo_url, casillero_prefix, status) on companies to casillero_app;

create table logos (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  content bytea not null check (length(content) <= 2 * 1024 * 1024),
  created_at timestamptz not null default app_now(),
  primary key (company_id, id),
  unique (company_id, hash)
);
create index on logos (hash);
call tenant_table('logos', 'select, insert');
grant select, delete on logos to casillero_definer;

-- A logo is public by its name, which is the hash of its content.
create function logo_content(wanted text) returns bytea
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.content from logos l where l.hash = wanted limit 1
$$;

-- The pictures that the company no longer shows.
create function drop_other_logos(kept text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from logos l where l.company_id = current_company() and l.hash <> kept
$$;

create table currency_rate_changes (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  currency_id uuid not null,
  user_name text not null,
  from_compra numeric(14, 4) not null check (from_compra > 0 and from_compra <> 'NaN'),
  from_venta numeric(14, 4) not null check (from_venta > 0 and from_venta <> 'NaN'),
  to_compra numeric(14, 4) not null check (to_compra > 0 and to_compra <> 'NaN'),
  to_venta numeric(14, 4) not null check (to_venta > 0 and to_venta <> 'NaN'),
  created_at timestamptz not null default app_now(),
  primary key (company_id, id),
  foreign key (company_id, currency_id) references currencies (company_id, id) on delete restrict
);
create index on currency_rate_changes (company_id, currency_id, created_at desc);
call tenant_table('currency_rate_changes', 'select, insert');

create function end_sessions_of_company() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sessions s where s.company_id = current_company()
$$;

-- Whether this transaction acts for an admin of a company that runs the platform. Looked up anew: it opens every company.
create function is_operator_admin() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from users u join companies c on c.id = u.company_id
    where u.company_id = current_company() and u.id = current_user_id()
      and u.type = 'admin' and u.status = 'active' and u.deleted_at is null and c.is_operator and c.status = 'active'
  )
$$;

-- Takes an operator's transaction into another company; false when there is none such. The log remembers where it came from.
create function act_in_company(target uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_operator_admin() then
    raise exception 'only an operator acts in other companies' using errcode = 'insufficient_privilege';
  end if;
  perform from companies c where c.id = target;
  if not found then
    return false;
  end if;
  perform set_config('app.actor_company_id', current_company()::text, true), set_config('app.company_id', target::text, true);
  return true;
end $$;

create function list_companies() returns setof companies
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_operator_admin() then
    raise exception 'only an operator lists companies' using errcode = 'insufficient_privilege';
  end if;
  return query select * from companies c order by lower(c.name), c.id;
end $$;

-- Opens a company and goes on inside it, for its first admin and its logo.
create function open_company_as_operator(new_name text, new_subdomain text) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  opened uuid;
begin
  if not is_operator_admin() then
    raise exception 'only an operator opens companies' using errcode = 'insufficient_privilege';
  end if;
  opened := open_company(new_name, new_subdomain, false);
  perform act_in_company(opened);
  return opened;
end $$;

create table audit_entries (
  company_id uuid not null references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  at timestamptz not null default app_now(),
  user_id uuid,
  user_name text not null,
  user_company text,
  target_company text,
  action text not null check (action in ('insert', 'update', 'delete')),
  entity text not null,
  entity_id uuid not null,
  label text not null,
  before jsonb,
  after jsonb,
  primary key (company_id, id)
);
create index on audit_entries (company_id, at desc, id desc);
create index on audit_entries (company_id, entity, at desc, id desc);
create index on audit_entries (company_id, user_id, at desc, id desc);
-- Not even the server writes here: the triggers below do, and nothing changes or deletes an entry.
call tenant_table('audit_entries', 'select');
grant insert on audit_entries to casillero_definer;

create function audit_label(entity text, r jsonb) returns text language sql immutable as $$
  select coalesce(case entity
    when 'clients' then concat_ws(' ', r ->> 'casillero', r ->> 'first_name', r ->> 'last_names')
    when 'packages' then '#' || (r ->> 'company_package_id')
    when 'invoices' then '#' || (r ->> 'company_invoice_id')
    when 'invoice_payments' then concat_ws(' ', r ->> 'total', r ->> 'currency_code')
    when 'users' then r ->> 'full_name'
    when 'currencies' then r ->> 'code'
    else r ->> 'name'
  end, '')
$$;

-- What a log does not need: secrets, and what follows from the rest.
create function audit_values(r jsonb) returns jsonb language sql immutable as $$
  select r - array['company_id', 'id', 'password_hash', 'full_name', 'search_text', 'client_search_text', 'sort_name',
                   'maritimo', 'aereo', 'version', 'created_at', 'updated_at']
$$;

create function write_audit(entity text, entry_action text, row_company uuid, row_id uuid, label text, old_values jsonb, new_values jsonb)
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

create function audit_insert() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('app.audit', true) = 'off' then
    return null;
  end if;
  perform write_audit(tg_table_name, 'insert', coalesce((r ->> 'company_id')::uuid, (r ->> 'id')::uuid), (r ->> 'id')::uuid,
                      audit_label(tg_table_name, r), null, jsonb_strip_nulls(audit_values(r)))
  from (select to_jsonb(a) as r from added a) rows;
  return null;
end $$;

create function audit_update() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
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

create procedure audit_table(table_name regclass) language plpgsql as $$
begin
  execute format('create trigger audit_insert after insert on %s referencing new table as added
                  for each statement execute function audit_insert()', table_name);
  execute format('create trigger audit_update after update on %s referencing old table as old_rows new table as new_rows
                  for each statement execute function audit_update()', table_name);
end $$;

call audit_table('companies');
call audit_table('users');
call audit_table('statuses');
call audit_table('currencies');
call audit_table('shipping_methods');
call audit_table('tariffs');
call audit_table('clients');
call audit_table('packages');
call audit_table('invoices');
call audit_table('invoice_payments');

revoke execute on function write_audit, audit_insert, audit_update from casillero_app;

grant create on schema public to casillero_definer;
alter function logo_content owner to casillero_definer;
alter function drop_other_logos owner to casillero_definer;
alter function end_sessions_of_company owner to casillero_definer;
alter function is_operator_admin owner to casillero_definer;
alter function act_in_company owner to casillero_definer;
alter function list_companies owner to casillero_definer;
alter function open_company_as_operator owner to casillero_definer;
alter function write_audit owner to casillero_definer;
alter function audit_insert owner to casillero_definer;
alter function audit_update owner to casillero_definer;
revoke create on schema public from casillero_definer;
