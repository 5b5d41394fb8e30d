-- Polling the gateway, and what it says of all sessions.

set local role casillero_definer;

create or replace function take_gateway_turn(turn text, every_ms int) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with taken as (
    insert into gateway_turns as t (name, taken_at) values (turn, clock_timestamp())
    on conflict (name) do update set taken_at = clock_timestamp()
    where t.taken_at <= clock_timestamp() - every_ms * interval '1 millisecond'
    returning 1
  )
  select exists (select from taken)
$$;

-- The turn to poll the gateway; it comes more often while a phone is being linked, which a person waits for. A long pause since the last
-- one means that no server ran: what clients wrote then is read afterwards, because the gateway repeats its events for minutes only.
create or replace function take_poll_turn(every_ms int, linking_ms int) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update whatsapp_sessions s set missed_since = begin_missed(s.missed_since, t.taken_at)
  from gateway_turns t
  where t.name = 'poll' and t.taken_at < clock_timestamp() - interval '1 minute' and s.linked_at is not null;
  select take_gateway_turn('poll', case when exists (
    select from whatsapp_sessions s
    where s.qr_wanted_until > clock_timestamp() and s.status in ('STARTING', 'SCAN_QR_CODE') and s.wanted is null
  ) then least(every_ms, linking_ms) else every_ms end)
$$;

-- Said by a server that starts: of what came since the last poll the gateway may have forgotten the events, if it was started anew too.
create or replace function note_server_start() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update whatsapp_sessions s set missed_since = begin_missed(s.missed_since, t.taken_at)
  from gateway_turns t where t.name = 'poll' and s.linked_at is not null
$$;

-- When the gateway was last asked for all sessions; null where none is configured.
create or replace function gateway_polled_at() returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.taken_at from gateway_turns t
  where t.name = 'poll' and not exists (select from gateway_turns n where n.name = 'none' and n.taken_at > t.taken_at)
$$;

-- Said by a server that starts without a gateway: what an earlier one polled does not count any more.
create or replace function note_no_gateway() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into gateway_turns as t (name, taken_at) values ('none', clock_timestamp())
  on conflict (name) do update set taken_at = clock_timestamp()
$$;

-- A session whose missed messages may be read now, since an instant that is told apart from any that is noted while they are read; one server
-- reads them, and again after a minute where that failed, when all others had their turn. Events may fail while all else works: so every session is compared with the
-- gateway's store every five minutes, from where the last reading ended.
create or replace function claim_missed() returns table (company_id uuid, session_name text, since timestamptz)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  with due as materialized (
    select s.company_id as id
    from whatsapp_sessions s
    join companies owner on owner.id = s.company_id and owner.status = 'active'
    left join gateway_turns t on t.name = 'missed ' || s.company_id
    where s.status = 'WORKING' and s.error is null and s.wanted is null
      and (s.missed_since is not null or coalesce(s.compared_at, s.linked_at) < clock_timestamp() - interval '5 minutes')
    order by coalesce(t.taken_at, s.compared_at, s.linked_at)
  ), claimed as materialized (
    select d.id from due d where take_gateway_turn('missed ' || d.id, 60000) limit 1
  )
  update whatsapp_sessions s
  set missed_since = case when s.missed_since is not null then
    least(s.missed_since, date_trunc('milliseconds', s.compared_at) - interval '2 minutes') end
  from claimed where s.company_id = claimed.id
  returning s.company_id, s.name,
    coalesce(s.missed_since, date_trunc('milliseconds', coalesce(s.compared_at, s.linked_at)) - interval '2 minutes')
$$;

create or replace function finish_missed(for_company uuid, read_since timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update whatsapp_sessions s set missed_since = null where s.company_id = for_company and s.missed_since = read_since;
  delete from gateway_turns t where t.name = 'missed ' || for_company
$$;

-- A comparison that finds what no event brought shows that events do not arrive.
create or replace function finish_missed(for_company uuid, read_since timestamptz, has_unheard boolean) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update whatsapp_sessions s
  set compared_at = coalesce((select t.taken_at from gateway_turns t where t.name = 'missed ' || for_company), s.compared_at),
      deaf_since = case when has_unheard and s.missed_since is null then clock_timestamp() else s.deaf_since end
  where s.company_id = for_company;
  select finish_missed(for_company, read_since)
$$;

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
      -- One that worked and was lost, as by a gateway that was started anew, has not failed yet.
      tries = s.tries + case when s.status = 'STOPPED' and s.problem is null
                                  and coalesce(s.begun_at < clock_timestamp() - interval '2 minutes', true) then 0 else 1 end,
      next_try_at = null, status = 'STARTING', status_at = clock_timestamp(), updated_at = clock_timestamp()
  where s.wanted is null and s.linked_at is not null and not s.is_unlinked
    and case s.status
          when 'STOPPED' then s.status_since <= clock_timestamp() - revive_ms * interval '1 millisecond'
                              and coalesce(s.next_try_at <= clock_timestamp(), true)
          when 'FAILED' then s.next_try_at <= clock_timestamp()
          when 'STARTING' then s.next_try_at <= clock_timestamp()
        end
$$;

-- The gateway could not be asked: every session is as good as down, and says why.
create or replace function note_gateway_failure(reason text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update whatsapp_sessions s
  set error = reason, updated_at = clock_timestamp(),
      missed_since = case when s.error is null and s.linked_at is not null and s.status = 'WORKING'
                          then begin_missed(s.missed_since, clock_timestamp()) else s.missed_since end
  where s.error is distinct from reason
$$;

grant execute on function take_gateway_turn, take_poll_turn, note_server_start, gateway_polled_at, apply_gateway_sessions, note_gateway_failure,
  note_no_gateway, claim_missed, finish_missed(uuid, timestamptz), finish_missed(uuid, timestamptz, boolean) to casillero_app;
