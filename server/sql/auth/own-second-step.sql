-- The second step of the user who asks, and its end by others. docs/product/second-step.md, "Mi cuenta".

set local role casillero_definer;

create or replace function audit_second_step(of_user uuid, entry_action text, old_values jsonb, new_values jsonb) returns void
language sql as $$
  select write_audit('second_steps', entry_action, u.company_id, u.id, u.full_name, old_values, new_values)
  from users u where u.company_id = current_company() and u.id = of_user
$$;

-- A ticket with which a user who must have a second step makes one: the transaction acts for that user, without a session. No row where
-- the ticket is old, used, of another company, or for something else.
create or replace function enter_activation(hash bytea, host_subdomain text) returns table (company_id uuid, user_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  asked sign_in_tickets;
begin
  select t.* into asked from sign_in_tickets t
  join companies c on c.id = t.company_id
  join users u on u.company_id = t.company_id and u.id = t.user_id
  where c.subdomain = host_subdomain and c.status = 'active' and u.status = 'active' and u.deleted_at is null
    and t.ticket_hash = hash and t.expires_at > app_now() and t.tries < 5 and t.purpose = 'activate';
  if not found then
    return;
  end if;
  company_id := asked.company_id;
  user_id := asked.user_id;
  perform set_config('app.company_id', company_id::text, true), set_config('app.user_id', user_id::text, true);
  return next;
end $$;

-- Counts a wrong code at the activation against its ticket.
create or replace function note_activation_try(hash bytea) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update sign_in_tickets t set tries = t.tries + 1
  where t.company_id = current_company() and t.user_id = current_user_id() and t.ticket_hash = hash and t.tries < 5
  returning 5 - t.tries
$$;

-- Starts the session of a user who has just made a second step, or who puts it off where that is allowed. False where the ticket
-- was used meanwhile.
create or replace function finish_activation(
  hash bytea, is_put_off boolean, new_token_hash bytea, from_network text, from_address text, agent text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ended sign_in_tickets;
  checked text;
begin
  delete from sign_in_tickets t
  where t.company_id = current_company() and t.user_id = current_user_id() and t.ticket_hash = hash and t.purpose = 'activate'
  returning t.* into ended;
  if not found then
    return false;
  end if;
  if is_put_off then
    perform from second_steps s
    where s.company_id = ended.company_id and s.user_id = ended.user_id and s.asked_at > app_now() - interval '7 days';
    if not found or must_have_second_step(ended.company_id, ended.user_id) then
      return false;
    end if;
  else
    perform set_config('app.second_step', ended.user_id || ' app', true);
  end if;
  select u.password_hash into checked from users u where u.company_id = ended.company_id and u.id = ended.user_id;
  perform from start_session(ended.company_id, ended.user_id, ended.identifier, ended.origin, checked, new_token_hash,
                             from_network, ended.device, from_address, agent);
  return found;
end $$;

-- The facts of a second step that are told; its secrets never are.
create or replace function second_step_of_user(of_user uuid)
returns table (since timestamptz, has_app boolean, passkeys int, codes_left int, is_required boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select s.since, s.app_secret is not null,
    (select count(*) from passkeys p where p.company_id = u.company_id and p.user_id = u.id)::int,
    (select count(*) from recovery_codes r where r.company_id = u.company_id and r.user_id = u.id and r.used_at is null)::int,
    must_have_second_step(u.company_id, u.id)
  from users u left join second_steps s on s.company_id = u.company_id and s.user_id = u.id
  where u.company_id = current_company() and u.id = of_user
$$;

create or replace function is_session_fresh(session uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from sessions s where s.company_id = current_company() and s.user_id = current_user_id()
                 and s.id = session and s.created_at > app_now() - interval '10 minutes')
$$;

create or replace function offer_own_app(secret bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into second_steps as s (company_id, user_id, pending_secret, pending_at)
  values (current_company(), current_user_id(), secret, app_now())
  on conflict (company_id, user_id) do update set pending_secret = excluded.pending_secret, pending_at = excluded.pending_at
$$;

create or replace function own_offered_app() returns bytea
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.pending_secret from second_steps s
  where s.company_id = current_company() and s.user_id = current_user_id() and s.pending_at > app_now() - interval '15 minutes'
$$;

-- New codes take the place of all of before.
create or replace function keep_own_codes(salt bytea, hashes bytea[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from recovery_codes r where r.company_id = current_company() and r.user_id = current_user_id();
  update second_steps s set codes_salt = salt where s.company_id = current_company() and s.user_id = current_user_id();
  insert into recovery_codes (company_id, user_id, code_hash)
  select current_company(), current_user_id(), h from unnest(hashes) h;
$$;

create or replace function renew_own_codes(salt bytea, hashes bytea[]) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  left_before int;
begin
  perform from second_steps s
  where s.company_id = current_company() and s.user_id = current_user_id() and s.since is not null for update;
  if not found then
    return false;
  end if;
  select count(*) into left_before from recovery_codes r
  where r.company_id = current_company() and r.user_id = current_user_id() and r.used_at is null;
  perform keep_own_codes(salt, hashes);
  perform audit_second_step(current_user_id(), 'update', jsonb_build_object('recovery_codes', left_before),
                            jsonb_build_object('recovery_codes', cardinality(hashes)));
  return true;
end $$;

-- The code of the offered application was right. The codes are kept where the user had no second step before; gives whether they were,
-- null where another offer took its place.
create or replace function confirm_own_app(secret bytea, at_counter bigint, salt bytea, hashes bytea[]) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  was timestamptz;
begin
  select s.since into was from second_steps s
  where s.company_id = current_company() and s.user_id = current_user_id() and s.pending_secret = secret for update;
  if not found then
    return null;
  end if;
  update second_steps s
  set app_secret = secret, app_since = app_now(), app_counter = at_counter, pending_secret = null, pending_at = null,
      since = coalesce(s.since, app_now())
  where s.company_id = current_company() and s.user_id = current_user_id();
  if was is null then
    perform keep_own_codes(salt, hashes);
  end if;
  perform audit_second_step(current_user_id(), case when was is null then 'insert' else 'update' end, null,
                            '{"method": "app"}'::jsonb);
  return was is null;
end $$;

-- Takes a user's second step away, with all that proves it or stands for it. False where there was none.
create or replace function drop_second_step(of_user uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  was timestamptz;
begin
  select s.since into was from second_steps s
  where s.company_id = current_company() and s.user_id = of_user for update;
  if was is null then
    return false;
  end if;
  update second_steps s
  set app_secret = null, app_since = null, app_counter = 0, pending_secret = null, pending_at = null, codes_salt = null,
      since = null, challenge = null, challenge_at = null
  where s.company_id = current_company() and s.user_id = of_user;
  delete from recovery_codes r where r.company_id = current_company() and r.user_id = of_user;
  delete from passkeys p where p.company_id = current_company() and p.user_id = of_user;
  perform end_trust_of(of_user);
  perform audit_second_step(of_user, 'delete', jsonb_build_object('second_step_since', was), '{"second_step_since": null}'::jsonb);
  return true;
end $$;

-- The end of a second step by an admin: sessions and access tokens end with it.
create or replace function reset_second_step(of_user uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not drop_second_step(of_user) then
    return false;
  end if;
  perform end_sessions_of(of_user, null);
  update access_tokens t set ended_at = app_now()
  where t.company_id = current_company() and t.user_id = of_user and t.ended_at is null;
  return true;
end $$;

grant execute on function enter_activation, note_activation_try, finish_activation, second_step_of_user, is_session_fresh,
  offer_own_app, own_offered_app, renew_own_codes, confirm_own_app, drop_second_step, reset_second_step to casillero_app;
grant execute on function reset_second_step to session_user;
