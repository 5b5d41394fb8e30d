set local role casillero_definer;

-- The next message that may leave, marked as on its way. A seeded company's leaves through the fake gateway alone.
create or replace function claim_next_message(is_stand_in boolean, takes_files boolean)
returns table (
  company_id uuid, message_id uuid, session_name text, phone text, body text, gateway_message_id text, attempts int
)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  candidates cursor for
    select d.company_id, d.session_id from departures d
    where d.may_leave and (not d.is_demo or is_stand_in)
    order by d.next_send_at;
  next record;
  at timestamptz := clock_timestamp();
begin
  for candidate in candidates loop
    perform from whatsapp_sessions s
    where s.company_id = candidate.company_id and s.id = candidate.session_id
    for update skip locked;
    continue when not found;
    -- Another worker may have sent for it between the look and the lock.
    select d.* into next from departures d
    where d.company_id = candidate.company_id and d.may_leave and (not d.is_demo or is_stand_in);
    continue when not found;
    continue when not takes_files and exists (
      select from messages m where m.company_id = next.company_id and m.id = next.message_id and m.file_id is not null);
    update whatsapp_sessions s
    set next_send_at = at + random_pause(next.known_least_ms, next.known_most_ms) * case when next.is_asked then 0.5 else 1 end,
        next_first_contact_at = case when next.is_first then at + random_pause(next.first_least_ms, next.first_most_ms)
                                     else s.next_first_contact_at end,
        next_link_at = case when next.is_cold_link then at + interval '10 seconds' else s.next_link_at end
    where s.company_id = next.company_id and s.id = next.session_id;
    return query
      update messages m
      set state = 'sending', first_contact_at = case when next.is_first then at else m.first_contact_at end,
          lease_until = at + next.lease_ms * interval '1 millisecond', error = null, updated_at = at
      where m.company_id = next.company_id and m.id = next.message_id and m.state = 'queued'
      returning m.company_id, m.id, (select s.name from whatsapp_sessions s where s.company_id = m.company_id), m.phone,
                m.body, m.gateway_message_id, m.attempts;
    return;
  end loop;
end $$;

-- Called by a server of the version before, which would send the caption without its file.
create or replace function claim_next_message(is_stand_in boolean)
returns table (
  company_id uuid, message_id uuid, session_name text, phone text, body text, gateway_message_id text, attempts int
)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select * from claim_next_message(is_stand_in, false)
$$;

grant execute on function claim_next_message(boolean), claim_next_message(boolean, boolean) to casillero_app;
