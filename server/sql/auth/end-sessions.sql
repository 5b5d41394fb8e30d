-- The ends of sessions.

set local role casillero_definer;

-- Devices on which a user need not take the second step, and sign-ins that wait for it.
create or replace function end_trust_of(of_user uuid) returns void language sql as $$
  delete from trusted_devices d where d.company_id = current_company() and d.user_id = of_user;
  delete from sign_in_tickets t where t.company_id = current_company() and t.user_id = of_user;
$$;

-- The live sessions of the user who asks, the one seen last first.
create or replace function own_sessions()
returns table (id uuid, address text, user_agent text, created_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 5 as $$
  select s.id, s.address, s.user_agent, s.created_at, s.last_seen_at
  from sessions s
  where s.company_id = current_company() and s.user_id = current_user_id()
    and s.last_seen_at > app_now() - interval '12 hours' and s.created_at > app_now() - interval '7 days'
  order by s.last_seen_at desc, s.id desc
$$;

-- Ends sessions of the user who asks: the one that is named, or all but that one, or all. Gives how many, each in the log.
create or replace function end_own_sessions(only_session uuid, but_session uuid, called_session uuid) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ended record;
  name text;
  count int := 0;
begin
  select u.full_name into name from users u where u.company_id = current_company() and u.id = current_user_id();
  if only_session is null then
    perform end_trust_of(current_user_id());
  end if;
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

-- Ends sessions of a user of the own company; all but one when that one is named.
create or replace function end_sessions_of(for_user uuid, but_session uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sessions s
  where s.company_id = current_company() and s.user_id = for_user and s.id is distinct from but_session;
  select end_trust_of(for_user);
$$;

-- What a person has by which calls are made as that person: sessions, all but one when that one is named, and access tokens.
create or replace function count_access_of(for_user uuid, but_session uuid) returns table (sessions int, access_tokens int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select
    (select count(*) from sessions s
     where s.company_id = current_company() and s.user_id = for_user and s.id is distinct from but_session
       and s.last_seen_at > app_now() - interval '12 hours' and s.created_at > app_now() - interval '7 days')::int,
    (select count(*) from access_tokens t
     where t.company_id = current_company() and t.user_id = for_user and t.ended_at is null and t.expires_at > app_now())::int
$$;

create or replace function end_sessions_of_company() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sessions s where s.company_id = current_company();
  delete from trusted_devices d where d.company_id = current_company();
  delete from sign_in_tickets t where t.company_id = current_company();
  update access_tokens t set ended_at = app_now() where t.company_id = current_company() and t.ended_at is null;
$$;

create or replace function end_session(ended uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select set_config('app.ended_session', ended::text, true);
  delete from sessions s where s.company_id = current_company() and s.id = ended
$$;

grant execute on function own_sessions, count_access_of, end_own_sessions, end_sessions_of, end_sessions_of_company, end_session to casillero_app;
