-- Passkeys: as the second step, or alone. docs/product/second-step.md, "Passkeys".

set local role casillero_definer;

-- A ticket for a passkey alone: it has no user yet. Gives the seconds to wait where a network has made too many, -1 where the host names
-- no company.
create or replace function make_passkey_ticket(host_subdomain text, hash bytea, new_challenge text, from_network text, from_device text)
returns int language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  at timestamptz := app_now();
  company uuid;
begin
  select c.id into company from companies c where c.subdomain = host_subdomain and c.status = 'active';
  if company is null then
    return -1;
  end if;
  delete from sign_in_tickets t where t.network = from_network and t.expires_at <= at;
  if (select count(*) from sign_in_tickets t where t.network = from_network and t.user_id is null) >= 100 then
    return 60;
  end if;
  insert into sign_in_tickets (company_id, ticket_hash, purpose, identifier, origin, network, device, challenge, expires_at)
  values (company, hash, 'passkey', 'passkey', from_network, from_network, from_device, new_challenge, at + interval '5 minutes');
  return 0;
end $$;

-- Gives the ticket of a password another challenge, and the passkeys that may answer it.
create or replace function challenge_ticket(hash bytea, host_subdomain text, new_challenge text)
returns table (credential_id text, transports text[])
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked sign_in_tickets;
begin
  update sign_in_tickets t set challenge = new_challenge from companies c
  where c.id = t.company_id and c.subdomain = host_subdomain and t.ticket_hash = hash and t.purpose = 'code'
    and t.expires_at > app_now() and t.tries < 5
  returning t.* into asked;
  return query select p.credential_id, p.transports from passkeys p
  where p.company_id = asked.company_id and p.user_id = asked.user_id;
end $$;

create or replace function find_passkey(of_company uuid, credential text)
returns table (id uuid, user_id uuid, public_key bytea, counter bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select p.id, p.user_id, p.public_key, p.counter
  from passkeys p
  join users u on u.company_id = p.company_id and u.id = p.user_id and u.status = 'active' and u.deleted_at is null
  where p.company_id = of_company and p.credential_id = credential
$$;

create or replace function own_passkeys()
returns table (id uuid, name text, credential_id text, transports text[], created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 2 as $$
  select p.id, p.name, p.credential_id, p.transports, p.created_at, p.last_used_at
  from passkeys p where p.company_id = current_company() and p.user_id = current_user_id() order by p.id
$$;

create or replace function offer_own_passkey(new_challenge text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into second_steps as s (company_id, user_id, challenge, challenge_at)
  values (current_company(), current_user_id(), new_challenge, app_now())
  on conflict (company_id, user_id) do update set challenge = excluded.challenge, challenge_at = excluded.challenge_at
$$;

-- Takes the challenge of the offer, once.
create or replace function take_own_challenge() returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  offered text;
begin
  select s.challenge into offered from second_steps s
  where s.company_id = current_company() and s.user_id = current_user_id() and s.challenge_at > app_now() - interval '5 minutes'
  for update;
  update second_steps s set challenge = null, challenge_at = null
  where s.company_id = current_company() and s.user_id = current_user_id();
  return offered;
end $$;

-- As confirm_own_app: gives whether the codes of recovery were kept.
create or replace function keep_own_passkey(
  passkey_name text, credential text, new_public_key bytea, new_counter bigint, new_transports text[], salt bytea, hashes bytea[])
returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  was timestamptz;
  added uuid;
begin
  select s.since into was from second_steps s
  where s.company_id = current_company() and s.user_id = current_user_id() for update;
  insert into passkeys (company_id, user_id, name, credential_id, public_key, counter, transports)
  values (current_company(), current_user_id(), passkey_name, credential, new_public_key, new_counter, new_transports)
  returning passkeys.id into added;
  perform write_audit('passkeys', 'insert', current_company(), added, passkey_name, null, jsonb_build_object('name', passkey_name));
  if was is null then
    update second_steps s set since = app_now() where s.company_id = current_company() and s.user_id = current_user_id();
    perform keep_own_codes(salt, hashes);
    perform audit_second_step(current_user_id(), 'insert', null, '{"method": "passkey"}'::jsonb);
  end if;
  return was is null;
end $$;

create or replace function rename_own_passkey(passkey uuid, new_name text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  old_name text;
begin
  select p.name into old_name from passkeys p
  where p.company_id = current_company() and p.user_id = current_user_id() and p.id = passkey for update;
  if not found then
    return false;
  end if;
  if old_name <> new_name then
    update passkeys p set name = new_name where p.company_id = current_company() and p.id = passkey;
    perform write_audit('passkeys', 'update', current_company(), passkey, new_name, jsonb_build_object('name', old_name),
                        jsonb_build_object('name', new_name));
  end if;
  return true;
end $$;

-- `last`: it is the only second step left besides the codes of recovery, and stays.
create or replace function remove_own_passkey(passkey uuid) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  old_name text;
begin
  -- Two that are removed at once take turns.
  perform from second_steps s where s.company_id = current_company() and s.user_id = current_user_id() for update;
  select p.name into old_name from passkeys p
  where p.company_id = current_company() and p.user_id = current_user_id() and p.id = passkey;
  if not found then
    return 'missing';
  end if;
  if not exists (select from second_steps s
                 where s.company_id = current_company() and s.user_id = current_user_id() and s.app_secret is not null)
     and not exists (select from passkeys p
                     where p.company_id = current_company() and p.user_id = current_user_id() and p.id <> passkey) then
    return 'last';
  end if;
  delete from passkeys p where p.company_id = current_company() and p.id = passkey;
  perform write_audit('passkeys', 'delete', current_company(), passkey, old_name, jsonb_build_object('name', old_name),
                      '{"name": null}'::jsonb);
  return 'removed';
end $$;

grant execute on function make_passkey_ticket, challenge_ticket, find_passkey, own_passkeys, offer_own_passkey, take_own_challenge,
  keep_own_passkey, rename_own_passkey, remove_own_passkey to casillero_app;
