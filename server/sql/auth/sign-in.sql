-- Signing in: tries that count where they come from.

set local role casillero_definer;

-- The user of the host's company who signs in with one of these keys; the same for every function below.
create or replace function user_of_sign_in(for_company uuid, login_keys text[])
returns table (user_id uuid, password_hash text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select u.id, u.password_hash from users u
  where u.company_id = for_company and u.deleted_at is null and u.status = 'active'
    and (lower(u.email) = any (login_keys) or u.phone = any (login_keys))
  -- Of two phones that differ by the 505 alone, the one that was typed.
  order by (lower(u.email) = any (login_keys)) desc nulls last, array_position(login_keys, u.phone), u.id
  limit 1
$$;

create or replace function knows_device(host_subdomain text, login_keys text[], device text) returns boolean
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
create or replace function try_sign_in(host_subdomain text, typed text, login_keys text[], network text, device text)
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
    -- Other devices behind the same address cannot keep this user waiting.
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
  -- Under attack an unknown address has one try; the user's known ones have as many as ever.
  if is_attacked and not knows_device and not knows_network then
    free := 1;
  end if;
  insert into sign_in_failures as t (company_id, identifier, origin, failures, failed_at)
  values (try_sign_in.company_id, typed, try_sign_in.origin, 1, at)
  on conflict on constraint sign_in_failures_pkey do update
    set failures = least(t.failures + 1, 1000000), failed_at = excluded.failed_at
    -- Of tries at once the later one may have been counted first.
    where least(t.failed_at, at) + sign_in_delay(t.failures, free) <= at;
  if not found then
    select greatest(1, ceil(extract(epoch from t.failed_at + sign_in_delay(t.failures, free) - at)))::int into wait_seconds
    from sign_in_failures t
    where t.company_id = try_sign_in.company_id and t.identifier = typed and t.origin = try_sign_in.origin;
  end if;
  return next;
end $$;

-- The password was wrong, or there is no such user: counts for the network, and for the identifier from everywhere.
create or replace function note_failed_sign_in(for_company uuid, typed text, network text) returns void
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

-- A new password makes an end of the tries at the old one; asked inside the user's company.
create or replace function forget_sign_in_failures(identifiers text[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sign_in_failures t where t.company_id = current_company() and t.identifier = any (identifiers);
  delete from sign_in_tries t where t.company_id = current_company() and t.identifier = any (identifiers);
$$;

-- Takes note of a try at the own password, as try_sign_in does of one from outside. Gives the seconds to wait, 0 for none.
create or replace function try_own_password() returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  at timestamptz := app_now();
  wait_seconds int := 0;
begin
  insert into sign_in_failures as t (company_id, identifier, origin, failures, failed_at)
  values (current_company(), 'user ' || current_user_id(), 'own password', 1, at)
  on conflict on constraint sign_in_failures_pkey do update
    set failures = least(t.failures + 1, 1000000), failed_at = excluded.failed_at
    where least(t.failed_at, at) + sign_in_delay(t.failures, 5) <= at;
  if not found then
    select greatest(1, ceil(extract(epoch from t.failed_at + sign_in_delay(t.failures, 5) - at)))::int into wait_seconds
    from sign_in_failures t
    where t.company_id = current_company() and t.identifier = 'user ' || current_user_id() and t.origin = 'own password';
  end if;
  return wait_seconds;
end $$;

grant execute on function knows_device, try_sign_in, note_failed_sign_in, forget_sign_in_failures, try_own_password to casillero_app;
