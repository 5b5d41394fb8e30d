-- Access tokens: programs that call as a person.

set local role casillero_definer;

-- As open_session, for a token: a person who was deactivated or deleted has none that counts, and one that only reads makes the
-- whole transaction read only.
create or replace function open_session_of_token(hash bytea, host_subdomain text)
returns table (session_id uuid, company_id uuid, is_operator boolean, user_id uuid, user_type text, user_name text,
               denials text[], discount_limit numeric, token_name text, is_read_only boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  at timestamptz := app_now();
  used timestamptz;
begin
  select t.id, t.company_id, c.is_operator, u.id, u.type, u.full_name, u.denials, u.discount_limit, t.name, t.is_read_only,
      t.last_used_at
    into session_id, company_id, is_operator, user_id, user_type, user_name, denials, discount_limit, token_name, is_read_only, used
  from access_tokens t
  join users u on u.company_id = t.company_id and u.id = t.user_id
  join companies c on c.id = t.company_id
  where t.token_hash = hash
    and c.subdomain = host_subdomain
    and c.status = 'active'
    and u.status = 'active' and u.deleted_at is null
    and t.ended_at is null and t.expires_at > at;
  if not found then
    return;
  end if;
  perform set_config('app.company_id', company_id::text, true), set_config('app.user_id', user_id::text, true),
          set_config('app.token_name', token_name, true);
  -- Once a minute, as of a session, and without waiting for a call beside it.
  if coalesce(used < at - interval '1 minute', true) and current_setting('transaction_read_only') = 'off' then
    update access_tokens t set last_used_at = at
    from (select f.id from access_tokens f where f.token_hash = hash for update skip locked) free
    where t.token_hash = hash and t.id = free.id;
  end if;
  if is_read_only then
    perform set_config('transaction_read_only', 'on', true);
  end if;
  return next;
end $$;

create or replace function open_reading_of_token(hash bytea, host_subdomain text)
returns table (session_id uuid, company_id uuid, is_operator boolean, user_id uuid, user_type text, user_name text,
               denials text[], discount_limit numeric, token_name text, is_read_only boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
begin
  return query select * from open_session_of_token(hash, host_subdomain);
  perform set_config('transaction_read_only', 'on', true);
end $$;

-- The same for servers of the version before.
create or replace function begin_session_of_token(hash bytea, host_subdomain text)
returns table (session_id uuid, company_id uuid, is_operator boolean, user_id uuid, user_type text, user_name text,
               token_name text, is_read_only boolean)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select o.session_id, o.company_id, o.is_operator, o.user_id, o.user_type, o.user_name, o.token_name, o.is_read_only
  from open_session_of_token(hash, host_subdomain) o
$$;

create or replace function begin_reading_of_token(hash bytea, host_subdomain text)
returns table (session_id uuid, company_id uuid, is_operator boolean, user_id uuid, user_type text, user_name text,
               token_name text, is_read_only boolean)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select o.session_id, o.company_id, o.is_operator, o.user_id, o.user_type, o.user_name, o.token_name, o.is_read_only
  from open_reading_of_token(hash, host_subdomain) o
$$;

-- As confirm_caller: a call may have waited for a lock while its token was revoked.
create or replace function confirm_caller_of_token(in_company uuid, called_token uuid, called_as text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  type_now text;
begin
  -- A revocation waits for the commit that follows at once, so that none comes after it. What only reads can lock nothing.
  if current_setting('transaction_read_only') = 'off' then
    perform from access_tokens t where t.company_id = in_company and t.id = called_token for share;
  end if;
  select u.type into type_now
  from access_tokens t
  join users u on u.company_id = t.company_id and u.id = t.user_id
  join companies c on c.id = t.company_id
  where t.company_id = in_company and t.id = called_token and t.ended_at is null
    and u.status = 'active' and u.deleted_at is null and c.status = 'active';
  if type_now is null then
    raise exception 'the token ended while its call was waiting' using errcode = 'CS401';
  end if;
  if type_now <> called_as then
    raise exception 'the rights changed while the call was waiting' using errcode = 'CS403';
  end if;
end $$;

-- What a token has left at a later moment; a clock that was put back gives nothing.
create or replace function token_calls_at(calls_left real, counted_at timestamptz, at timestamptz, burst real, per_second real)
returns real language sql immutable as $$
  select least(burst, calls_left + greatest(0, extract(epoch from at - counted_at)) * per_second)::real
$$;

-- Counts a call of a token, which has `burst` of them after a rest and gets `per_second` back. Gives the seconds to wait, 0 for none.
-- A token that does not exist or has ended is not counted: the session that it opens is refused.
create or replace function take_token_call(hash bytea, burst real, per_second real) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  at timestamptz := app_now();
  wait_seconds int;
begin
  -- A count that a crash takes away need not be on the disk before the call goes on.
  perform set_config('synchronous_commit', 'off', true);
  insert into token_calls as c (token_hash, calls_left, counted_at)
  select hash, burst - 1, at from access_tokens t where t.token_hash = hash and t.ended_at is null
  on conflict (token_hash) do update
    set calls_left = token_calls_at(c.calls_left, c.counted_at, at, burst, per_second) - 1,
        counted_at = greatest(c.counted_at, at)
    where token_calls_at(c.calls_left, c.counted_at, at, burst, per_second) >= 1;
  if found then
    return 0;
  end if;
  select greatest(1, ceil((1 - token_calls_at(c.calls_left, c.counted_at, at, burst, per_second)) / per_second))::int
    into wait_seconds
  from token_calls c
  where c.token_hash = hash and token_calls_at(c.calls_left, c.counted_at, at, burst, per_second) < 1;
  return coalesce(wait_seconds, 0);
end $$;

-- Tokens, trusted devices and sign-ins that wait for their second step end with the sessions of their person: deactivated, deleted, of another type, with another e-mail or another password. The
-- trigger does it, so that no way to change a person forgets them.
create or replace function end_tokens_of_user() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update access_tokens t set ended_at = app_now()
  where t.company_id = new.company_id and t.user_id = new.id and t.ended_at is null;
  delete from trusted_devices d where d.company_id = new.company_id and d.user_id = new.id;
  delete from sign_in_tickets t where t.company_id = new.company_id and t.user_id = new.id;
  return null;
end $$;

grant execute on function open_session_of_token, open_reading_of_token, begin_session_of_token, begin_reading_of_token, confirm_caller_of_token, take_token_call to casillero_app;
grant execute on function end_tokens_of_user to session_user;
