-- Functions that every table leans on, the tenancy of a table as one call, companies, staff and sessions.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

revoke create on schema public from public;
grant usage on schema public to casillero_app, casillero_definer;

-- A new function is for our two roles, not for everybody who can connect.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant execute on functions to casillero_app, casillero_definer;

-- Business time: the database's clock, unless a test or the demo seeder set another for its transaction.
create function app_now() returns timestamptz language sql stable parallel safe as
$$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $$;

-- Today's date in Managua.
create function app_today() returns date language sql stable parallel safe as
$$ select (app_now() at time zone 'America/Managua')::date $$;

-- The company this transaction is confined to, or null.
create function current_company() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.company_id', true), '')::uuid $$;

-- The user this transaction acts for, or null.
create function current_user_id() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- Makes a table a tenant's: row-level security for everybody, one policy for requests, one for trusted code.
create procedure tenant_table(table_name regclass, app_rights text, key_column name default 'company_id')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  -- As a sub-select the company is looked up once a statement; bare it would be for every row.
  execute format(
    'create policy tenant on %1$s to casillero_app
       using (%2$I = (select nullif(current_setting(''app.company_id'', true), '''')::uuid))
       with check (%2$I = (select nullif(current_setting(''app.company_id'', true), '''')::uuid))',
    table_name, key_column);
  execute format('create policy trusted on %s to casillero_definer, current_user using (true) with check (true)', table_name);
  if app_rights <> '' then
    execute format('grant %s on %s to casillero_app', app_rights, table_name);
  end if;
end $$;

-- Counts the version up on every update, so that a stale edit is seen.
create function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create table companies (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 120),
  subdomain text not null unique check (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  ruc text,
  address text,
  phone text,
  email text,
  logo_url text,
  status text not null default 'active' check (status in ('active', 'inactive', 'suspended')),
  is_operator boolean not null default false,
  casillero_prefix text check (casillero_prefix ~ '^[A-Z]{2,5}$'),
  created_at timestamptz not null default app_now(),
  version int not null default 1
);
call tenant_table('companies', 'select', 'id');
create trigger bump_version before update on companies for each row execute function bump_version();

create function keep_company_identity() returns trigger language plpgsql as $$
begin
  if new.subdomain <> old.subdomain or new.is_operator <> old.is_operator or new.id <> old.id then
    raise exception 'subdomain and operator mark of a company never change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_company_identity before update on companies for each row execute function keep_company_identity();

-- Running numbers and the count of living rows, kept in the transaction that adds or removes them.
create table company_counters (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  kind text not null check (kind in ('client', 'package', 'invoice')),
  last_number bigint not null default 0 check (last_number >= 0),
  live_count bigint not null default 0 check (live_count >= 0 and live_count <= last_number),
  primary key (company_id, kind)
);
call tenant_table('company_counters', 'select, insert, update');

create table users (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  first_name text not null check (length(first_name) between 1 and 120),
  last_name text check (length(last_name) <= 120),
  full_name text not null generated always as (first_name || coalesce(' ' || last_name, '')) stored,
  email text,
  phone text check (phone ~ '^[0-9]{7,15}$'),
  password_hash text not null,
  type text not null default 'user' check (type in ('admin', 'user', 'viewer')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  cedula text,
  search_text text not null default '',
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (company_id, id),
  check (email is not null or phone is not null)
);
create unique index users_company_id_email_key on users (company_id, lower(email)) where deleted_at is null;
create unique index users_company_id_phone_key on users (company_id, phone) where deleted_at is null;
call tenant_table('users', 'select, insert, update');
create trigger bump_version before update on users for each row execute function bump_version();

-- Only the hash of a token is kept; requests reach sessions through the functions below alone.
create table sessions (
  company_id uuid not null default current_company(),
  id uuid not null default uuidv7(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id uuid not null,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete restrict
);
create index on sessions (company_id, user_id);
call tenant_table('sessions', '');

-- Sign-in tries, by the company and what was typed, known or not: an unknown name must cost the same.
create table sign_in_tries (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  identifier text not null,
  failures int not null default 0,
  blocked_until timestamptz,
  last_try_at timestamptz not null,
  primary key (company_id, identifier)
);
call tenant_table('sign_in_tries', '');

-- Failures per address and minute; an address belongs to no company.
create table address_failures (
  address text primary key,
  minute timestamptz not null,
  failures int not null
);
alter table address_failures enable row level security;
alter table address_failures force row level security;
create policy trusted on address_failures to casillero_definer, current_user using (true) with check (true);

-- Answers of calls with an Idempotency-Key; written in the transaction of their effect.
create table idempotency_keys (
  company_id uuid not null default current_company(),
  key text not null check (length(key) between 1 and 200),
  user_id uuid not null default current_user_id(),
  endpoint text not null,
  request_hash bytea not null,
  response jsonb,
  created_at timestamptz not null default app_now(),
  primary key (company_id, key),
  foreign key (company_id, user_id) references users (company_id, id) on delete restrict
);
create index on idempotency_keys (company_id, user_id);
create index on idempotency_keys (created_at);
call tenant_table('idempotency_keys', 'select, insert, update');

grant select on companies, users to casillero_definer;
-- A share lock on a user takes the right to change one column of it.
grant update (version) on users to casillero_definer;
grant select, insert, update, delete on sessions, sign_in_tries, address_failures to casillero_definer;
grant select, delete on idempotency_keys to casillero_definer;

-- Host → company, for the sign-in page. An inactive company is as unknown as one that never was.
create function company_of_host(host_subdomain text)
returns table (id uuid, name text, subdomain text, logo_url text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select c.id, c.name, c.subdomain, c.logo_url
  from companies c where c.subdomain = host_subdomain and c.status = 'active'
$$;

-- Token → company, user and rights; confines the transaction to that company. No row: not signed in.
create function begin_session(hash bytea, host_subdomain text)
returns table (session_id uuid, company_id uuid, is_operator boolean, user_id uuid, user_type text, user_name text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  at timestamptz := app_now();
  seen timestamptz;
begin
  select s.id, s.company_id, c.is_operator, u.id, u.type, u.full_name, s.last_seen_at
    into session_id, company_id, is_operator, user_id, user_type, user_name, seen
  from sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.id = s.company_id
  where s.token_hash = hash
    and c.subdomain = host_subdomain
    and c.status = 'active'
    and u.status = 'active' and u.deleted_at is null
    and s.last_seen_at > at - interval '12 hours'
    and s.created_at > at - interval '7 days';
  if not found then
    return;
  end if;
  perform set_config('app.company_id', company_id::text, true), set_config('app.user_id', user_id::text, true);
  -- Once a minute is exact enough for a limit of twelve hours, and spares a write on every call.
  -- Calls at the same moment do not wait for each other here: one of them moves the limit.
  if seen < at - interval '1 minute' then
    update sessions s set last_seen_at = at
    from (select f.id from sessions f where f.token_hash = hash for update skip locked) free
    where s.token_hash = hash and s.id = free.id;
  end if;
  return next;
end $$;

-- Takes note of a try before the password is checked, so that tries at the same moment count too.
-- Gives the seconds to wait when there were too many, else the user's hash when there is such a user.
create function begin_sign_in(host_subdomain text, typed text, login_keys text[], from_address text)
returns table (wait_seconds int, company_id uuid, user_id uuid, password_hash text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  at timestamptz := app_now();
  tries int;
  blocked timestamptz;
begin
  wait_seconds := 0;
  select greatest(1, ceil(extract(epoch from f.minute + interval '1 minute' - at)))::int into wait_seconds
  from address_failures f
  where f.address = from_address and f.minute > at - interval '1 minute' and f.failures >= 20;
  if found then
    return next;
    return;
  end if;
  wait_seconds := 0;
  select c.id into company_id from companies c where c.subdomain = host_subdomain and c.status = 'active';
  if company_id is null then
    return next;
    return;
  end if;
  insert into sign_in_tries as t (company_id, identifier, last_try_at)
  values (begin_sign_in.company_id, typed, at)
  on conflict on constraint sign_in_tries_pkey do update set last_try_at = at
  returning t.failures, t.blocked_until into tries, blocked;
  if blocked > at then
    wait_seconds := greatest(1, ceil(extract(epoch from blocked - at)))::int;
    return next;
    return;
  end if;
  update sign_in_tries t
  set failures = tries + 1,
      blocked_until = case when tries + 1 >= 5 then at + least(power(2, tries - 4), 30) * interval '1 second' end
  where t.company_id = begin_sign_in.company_id and t.identifier = typed;
  select u.id, u.password_hash into user_id, password_hash
  from users u
  where u.company_id = begin_sign_in.company_id and u.deleted_at is null and u.status = 'active'
    and (lower(u.email) = any (login_keys) or u.phone = any (login_keys))
  order by (lower(u.email) = any (login_keys)) desc nulls last
  limit 1;
  return next;
end $$;

create function fail_sign_in(from_address text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into address_failures as f (address, minute, failures) values (from_address, app_now(), 1)
  on conflict (address) do update set
    failures = case when f.minute > app_now() - interval '1 minute' then f.failures + 1 else 1 end,
    minute = case when f.minute > app_now() - interval '1 minute' then f.minute else app_now() end
$$;

-- The password was right: forget the tries, start the session. No row: the user or the company ended meanwhile.
create function complete_sign_in(for_company uuid, for_user uuid, typed text, checked_hash text, new_token_hash bytea)
returns table (session_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
begin
  perform 1 from users u join companies c on c.id = u.company_id
  where u.company_id = for_company and u.id = for_user and u.deleted_at is null and u.status = 'active'
    and u.password_hash = checked_hash and c.status = 'active'
  for share of u;
  if not found then
    return;
  end if;
  delete from sign_in_tries t where t.company_id = for_company and t.identifier = typed;
  insert into sessions as s (company_id, user_id, token_hash) values (for_company, for_user, new_token_hash)
  returning s.id into session_id;
  perform set_config('app.company_id', for_company::text, true), set_config('app.user_id', for_user::text, true);
  return next;
end $$;

-- Ends sessions of a user of the own company; all but one when that one is named.
create function end_sessions_of(for_user uuid, but_session uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sessions s
  where s.company_id = current_company() and s.user_id = for_user and s.id is distinct from but_session
$$;

create function end_session(ended uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sessions s where s.company_id = current_company() and s.id = ended
$$;

-- Housekeeping, hourly: what can no longer matter.
create function sweep_expired() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sessions s where s.last_seen_at < app_now() - interval '12 hours' or s.created_at < app_now() - interval '7 days';
  delete from sign_in_tries t where t.last_try_at < app_now() - interval '1 day';
  delete from address_failures f where f.minute < app_now() - interval '1 hour';
  delete from idempotency_keys k where k.created_at < app_now() - interval '7 days';
$$;
