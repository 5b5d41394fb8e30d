-- Sign-in tries that count where they come from, sessions that know it too, and one more look at the caller before a commit.

-- Written by newer servers; a session that an older server starts has neither.
alter table sessions
  add column address text,
  add column user_agent text check (length(user_agent) <= 300);

-- Failures by what was typed, known or not, and by where from: a network, a device that had signed this user in before, or
-- `all` for all of them together.
create table sign_in_failures (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  identifier text not null,
  origin text not null,
  failures int not null check (failures between 1 and 1000000),
  failed_at timestamptz not null,
  primary key (company_id, identifier, origin)
);
create index on sign_in_failures (failed_at);
call tenant_table('sign_in_failures', '');

-- Where a user has signed in before: networks as text, devices as `device ` and a hash.
create table known_origins (
  company_id uuid not null default current_company(),
  user_id uuid not null,
  origin text not null check (length(origin) <= 100),
  seen_at timestamptz not null,
  primary key (company_id, user_id, origin),
  foreign key (company_id, user_id) references users (company_id, id) on delete restrict
);
call tenant_table('known_origins', '');

grant select, insert, update, delete on sign_in_failures, known_origins to casillero_definer;

-- How long an origin waits after its last failure: from failure number `free` on 1, 2, 4, 8, 16 and then 30 seconds.
create function sign_in_delay(failures int, free int) returns interval language sql immutable as $$
  select case when failures < free then interval '0'
    else least(power(2, least(failures - free, 5)), 30) * interval '1 second' end
$$;

