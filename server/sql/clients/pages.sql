-- The ways into the pages of clients. docs/product/client-pages.md, "Way in".

set local role casillero_definer;

drop function if exists open_tracking(text), open_public_tariffs(text), open_sign_up(text);

-- Opens the company of a host for the rest of the transaction; false where there is none that is open.
create or replace function open_host_company(host_subdomain text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_company uuid;
begin
  select id into found_company from companies where subdomain = host_subdomain and status = 'active';
  if found_company is null then
    return false;
  end if;
  perform set_config('app.company_id', found_company::text, true);
  return true;
end $$;

-- Says whether a link would let its client in now.
create or replace function is_client_link_alive(host_subdomain text, link_hash bytea) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from companies c
    join client_links l on l.company_id = c.id and l.token_hash = link_hash
    where c.subdomain = host_subdomain and c.status = 'active' and l.ended_at is null and l.expires_at > app_now())
$$;

-- Lets a device in by a link, which ends with that; false for a link that is unknown, used, old, ended or another company's.
create or replace function use_client_link(
  host_subdomain text, link_hash bytea, device_hash bytea, device_name text, from_network text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  used client_links;
begin
  update client_links l set ended_at = app_now()
  from companies c
  where c.subdomain = host_subdomain and c.status = 'active' and l.company_id = c.id and l.token_hash = link_hash
    and l.ended_at is null and l.expires_at > app_now()
  returning l.* into used;
  if used.id is null then
    return false;
  end if;
  perform set_config('app.company_id', used.company_id::text, true);
  insert into client_devices (company_id, client_id, casillero, token_hash, name, network, link_by)
  values (used.company_id, used.client_id, used.casillero, device_hash, device_name, from_network,
          case when used.asked_as = 'copy' then
            (select u.full_name from users u where u.company_id = used.company_id and u.id = used.created_by) end);
  return true;
end $$;

-- Lets a device in by the code of a link: `in`, `wrong`, or `wait`. Each try is noted before it is compared: ten wrong ones of a network in
-- an hour, and of each link five by who asked for it or came from there before, five by all others together; of all links of a company
-- sixty an hour by such others, so that a thousand networks guess no more than a few.
create or replace function use_client_code(
  host_subdomain text, phones text[], typed text, own_hash bytea, device_hash bytea, device_name text, from_network text)
returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  at timestamptz := app_now();
  link client_links;
  tried_by text;
begin
  if not open_host_company(host_subdomain) then
    return 'wrong';
  end if;
  insert into sign_in_failures as t (company_id, identifier, origin, failures, failed_at)
  values (current_company(), 'codes of clients', from_network, 1, at)
  on conflict on constraint sign_in_failures_pkey do update
    set failures = case when t.failed_at + interval '1 hour' <= at then 1 else t.failures + 1 end, failed_at = excluded.failed_at
    where t.failures < 10 or t.failed_at + interval '1 hour' <= at;
  if not found then
    return 'wait';
  end if;
  for link in
    select l.* from clients c join client_links l on l.company_id = c.company_id and l.client_id = c.id
    where c.company_id = current_company() and c.phone = any (phones) and c.deleted_at is null
      and l.code_hash is not null and l.ended_at is null and l.expires_at > at
    order by l.id
  loop
    tried_by := case when link.asked_from = from_network or exists (
        select from client_devices d
        where d.company_id = link.company_id and d.client_id = link.client_id and (d.token_hash = own_hash or d.network = from_network))
      then 'own' else 'others' end;
    if tried_by = 'others' then
      insert into sign_in_failures as t (company_id, identifier, origin, failures, failed_at)
      values (link.company_id, 'codes of clients', 'others', 1, at)
      on conflict on constraint sign_in_failures_pkey do update
        set failures = case when t.failed_at + interval '1 hour' <= at then 1 else t.failures + 1 end, failed_at = excluded.failed_at
        where t.failures < 60 or t.failed_at + interval '1 hour' <= at;
      continue when not found;
    end if;
    insert into sign_in_failures as t (company_id, identifier, origin, failures, failed_at)
    values (link.company_id, 'link ' || link.id, tried_by, 1, at)
    on conflict on constraint sign_in_failures_pkey do update
      set failures = t.failures + 1, failed_at = excluded.failed_at where t.failures < 5;
    if found and link.code_hash = sha256(link.token_hash || convert_to(typed, 'UTF8')) then
      update sign_in_failures t set failures = greatest(t.failures - 1, 1)
      where t.company_id = link.company_id and t.identifier = 'codes of clients' and t.origin = from_network;
      return case when use_client_link(host_subdomain, link.token_hash, device_hash, device_name, from_network) then 'in' else 'wrong' end;
    end if;
  end loop;
  return 'wrong';
end $$;

-- As servers of the version before call it.
create or replace function use_client_link(host_subdomain text, link_hash bytea, device_hash bytea, device_name text)
returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select use_client_link(host_subdomain, link_hash, device_hash, device_name, null)
$$;

-- Opens the pages of a device's client: the rest of the transaction is confined to the company and to the client. The time of the
-- last use is kept by the hour, so that most visits write nothing.
create or replace function open_client_pages(host_subdomain text, device_hash bytea)
returns table (device_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  found client_devices;
begin
  select d.* into found
  from companies c
  join client_devices d on d.company_id = c.id and d.token_hash = device_hash
  where c.subdomain = host_subdomain and c.status = 'active' and d.ended_at is null
    and d.created_at > app_now() - interval '180 days';
  if found.id is null then
    return;
  end if;
  perform set_config('app.company_id', found.company_id::text, true),
          set_config('app.client_id', found.client_id::text, true),
          set_config('app.link_by', coalesce(found.link_by, ''), true);
  update client_devices d set last_used_at = app_now()
  where d.company_id = found.company_id and d.id = found.id and d.last_used_at < app_now() - interval '1 hour';
  device_id := found.id;
  return next;
end $$;

-- Names the other clients of an open device, those whose devices live in the same company, by the order of their secrets.
create or replace function note_other_clients(device_hashes bytea[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select set_config('app.other_clients', coalesce((
    select json_agg(json_build_object('hash', encode(h.hash, 'hex'), 'name', concat_ws(' ', c.first_name, c.last_names), 'casillero', c.casillero) order by h.place)
    from unnest(device_hashes) with ordinality h (hash, place)
    join client_devices d on d.company_id = current_company() and d.token_hash = h.hash and d.ended_at is null
      and d.created_at > app_now() - interval '180 days'
    join clients c on c.company_id = d.company_id and c.id = d.client_id
    where c.id <> nullif(current_setting('app.client_id', true), '')::uuid), '[]')::text, true)
$$;

grant execute on function open_host_company, note_other_clients, is_client_link_alive, use_client_link(text, bytea, bytea, text), use_client_link(text, bytea, bytea, text, text),
  use_client_code, open_client_pages to casillero_app;

-- A client whose phone changed, or who is gone, has no way in any more: the phone may have another owner by now. One who is gone does
-- not come either.
create or replace function end_client_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update client_links set ended_at = app_now() where company_id = new.company_id and client_id = new.id and ended_at is null;
  update client_devices set ended_at = app_now() where company_id = new.company_id and client_id = new.id and ended_at is null;
  update announced_pickups set finished_at = app_now()
  where company_id = new.company_id and client_id = new.id and finished_at is null and new.deleted_at is not null;
  return null;
end $$;

create or replace function end_company_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update client_links set ended_at = app_now() where company_id = new.id and ended_at is null;
  update client_devices set ended_at = app_now() where company_id = new.id and ended_at is null;
  return null;
end $$;

grant execute on function end_client_access, end_company_access to session_user;
