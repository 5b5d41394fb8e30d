-- A phone is one user's, with and without Nicaragua's 505; and what users see, change and end of their own account.

create function phone_key(phone text) returns text language sql immutable as
$$ select case when phone ~ '^505[0-9]{8}$' then substr(phone, 4) else phone end $$;

alter table users add column phone_key text;

-- Two living users may share a phone already, written differently. No user's data is changed for it: the elder account has
-- the key, the others go without one until their phone is edited, and sign in with the phone as it was typed for them.
alter table users disable trigger user;
update users u set phone_key = phone_key(u.phone)
where u.deleted_at is null and not exists (
  select from users elder
  where elder.company_id = u.company_id and elder.deleted_at is null and elder.id < u.id
    and phone_key(elder.phone) = phone_key(u.phone));
alter table users enable trigger user;

-- The key follows the phone, whatever server writes it; an edit that leaves the phone alone is refused for nothing.
create function keep_phone_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.phone_key := phone_key(new.phone);
  elsif new.phone is distinct from old.phone then
    new.phone_key := phone_key(new.phone);
  else
    new.phone_key := old.phone_key;
  end if;
  return new;
end $$;
create trigger keep_phone_key before insert or update on users for each row execute function keep_phone_key();

-- The new index keeps the old one's name, by which a refusal finds its field.
drop index users_company_id_phone_key;
create unique index users_company_id_phone_key on users (company_id, phone_key) where deleted_at is null;

create or replace function audit_values(r jsonb) returns jsonb language sql immutable as $$
  select r - array['company_id', 'id', 'password_hash', 'full_name', 'search_text', 'client_search_text', 'sort_name',
                   'maritimo', 'aereo', 'version', 'created_at', 'updated_at', 'chat_known_at', 'phone_key']
$$;

-- The live sessions of the user who asks, the one seen last first.
create function own_sessions()
returns table (id uuid, address text, user_agent text, created_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 5 as $$
  select s.id, s.address, s.user_agent, s.created_at, s.last_seen_at
  from sessions s
  where s.company_id = current_company() and s.user_id = current_user_id()
    and s.last_seen_at > app_now() - interval '12 hours' and s.created_at > app_now() - interval '7 days'
  order by s.last_seen_at desc, s.id desc
$$;

-- Ends sessions of the user who asks: the one that is named, or all but that one, or all. Gives how many, each in the log.
create function end_own_sessions(only_session uuid, but_session uuid, called_session uuid) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ended record;
  name text;
  count int := 0;
begin
  select u.full_name into name from users u where u.company_id = current_company() and u.id = current_user_id();
  for ended in
    delete from sessions s
    where s.company_id = current_company() and s.user_id = current_user_id()
      and (only_session is null or s.id = only_session) and s.id is distinct from but_session
    returning s.id, s.address, s.user_agent
  loop
    count := count + 1;
    if ended.id = called_session then
      perform set_config('app.ended_session', ended.id::text, true);
    end if;
    perform write_audit('sessions', 'delete', current_company(), ended.id, name,
                        jsonb_build_object('ip_address', ended.address, 'user_agent', ended.user_agent),
                        jsonb_build_object('ip_address', null, 'user_agent', null));
  end loop;
  return count;
end $$;

-- Takes note of a try at the own password, as try_sign_in does of one from outside. Gives the seconds to wait, 0 for none.
create function try_own_password() returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  at timestamptz := app_now();
  wait_seconds int := 0;
begin
  insert into sign_in_failures as t (company_id, identifier, origin, failures, failed_at)
  values (current_company(), 'user ' || current_user_id(), 'own password', 1, at)
  on conflict on constraint sign_in_failures_pkey do update
    set failures = least(t.failures + 1, 1000000), failed_at = excluded.failed_at
    where t.failed_at + sign_in_delay(t.failures, 5) <= at;
  if not found then
    select greatest(1, ceil(extract(epoch from t.failed_at + sign_in_delay(t.failures, 5) - at)))::int into wait_seconds
    from sign_in_failures t
    where t.company_id = current_company() and t.identifier = 'user ' || current_user_id() and t.origin = 'own password';
  end if;
  return wait_seconds;
end $$;

grant create on schema public to casillero_definer;
alter function own_sessions owner to casillero_definer;
alter function end_own_sessions owner to casillero_definer;
alter function try_own_password owner to casillero_definer;
revoke create on schema public from casillero_definer;
