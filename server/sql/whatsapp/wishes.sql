-- What admins want of the gateway, which the worker carries out.

set local role casillero_definer;

-- The next thing an admin asked for; the lease keeps it from being done twice at once.
create or replace function claim_lifecycle(lease_ms int)
returns table (company_id uuid, name text, webhook_token text, hmac_key text, wanted text)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  update whatsapp_sessions s
  set lease_until = clock_timestamp() + claim_lifecycle.lease_ms * interval '1 millisecond'
  where (s.company_id, s.id) = (
    select c.company_id, c.id from whatsapp_sessions c
    join companies owner on owner.id = c.company_id and owner.status = 'active'
    where c.wanted is not null and (c.lease_until is null or c.lease_until < clock_timestamp())
    order by c.updated_at limit 1
    for update of c skip locked
  )
  returning s.company_id, s.name, s.webhook_token, s.hmac_key, s.wanted
$$;

-- What was wished for since then stays a wish. One that could not be carried out says why, and is not tried again at once.
create or replace function finish_lifecycle(for_company uuid, done text, new_status text, problem text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update whatsapp_sessions s
  set wanted = nullif(s.wanted, done), lease_until = null, qr = null, updated_at = clock_timestamp(),
      status = case when finish_lifecycle.problem is null then new_status else 'STOPPED' end,
      status_at = clock_timestamp(), status_since = clock_timestamp(),
      problem = finish_lifecycle.problem,
      next_try_at = case when finish_lifecycle.problem is not null then clock_timestamp() + try_pause(s.tries) end,
      begun_at = case when finish_lifecycle.problem is null then clock_timestamp() else s.begun_at end,
      is_unlinked = s.is_unlinked and not (done = 'logout' and finish_lifecycle.problem is null),
      tries = case when done = 'logout' and finish_lifecycle.problem is null then 0 else s.tries end,
      linked_at = case when done = 'logout' and finish_lifecycle.problem is null then null else s.linked_at end,
      linked_name = case when done = 'logout' and finish_lifecycle.problem is null then null else s.linked_name end,
      linked_phone = case when done = 'logout' and finish_lifecycle.problem is null then null else s.linked_phone end
  where s.company_id = for_company
$$;

-- A session whose QR a user is looking at and whose picture is old.
create or replace function claim_qr(every_ms int) returns table (company_id uuid, name text)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  update whatsapp_sessions s set qr_at = clock_timestamp()
  where (s.company_id, s.id) = (
    select c.company_id, c.id from whatsapp_sessions c
    join companies owner on owner.id = c.company_id and owner.status = 'active'
    where c.status = 'SCAN_QR_CODE' and c.wanted is null and c.qr_wanted_until > clock_timestamp()
      and (c.qr is null or c.qr_at is null or c.qr_at <= clock_timestamp() - every_ms * interval '1 millisecond')
      and (c.qr_at is null or c.qr_at <= clock_timestamp() - least(every_ms, 1000) * interval '1 millisecond')
    order by c.qr_at nulls first limit 1
    for update of c skip locked
  )
  returning s.company_id, s.name
$$;

create or replace function keep_qr(for_company uuid, picture text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update whatsapp_sessions s set qr = picture, updated_at = clock_timestamp()
  where s.company_id = for_company and s.status = 'SCAN_QR_CODE'
$$;

-- Another number is linked: it knows no client yet, and writes to each of them slowly.
create or replace function forget_known() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.known_for is not null then
    perform set_config('app.audit', 'off', true);
    update clients c set chat_known_at = null where c.company_id = new.company_id and c.chat_known_at is not null;
    update messages m set to_stranger = true
    where m.company_id = new.company_id and m.state = 'queued' and not m.to_stranger and m.conversation_id is null;
    perform set_config('app.audit', '', true);
  end if;
  new.known_for := new.linked_phone;
  return new;
end $$;

grant execute on function forget_known to session_user;
grant execute on function claim_lifecycle, finish_lifecycle, claim_qr, keep_qr to casillero_app;
