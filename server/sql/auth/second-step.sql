-- The second step at sign-in. docs/product/second-step.md, "At the sign-in".

set local role casillero_definer;

-- The password was right: gives what is missing yet. `none`: the session may start, because the user has no second step or the device
-- is trusted. `code` and `activate`: a ticket was made. No row: the user or the company ended meanwhile.
create or replace function begin_second_step(
  for_company uuid, for_user uuid, checked_hash text, typed text, from_origin text, network text, device text,
  trusted bytea[], new_ticket_hash bytea, asks_operators boolean)
returns table (purpose text, methods text[], full_name text, may_defer boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
#variable_conflict use_column
declare
  at timestamptz := app_now();
  is_required boolean;
  is_asked boolean;
  first_asked timestamptz;
begin
  purpose := 'none';
  may_defer := false;
  select u.full_name, asks_operators and c.is_operator and u.type = 'admin' into full_name, is_asked
  from users u join companies c on c.id = u.company_id
  where u.company_id = for_company and u.id = for_user and u.deleted_at is null and u.status = 'active'
    and u.password_hash = checked_hash and c.status = 'active'
  for share of u;
  if not found then
    return;
  end if;
  methods := second_step_methods(for_company, for_user);
  is_required := must_have_second_step(for_company, for_user);
  if methods is not null then
    purpose := 'code';
    if exists (select from trusted_devices d where d.company_id = for_company and d.user_id = for_user
               and d.secret_hash = any (trusted) and d.expires_at > at) then
      perform set_config('app.second_step', for_user || ' trusted', true);
      purpose := 'none';
    end if;
  elsif is_required or is_asked then
    purpose := 'activate';
    insert into second_steps as s (company_id, user_id, asked_at) values (for_company, for_user, at)
    on conflict (company_id, user_id) do update set asked_at = coalesce(s.asked_at, excluded.asked_at)
    returning s.asked_at into first_asked;
    may_defer := not is_required and first_asked > at - interval '7 days';
  end if;
  if purpose <> 'none' then
    delete from sign_in_tickets t where t.company_id = for_company and t.user_id = for_user and t.expires_at <= at;
    insert into sign_in_tickets (company_id, ticket_hash, user_id, purpose, identifier, origin, network, device, expires_at)
    values (for_company, new_ticket_hash, for_user, begin_second_step.purpose, typed, from_origin, begin_second_step.network,
            begin_second_step.device, at + case when begin_second_step.purpose = 'code' then interval '5 minutes' else interval '15 minutes' end);
  end if;
  return next;
end $$;

-- Takes note of a try at the second step before it is checked, and gives what it is checked against. Five tries a ticket; a network
-- has its share of failures as at passwords. Ten tries of one origin, and it waits an hour, whatever the tickets; origins that the user
-- never signed in from wait for one another from the tenth on as well. No row: the ticket is used, spent, old, or of another company.
create or replace function try_second_step(hash bytea, host_subdomain text, network text)
returns table (wait_seconds int, company_id uuid, user_id uuid, purpose text, identifier text, tries_left int,
               app_secret bytea, codes_salt bytea, challenge text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
#variable_conflict use_column
declare
  at timestamptz := app_now();
  asked sign_in_tickets;
  place text;
begin
  wait_seconds := 0;
  select t.* into asked from sign_in_tickets t join companies c on c.id = t.company_id
  where c.subdomain = host_subdomain and c.status = 'active'
    and t.ticket_hash = hash and t.expires_at > at and t.tries < 5 and t.purpose <> 'activate';
  if not found then
    return;
  end if;
  if asked.origin not like 'device %' then
    select greatest(1, ceil(extract(epoch from f.minute + interval '1 minute' - at)))::int into wait_seconds
    from address_failures f
    where f.address = network and f.minute > at - interval '1 minute' and f.failures >= 20;
    if found then
      return next;
      return;
    end if;
    wait_seconds := 0;
  end if;
  place := 'second step ' || case when asked.origin like 'device %' then asked.origin else network end;
  if asked.user_id is not null then
    insert into sign_in_failures as t (company_id, identifier, origin, failures, failed_at)
    values (asked.company_id, 'user ' || asked.user_id, place, 1, at)
    on conflict on constraint sign_in_failures_pkey do update
      set failures = case when t.failures < 10 then t.failures + 1 else 1 end, failed_at = excluded.failed_at
      where t.failures < 10 or t.failed_at + interval '1 hour' <= at;
    if not found then
      select greatest(1, ceil(extract(epoch from t.failed_at + interval '1 hour' - at)))::int into wait_seconds
      from sign_in_failures t
      where t.company_id = asked.company_id and t.identifier = 'user ' || asked.user_id and t.origin = place;
      return next;
      return;
    end if;
  end if;
  if asked.user_id is not null and asked.origin not like 'device %' then
    insert into sign_in_failures as t (company_id, identifier, origin, failures, failed_at)
    values (asked.company_id, 'user ' || asked.user_id, 'second step', 1, at)
    on conflict on constraint sign_in_failures_pkey do update
      set failures = least(t.failures + 1, 1000000), failed_at = excluded.failed_at
      where t.failed_at + sign_in_delay(t.failures, 10) <= at;
    if not found then
      select greatest(1, ceil(extract(epoch from t.failed_at + sign_in_delay(t.failures, 10) - at)))::int into wait_seconds
      from sign_in_failures t
      where t.company_id = asked.company_id and t.identifier = 'user ' || asked.user_id and t.origin = 'second step';
      return next;
      return;
    end if;
  end if;
  update sign_in_tickets t set tries = t.tries + 1
  where t.company_id = asked.company_id and t.ticket_hash = hash and t.tries < 5
  returning t.company_id, t.user_id, t.purpose, t.identifier, 5 - t.tries, t.challenge
  into company_id, user_id, purpose, identifier, tries_left, challenge;
  if not found then
    return;
  end if;
  select s.app_secret, s.codes_salt into app_secret, codes_salt
  from second_steps s where s.company_id = asked.company_id and s.user_id = asked.user_id and s.since is not null;
  return next;
end $$;

-- The second step was right: uses up the ticket and what proved it, each once, and starts the session. `used`: a call beside it came
-- first with the same code. No row: the ticket, the user or the company ended meanwhile; the caller rolls back then, and at `used`.
create or replace function finish_second_step(
  hash bytea, host_subdomain text, for_user uuid, method text, counter bigint, used_code bytea, used_passkey uuid,
  trust_hash bytea, new_token_hash bytea, from_network text, from_address text, agent text)
returns table (outcome text, user_id uuid, codes_left int)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
#variable_conflict use_column
declare
  at timestamptz := app_now();
  ended sign_in_tickets;
  checked text;
  name text;
begin
  delete from sign_in_tickets t using companies c
  where c.id = t.company_id and c.subdomain = host_subdomain and t.ticket_hash = hash and t.expires_at > at
    and (t.user_id = for_user or t.user_id is null and method = 'passkey')
  returning t.* into ended;
  if not found then
    return;
  end if;
  user_id := for_user;
  if method = 'app' then
    update second_steps s set app_counter = finish_second_step.counter
    where s.company_id = ended.company_id and s.user_id = for_user and s.app_secret is not null and s.since is not null
      and s.app_counter < finish_second_step.counter;
  elsif method = 'recovery' then
    update recovery_codes r set used_at = at
    where r.company_id = ended.company_id and r.user_id = for_user and r.code_hash = used_code and r.used_at is null;
  elsif method = 'passkey' then
    -- A passkey that is kept by the phone's maker counts nothing and stays at zero.
    update passkeys p set counter = finish_second_step.counter, last_used_at = at
    where p.company_id = ended.company_id and p.user_id = for_user and p.id = used_passkey
      and (p.counter < finish_second_step.counter or p.counter = 0 and finish_second_step.counter = 0);
  end if;
  if not found then
    outcome := 'used';
    return next;
    return;
  end if;
  select u.password_hash, u.full_name into checked, name from users u where u.company_id = ended.company_id and u.id = for_user;
  perform set_config('app.second_step', for_user || ' ' || method, true);
  perform from start_session(ended.company_id, for_user, ended.identifier, ended.origin, checked, new_token_hash,
                             from_network, ended.device, from_address, agent);
  if not found then
    return;
  end if;
  if trust_hash is not null then
    insert into trusted_devices (company_id, user_id, secret_hash, expires_at)
    values (ended.company_id, for_user, trust_hash, at + interval '30 days')
    on conflict on constraint trusted_devices_pkey do update set expires_at = excluded.expires_at;
  end if;
  delete from sign_in_failures t
  where t.company_id = ended.company_id and t.identifier = 'user ' || for_user
    and t.origin in ('second step', 'second step ' || case when ended.origin like 'device %' then ended.origin else from_network end);
  select count(*) into codes_left from recovery_codes r
  where r.company_id = ended.company_id and r.user_id = for_user and r.used_at is null;
  if method = 'recovery' then
    perform write_audit('second_steps', 'update', ended.company_id, for_user, name,
                        jsonb_build_object('recovery_codes', codes_left + 1), jsonb_build_object('recovery_codes', codes_left));
  end if;
  outcome := 'done';
  return next;
end $$;

-- Keeps a wrong code in the log and for its owner.
create or replace function note_wrong_code(for_company uuid, for_user uuid, from_network text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wrong int;
begin
  update second_steps s set wrong_codes = least(s.wrong_codes + 1, 1000000)
  where s.company_id = for_company and s.user_id = for_user returning s.wrong_codes into wrong;
  perform write_audit('second_steps', 'update', for_company, for_user, u.full_name, jsonb_build_object('wrong_codes', wrong - 1),
                      jsonb_build_object('wrong_codes', wrong, 'network', from_network))
  from users u where u.company_id = for_company and u.id = for_user and wrong is not null;
end $$;

-- How many wrong codes there were since this was asked last, inside the user's company.
create or replace function take_wrong_codes(for_user uuid) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with kept as (
    select s.wrong_codes from second_steps s where s.company_id = current_company() and s.user_id = for_user for update
  )
  update second_steps s set wrong_codes = 0 from kept
  where s.company_id = current_company() and s.user_id = for_user returning kept.wrong_codes
$$;

grant execute on function begin_second_step, try_second_step, finish_second_step, note_wrong_code, take_wrong_codes to casillero_app;