-- The user of the host's company who signs in with one of these keys; the same for every function below.
create function user_of_sign_in(for_company uuid, login_keys text[])
returns table (user_id uuid, password_hash text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select u.id, u.password_hash from users u
  where u.company_id = for_company and u.deleted_at is null and u.status = 'active'
    and (lower(u.email) = any (login_keys) or u.phone = any (login_keys))
  -- Of two phones that differ by the 505 alone, the one that was typed.
  order by (lower(u.email) = any (login_keys)) desc nulls last, array_position(login_keys, u.phone), u.id
  limit 1
$$;

create function knows_device(host_subdomain text, login_keys text[], device text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from companies c
    cross join lateral user_of_sign_in(c.id, login_keys) u
    join known_origins k on k.company_id = c.id and k.user_id = u.user_id and k.origin = device
    where c.subdomain = host_subdomain and c.status = 'active'
  )
$$;

-- Takes note of a try before the password is checked, so that tries at the same moment count too. Gives the seconds to wait
-- when there were too many, else the user's hash when there is such a user; `origin` is what the try counts against.
create function try_sign_in(host_subdomain text, typed text, login_keys text[], network text, device text)
returns table (wait_seconds int, company_id uuid, user_id uuid, password_hash text, origin text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
#variable_conflict use_column
declare
  at timestamptz := app_now();
  knows_device boolean := false;
  knows_network boolean := false;
  is_attacked boolean;
  free int := 5;
begin
  wait_seconds := 0;
  origin := network;
  select c.id into company_id from companies c where c.subdomain = host_subdomain and c.status = 'active';
  select u.user_id, u.password_hash into user_id, password_hash from user_of_sign_in(try_sign_in.company_id, login_keys) u;
  select coalesce(bool_or(k.origin = device), false), coalesce(bool_or(k.origin = network), false)
    into knows_device, knows_network
  from known_origins k
  where k.company_id = try_sign_in.company_id and k.user_id = try_sign_in.user_id and k.origin in (device, network);
  if knows_device then
    -- Strangers behind the same address cannot keep this user waiting.
    origin := device;
  else
    select greatest(1, ceil(extract(epoch from f.minute + interval '1 minute' - at)))::int into wait_seconds
    from address_failures f
    where f.address = network and f.minute > at - interval '1 minute' and f.failures >= 20;
    if found then
      return next;
      return;
    end if;
    wait_seconds := 0;
  end if;
  if company_id is null then
    return next;
    return;
  end if;
  select exists (
    select from sign_in_failures t
    where t.company_id = try_sign_in.company_id and t.identifier = typed and t.origin = 'all'
      and t.failures >= 20 and t.failed_at > at - interval '10 minutes'
  ) into is_attacked;
  -- Under attack a stranger's address has one try; this user's own ones have as many as ever.
  if is_attacked and not knows_device and not knows_network then
    free := 1;
  end if;
  insert into sign_in_failures as t (company_id, identifier, origin, failures, failed_at)
  values (try_sign_in.company_id, typed, try_sign_in.origin, 1, at)
  on conflict on constraint sign_in_failures_pkey do update
    set failures = least(t.failures + 1, 1000000), failed_at = excluded.failed_at
    where t.failed_at + sign_in_delay(t.failures, free) <= at;
  if not found then
    select greatest(1, ceil(extract(epoch from t.failed_at + sign_in_delay(t.failures, free) - at)))::int into wait_seconds
    from sign_in_failures t
    where t.company_id = try_sign_in.company_id and t.identifier = typed and t.origin = try_sign_in.origin;
  end if;
  return next;
end $$;

-- The password was wrong, or there is no such user: counts for the network, and for the identifier from everywhere.
create function note_failed_sign_in(for_company uuid, typed text, network text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into address_failures as f (address, minute, failures) values (network, app_now(), 1)
  on conflict (address) do update set
    failures = case when f.minute > app_now() - interval '1 minute' then f.failures + 1 else 1 end,
    minute = case when f.minute > app_now() - interval '1 minute' then f.minute else app_now() end;
  insert into sign_in_failures as t (company_id, identifier, origin, failures, failed_at)
  select for_company, typed, 'all', 1, app_now() where for_company is not null
  on conflict (company_id, identifier, origin) do update set
    failures = case when t.failed_at > app_now() - interval '10 minutes' then least(t.failures + 1, 1000000) else 1 end,
    failed_at = app_now();
$$;

-- The password was right: forget the tries from there, know the place, start the session. No row: the user or the company
-- ended meanwhile.
create function start_session(
  for_company uuid, for_user uuid, typed text, from_origin text, checked_hash text, new_token_hash bytea,
  network text, device text, from_address text, agent text)
returns table (session_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  at timestamptz := app_now();
  name text;
begin
  select u.full_name into name from users u join companies c on c.id = u.company_id
  where u.company_id = for_company and u.id = for_user and u.deleted_at is null and u.status = 'active'
    and u.password_hash = checked_hash and c.status = 'active'
  for share of u;
  if not found then
    return;
  end if;
  delete from sign_in_failures t where t.company_id = for_company and t.identifier = typed and t.origin = from_origin;
  insert into known_origins as k (company_id, user_id, origin, seen_at)
  select for_company, for_user, place, at from unnest(array[network, device]) place where place is not null order by place
  on conflict (company_id, user_id, origin) do update set seen_at = excluded.seen_at;
  -- A user who travels does not gather places for ever.
  delete from known_origins k where k.company_id = for_company and k.user_id = for_user and k.origin in (
    select o.origin from known_origins o where o.company_id = for_company and o.user_id = for_user
    order by o.seen_at desc, o.origin offset 20);
  insert into sessions as s (company_id, user_id, token_hash, address, user_agent)
  values (for_company, for_user, new_token_hash, from_address, left(agent, 300))
  returning s.id into session_id;
  perform set_config('app.company_id', for_company::text, true), set_config('app.user_id', for_user::text, true);
  perform write_audit('sessions', 'insert', for_company, session_id, name, null,
                      jsonb_strip_nulls(jsonb_build_object('ip_address', from_address, 'user_agent', left(agent, 300))));
  return next;
end $$;

-- A new password makes an end of the tries at the old one; asked inside the user's company.
create function forget_sign_in_failures(identifiers text[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sign_in_failures t where t.company_id = current_company() and t.identifier = any (identifiers);
  delete from sign_in_tries t where t.company_id = current_company() and t.identifier = any (identifiers);
$$;

-- A call may have waited for a lock: before its commit its caller is looked at once more. Raises when the session has ended
-- meanwhile, or its user became another kind; a session that this very transaction ended is no surprise.
create function confirm_caller(in_company uuid, called_session uuid, called_as text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  type_now text;
begin
  select u.type into type_now
  from sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.id = s.company_id
  where s.company_id = in_company and s.id = called_session
    and u.status = 'active' and u.deleted_at is null and c.status = 'active';
  if type_now is null then
    if current_setting('app.ended_session', true) = called_session::text then
      return;
    end if;
    raise exception 'the session ended while its call was waiting' using errcode = 'CS401';
  end if;
  if type_now <> called_as then
    raise exception 'the rights changed while the call was waiting' using errcode = 'CS403';
  end if;
end $$;

grant create on schema public to casillero_definer;
set local role casillero_definer;
create or replace function end_session(ended uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select set_config('app.ended_session', ended::text, true);
  delete from sessions s where s.company_id = current_company() and s.id = ended
$$;

create or replace function sweep_expired() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sessions s where s.last_seen_at < app_now() - interval '12 hours' or s.created_at < app_now() - interval '7 days';
  delete from sign_in_tries t where t.last_try_at < app_now() - interval '1 day';
  delete from sign_in_failures t where t.failed_at < app_now() - interval '1 day';
  delete from known_origins k where k.seen_at < app_now() - interval '90 days';
  delete from address_failures f where f.minute < app_now() - interval '1 hour';
  delete from idempotency_keys k where k.created_at < app_now() - interval '7 days';
$$;

-- Called by older servers alone, as complete_sign_in and fail_sign_in are; the exponent is capped, because beyond 1,028
-- failures the power had no room in its type and the right password was refused.
create or replace function begin_sign_in(host_subdomain text, typed text, login_keys text[], from_address text)
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
  set failures = least(tries + 1, 1000000),
      blocked_until = case when tries + 1 >= 5
        then at + least(power(2, least(tries - 4, 5)), 30) * interval '1 second' end
  where t.company_id = begin_sign_in.company_id and t.identifier = typed;
  select u.id, u.password_hash into user_id, password_hash
  from users u
  where u.company_id = begin_sign_in.company_id and u.deleted_at is null and u.status = 'active'
    and (lower(u.email) = any (login_keys) or u.phone = any (login_keys))
  order by (lower(u.email) = any (login_keys)) desc nulls last
  limit 1;
  return next;
end $$;

reset role;
alter function user_of_sign_in owner to casillero_definer;
alter function knows_device owner to casillero_definer;
alter function try_sign_in owner to casillero_definer;
alter function note_failed_sign_in owner to casillero_definer;
alter function start_session owner to casillero_definer;
alter function forget_sign_in_failures owner to casillero_definer;
alter function confirm_caller owner to casillero_definer;
revoke create on schema public from casillero_definer;
-- The hash of a password is for the functions above alone.
set local role casillero_definer;
revoke execute on function user_of_sign_in from casillero_app;
reset role;
