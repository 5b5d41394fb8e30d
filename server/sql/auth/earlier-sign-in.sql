-- Signing in as servers of before 0012 do. They may be running beside this one.

set local role casillero_definer;

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

create or replace function fail_sign_in(from_address text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into address_failures as f (address, minute, failures) values (from_address, app_now(), 1)
  on conflict (address) do update set
    failures = case when f.minute > app_now() - interval '1 minute' then f.failures + 1 else 1 end,
    minute = case when f.minute > app_now() - interval '1 minute' then f.minute else app_now() end
$$;

-- The password was right: forget the tries, start the session. No row: the user or the company ended meanwhile.
create or replace function complete_sign_in(for_company uuid, for_user uuid, typed text, checked_hash text, new_token_hash bytea)
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

grant execute on function begin_sign_in, fail_sign_in, complete_sign_in to casillero_app;
