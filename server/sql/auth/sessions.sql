-- Sessions: who a call acts for.

set local role casillero_definer;

drop function if exists counting_session(bytea, text, timestamptz);

-- The session of a token that still counts on this host. The server makes it part of the statement around it.
create or replace function live_session(hash bytea, host_subdomain text, at timestamptz)
returns table (session_id uuid, company_id uuid, is_operator boolean, user_id uuid, user_type text, user_name text,
               denials text[], discount_limit numeric, seen timestamptz)
language sql stable rows 1 as $$
  select s.id, s.company_id, c.is_operator, u.id, u.type, u.full_name, u.denials, u.discount_limit, s.last_seen_at
  from sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.id = s.company_id
  where s.token_hash = hash
    and c.subdomain = host_subdomain
    and c.status = 'active'
    and u.status = 'active' and u.deleted_at is null
    and s.last_seen_at > at - interval '12 hours'
    and s.created_at > at - interval '7 days'
$$;

-- Calls at the same moment do not wait for each other here: one of them moves the limit.
create or replace function note_session_use(hash bytea, at timestamptz) returns void language sql as $$
  update sessions s set last_seen_at = at
  from (select f.id from sessions f where f.token_hash = hash for update skip locked) free
  where s.token_hash = hash and s.id = free.id;
$$;

-- Token → company, user and rights; confines the transaction to that company. No row: not signed in.
create or replace function open_session(hash bytea, host_subdomain text)
returns table (session_id uuid, company_id uuid, is_operator boolean, user_id uuid, user_type text, user_name text,
               denials text[], discount_limit numeric)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  at timestamptz := app_now();
  seen timestamptz;
begin
  select * into session_id, company_id, is_operator, user_id, user_type, user_name, denials, discount_limit, seen
  from live_session(hash, host_subdomain, at);
  if not found then
    return;
  end if;
  perform set_config('app.company_id', company_id::text, true), set_config('app.user_id', user_id::text, true);
  -- Once a minute is exact enough for a limit of twelve hours, and spares a write on every call.
  if seen < at - interval '1 minute' and current_setting('transaction_read_only') = 'off' then
    perform note_session_use(hash, at);
  end if;
  return next;
end $$;

-- A read travels with its session in one packet and is a transaction of its own, in which nothing can be written. It says what
-- open_session says without calling it: a call within a call is work that every read would pay for.
create or replace function open_reading(hash bytea, host_subdomain text)
returns table (session_id uuid, company_id uuid, is_operator boolean, user_id uuid, user_type text, user_name text,
               denials text[], discount_limit numeric)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  at timestamptz := app_now();
  seen timestamptz;
begin
  select * into session_id, company_id, is_operator, user_id, user_type, user_name, denials, discount_limit, seen
  from live_session(hash, host_subdomain, at);
  if found then
    -- Statements of a read that travel together are one transaction, which is closed to writes once the first of them has begun.
    if seen < at - interval '1 minute' and current_setting('transaction_read_only') = 'off' then
      perform note_session_use(hash, at);
    end if;
    perform set_config('app.company_id', company_id::text, true), set_config('app.user_id', user_id::text, true),
            set_config('transaction_read_only', 'on', true);
    return next;
  else
    perform set_config('transaction_read_only', 'on', true);
  end if;
end $$;

-- The same for servers of the version before, which ask for the restrictions apart.
create or replace function begin_session(hash bytea, host_subdomain text)
returns table (session_id uuid, company_id uuid, is_operator boolean, user_id uuid, user_type text, user_name text)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select o.session_id, o.company_id, o.is_operator, o.user_id, o.user_type, o.user_name from open_session(hash, host_subdomain) o
$$;

create or replace function begin_reading(hash bytea, host_subdomain text)
returns table (session_id uuid, company_id uuid, is_operator boolean, user_id uuid, user_type text, user_name text)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select o.session_id, o.company_id, o.is_operator, o.user_id, o.user_type, o.user_name from open_reading(hash, host_subdomain) o
$$;

create or replace function restrictions_of_user(for_user uuid) returns table (denials text[], discount_limit numeric)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select u.denials, u.discount_limit from users u where u.company_id = current_company() and u.id = for_user
$$;

-- The password was right: forget the tries from there, know the place, start the session. No row: the user or the company
-- ended meanwhile.
create or replace function start_session(
  for_company uuid, for_user uuid, typed text, from_origin text, checked_hash text, new_token_hash bytea,
  network text, device text, from_address text, agent text)
returns table (session_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  at timestamptz := app_now();
  name text;
  step text := case when current_setting('app.second_step', true) like for_user || ' %'
    then split_part(current_setting('app.second_step', true), ' ', 2) end;
begin
  select u.full_name into name from users u join companies c on c.id = u.company_id
  where u.company_id = for_company and u.id = for_user and u.deleted_at is null and u.status = 'active'
    and u.password_hash = checked_hash and c.status = 'active'
  for share of u;
  if not found then
    return;
  end if;
  -- A server of the version before knows no second step, and starts no session where one is due.
  if step is null and (second_step_methods(for_company, for_user) is not null or must_have_second_step(for_company, for_user)) then
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
                      jsonb_strip_nulls(jsonb_build_object('ip_address', from_address, 'user_agent', left(agent, 300), 'second_step', step)));
  return next;
end $$;

-- A call may have waited for a lock: before its commit its caller is looked at once more. Raises when the session has ended
-- meanwhile, or its user became another kind; a session that this very transaction ended is no surprise.
create or replace function confirm_caller(in_company uuid, called_session uuid, called_as text) returns void
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

grant execute on function open_session, open_reading, begin_session, begin_reading, restrictions_of_user, start_session, confirm_caller to casillero_app;
