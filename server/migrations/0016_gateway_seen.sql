-- WhatsApp as a real gateway was seen to behave: names that hide a number, phones that unlink us, connections that fail and
-- come back by themselves, and reasons that are kept until they are no more.

-- What WhatsApp calls a chat by where it keeps the number to itself, and the number behind it; null while it has to be asked for.
create table chat_aliases (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  alias text not null check (alias ~ '^[0-9]{1,20}@lid$'),
  phone text check (phone ~ '^[0-9]{8,15}$'),
  -- That its writer asked for no more messages before the number was known.
  wants_none boolean not null default false,
  asks int not null default 0,
  next_ask_at timestamptz,
  primary key (company_id, alias)
);
call tenant_table('chat_aliases', 'select, insert, update');
create index on chat_aliases (company_id, next_ask_at) where next_ask_at is not null;
grant select, update on chat_aliases to casillero_definer;

alter table whatsapp_sessions
  add column linked_phone text,
  -- Since when the status is this one; status_at is the time of the latest word about it.
  add column status_since timestamptz not null default clock_timestamp(),
  -- The status before a failure, which tells what failed: a code that was not scanned, a phone, the way to WhatsApp.
  add column failed_from text,
  -- That WhatsApp refused the phone's keys: no restart helps, only a new QR.
  add column is_unlinked boolean not null default false,
  -- Why the last thing that was asked of the gateway was not done, until another one is.
  add column problem text,
  -- Tries to bring it back since it last worked, and when the next one is due.
  add column tries int not null default 0,
  add column next_try_at timestamptz,
  -- When the gateway last began it anew because we asked.
  add column begun_at timestamptz;
update whatsapp_sessions set status_since = coalesce(status_at, status_since);
update whatsapp_sessions set next_try_at = clock_timestamp() + interval '2 minutes'
where status = 'FAILED' and linked_at is not null;

-- How long a connection that failed is left alone before the next try, by the number of tries before it.
create function try_pause(tries int) returns interval language sql immutable as $$
  select coalesce((array['2 minutes', '10 minutes', '30 minutes']::interval[])[tries + 1], interval '1 hour')
$$;

-- What a change of status means, from every source: the poll, an event or a wish that was carried out.
create function note_status() returns trigger language plpgsql as $$
begin
  new.status_since := clock_timestamp();
  if new.status = 'WORKING' then
    new.problem := null;
    new.is_unlinked := false;
    new.tries := 0;
    new.next_try_at := null;
  elsif new.status = 'SCAN_QR_CODE' then
    -- What shows a QR is linked to no phone any more, and without one there is nothing to bring back.
    new.linked_at := null;
    new.linked_name := null;
    new.linked_phone := null;
    new.problem := null;
    new.is_unlinked := false;
    new.tries := 0;
    new.next_try_at := null;
  elsif new.status = 'STARTING' then
    new.next_try_at := null;
  elsif new.status = 'FAILED' then
    new.failed_from := old.status;
    -- Out of reach of WhatsApp the gateway tries for two minutes; what fails at once was refused.
    new.is_unlinked := old.linked_at is not null and old.status = 'STARTING'
      and coalesce(old.begun_at > clock_timestamp() - interval '30 seconds', false);
    new.next_try_at := case when old.linked_at is not null and not new.is_unlinked
                            then clock_timestamp() + try_pause(old.tries) end;
  end if;
  return new;
end $$;
create trigger note_status before update of status on whatsapp_sessions for each row
  when (old.status is distinct from new.status) execute function note_status();

grant create on schema public to casillero_definer;
set local role casillero_definer;

-- What one poll of the gateway says of all sessions: [{name, status, me, phone, barredUntil}]. Sessions it does not know are
-- stopped. A linked phone whose session stays so, failed or starts without end is brought back when its next try is due.
create or replace function apply_gateway_sessions(seen jsonb, revive_ms int) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update whatsapp_sessions s
  set status = coalesce(g.status, 'STOPPED'),
      status_at = clock_timestamp(),
      linked_name = coalesce(g.me, s.linked_name),
      linked_phone = coalesce(g.phone, s.linked_phone),
      linked_at = case when g.status = 'WORKING' then coalesce(s.linked_at, clock_timestamp()) else s.linked_at end,
      next_first_contact_at = greatest(s.next_first_contact_at, g."barredUntil"),
      qr = case when g.status = 'SCAN_QR_CODE' then s.qr end,
      -- The gateway was away and is back: what it could not do before it may be able to do now.
      problem = case when s.error is null then s.problem end,
      next_try_at = case when s.error is null or s.problem is null then s.next_try_at end,
      error = null,
      updated_at = clock_timestamp()
  from whatsapp_sessions own
  left join jsonb_to_recordset(seen) as g (name text, status text, me text, phone text, "barredUntil" timestamptz)
    on g.name = own.name
  where s.company_id = own.company_id and s.id = own.id and s.wanted is null
    and (s.status <> coalesce(g.status, 'STOPPED') or s.error is not null
         or s.linked_name is distinct from coalesce(g.me, s.linked_name)
         or s.linked_phone is distinct from coalesce(g.phone, s.linked_phone)
         or g."barredUntil" > s.next_first_contact_at);
  update whatsapp_sessions s
  set next_try_at = clock_timestamp() + try_pause(s.tries)
  where s.status = 'STARTING' and s.wanted is null and s.linked_at is not null and s.next_try_at is null
    and s.status_since <= clock_timestamp() - interval '130 seconds';
  update whatsapp_sessions s
  set wanted = case when s.status = 'STOPPED' then 'start' else 'restart' end,
      tries = s.tries + 1, next_try_at = null, status = 'STARTING', status_at = clock_timestamp(), updated_at = clock_timestamp()
  where s.wanted is null and s.linked_at is not null and not s.is_unlinked
    and case s.status
          when 'STOPPED' then s.status_since <= clock_timestamp() - revive_ms * interval '1 millisecond'
                              and coalesce(s.next_try_at <= clock_timestamp(), true)
          when 'FAILED' then s.next_try_at <= clock_timestamp()
          when 'STARTING' then s.next_try_at <= clock_timestamp()
        end
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
reset role;

-- The turn to poll the gateway; it comes more often while a phone is being linked, which a person waits for.
create function take_poll_turn(every_ms int, linking_ms int) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select take_gateway_turn('poll', case when exists (
    select from whatsapp_sessions s
    where s.qr_wanted_until > clock_timestamp() and s.status in ('STARTING', 'SCAN_QR_CODE') and s.wanted is null
  ) then least(every_ms, linking_ms) else every_ms end)
$$;

-- A name whose number is not known and may be asked for now; after five questions it is left alone.
create function claim_alias() returns table (company_id uuid, alias text, session_name text)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  update chat_aliases a
  set asks = a.asks + 1,
      next_ask_at = clock_timestamp()
        + (array['1 minute', '10 minutes', '1 hour', '1 day']::interval[])[a.asks + 1]
  where (a.company_id, a.alias) = (
    select c.company_id, c.alias from chat_aliases c
    join whatsapp_sessions s on s.company_id = c.company_id and s.status = 'WORKING' and s.error is null
    join companies owner on owner.id = c.company_id and owner.status = 'active'
    where c.next_ask_at <= clock_timestamp()
    order by c.next_ask_at limit 1
    for update of c skip locked
  )
  returning a.company_id, a.alias, (select s.name from whatsapp_sessions s where s.company_id = a.company_id)
$$;

alter function take_poll_turn owner to casillero_definer;
alter function claim_alias owner to casillero_definer;
revoke create on schema public from casillero_definer;
