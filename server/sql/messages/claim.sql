set local role casillero_definer;

-- The next message that may leave: one in flight per company, paced like a person, known chats before cold ones.
create or replace function claim_message(other_pace jsonb)
returns table (
  company_id uuid, message_id uuid, session_name text, phone text, body text, gateway_message_id text, attempts int
)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  found_company uuid;
  found_session uuid;
  found_message uuid;
  is_first boolean;
  own jsonb;
  at timestamptz := clock_timestamp();
begin
  select s.company_id, s.id, next.id, next.is_first, p.own
    into found_company, found_session, found_message, is_first, own
  from whatsapp_sessions s
  join companies c on c.id = s.company_id and c.status = 'active' and (not c.is_demo or other_pace ->> 'isStandIn' = 'true')
  cross join lateral (select default_pace() || other_pace || s.pace as own) p
  cross join lateral (
    select s.next_first_contact_at <= at and first_contacts_left(s.company_id, p.own, s.linked_at) > 0 as are_strangers_met
  ) f
  cross join lateral (
    select m.id, m.to_stranger as is_first
    from messages m
    join clients k on k.company_id = m.company_id and k.id = m.client_id and k.messages_allowed
    where m.company_id = s.company_id and m.state = 'queued' and m.to_stranger <= f.are_strangers_met
      and m.next_at <= at and m.expires_at >= app_now()
      -- One after the other, or news would overtake each other.
      and not exists (
        select from messages o
        where o.company_id = m.company_id and o.client_id = m.client_id and o.state = 'queued' and o.id < m.id
          and o.expires_at >= app_now()
      )
    order by m.to_stranger, m.next_at, m.id
    limit 1
  ) next
  where s.status = 'WORKING' and s.error is null and s.wanted is null and s.next_send_at <= at and s.paused_until <= at
    and not is_quiet((p.own ->> 'quietFromHour')::int, (p.own ->> 'quietToHour')::int)
    and not exists (select from messages f where f.company_id = s.company_id and f.state = 'sending')
  order by s.next_send_at
  limit 1
  for update of s skip locked;
  if not found then
    return;
  end if;
  update whatsapp_sessions s
  set next_send_at = at + random_ms(own, 'known'),
      next_first_contact_at = case when is_first then at + random_ms(own, 'first') else s.next_first_contact_at end
  where s.company_id = found_company and s.id = found_session;
  return query
    update messages m
    set state = 'sending', first_contact_at = case when is_first then at else m.first_contact_at end,
        lease_until = at + interval '1 millisecond' * (own ->> 'leaseMs')::numeric, error = null, updated_at = at
    where m.company_id = found_company and m.id = found_message and m.state = 'queued'
    returning m.company_id, m.id, (select s.name from whatsapp_sessions s where s.company_id = m.company_id), m.phone, m.body,
              m.gateway_message_id, m.attempts;
end $$;

grant execute on function claim_message to casillero_app;
