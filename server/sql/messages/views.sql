-- What may leave now: for each session of a company its pace, what holds its messages back, and the message that is next. The
-- worker claims by it, and the screens say by it why messages wait.
drop view if exists departures;
create view departures with (security_invoker = true) as
select
  s.company_id,
  s.id as session_id,
  c.is_demo,
  s.next_send_at,
  pace.known_least_ms,
  pace.known_most_ms,
  pace.first_least_ms,
  pace.first_most_ms,
  pace.lease_ms,
  pace.quiet_to_hour,
  s.pause_reason,
  hold.is_paused,
  hold.is_quiet,
  hold.are_strangers_barred,
  hold.is_ceiling_reached,
  coalesce(asked.id, next.id) as message_id,
  case when asked.id is null then next.to_stranger else false end as is_first,
  asked.id is not null as is_asked,
  coalesce(asked.to_stranger, false) as is_cold_link,
  coalesce(asked.id, next.id) is not null
    and c.status = 'active' and s.status = 'WORKING' and s.error is null and s.wanted is null
    and s.next_send_at <= statement_timestamp() and not hold.is_paused and (not hold.is_quiet or asked.id is not null)
    and not exists (select from messages f where f.company_id = s.company_id and f.state = 'sending') as may_leave
from whatsapp_sessions s
join companies c on c.id = s.company_id
cross join find_installation_pace() i
cross join lateral (
  select
    coalesce(s.quiet_from_hour, i.quiet_from_hour) as quiet_from_hour,
    coalesce(s.quiet_to_hour, i.quiet_to_hour) as quiet_to_hour,
    coalesce(s.known_least_ms, i.known_least_ms) as known_least_ms,
    coalesce(s.known_most_ms, i.known_most_ms) as known_most_ms,
    coalesce(s.first_least_ms, i.first_least_ms) as first_least_ms,
    coalesce(s.first_most_ms, i.first_most_ms) as first_most_ms,
    coalesce(s.first_contacts_per_day, i.first_contacts_per_day) as first_contacts_per_day,
    coalesce(s.first_contacts_most, i.first_contacts_most) as first_contacts_most,
    coalesce(s.lease_ms, i.lease_ms) as lease_ms
) pace
cross join lateral (
  select
    s.paused_until > statement_timestamp() as is_paused,
    is_quiet(pace.quiet_from_hour, pace.quiet_to_hour) as is_quiet,
    -- Farther away than any pause between two first contacts.
    s.next_first_contact_at > statement_timestamp() + pace.first_most_ms * interval '1 millisecond' as are_strangers_barred,
    first_contacts_left(s.company_id, pace.first_contacts_per_day, pace.first_contacts_most, s.linked_at) <= 0
      as is_ceiling_reached
) hold
-- A link that lets a client in was asked for just now, and an answer goes to a client who wrote: quiet hours, the client's other
-- messages and an opt-out do not hold them. Answers go first, then staff's links; a link for a client who never wrote may be asked for
-- by any caller, so it is last and has a pace of its own.
left join lateral (
  select m.id, m.to_stranger
  from messages m
  where m.company_id = s.company_id and m.state = 'queued' and m.occasion in ('access', 'reply', 'answer', 'welcome', 'phone_added')
    and (m.occasion <> 'welcome' or not m.to_stranger)
    and m.held_at is null and m.unpriced_at is null
    and (not m.to_stranger or s.next_link_at <= statement_timestamp())
    and m.next_at <= statement_timestamp() and m.expires_at >= app_now()
  order by m.to_stranger, m.occasion = 'access', m.event_key like 'asked:%', m.next_at, m.id
  limit 1
) asked on true
left join lateral (
  select m.id, m.to_stranger
  from messages m
  join clients k on k.company_id = m.company_id and k.id = m.client_id and k.messages_allowed
  where asked.id is null and m.company_id = s.company_id and m.state = 'queued' and m.held_at is null and m.unpriced_at is null
    and coalesce(m.occasion, '') not in ('access', 'phone_added')
    and m.to_stranger <= (s.next_first_contact_at <= statement_timestamp() and not hold.is_ceiling_reached)
    and m.next_at <= statement_timestamp() and m.expires_at >= app_now()
    -- One after the other, or news would overtake each other.
    and not exists (
      select from messages o
      where o.company_id = m.company_id and o.client_id = m.client_id and o.state = 'queued' and o.held_at is null and o.unpriced_at is null and o.id < m.id
        and o.expires_at >= app_now() and coalesce(o.occasion, '') not in ('access', 'phone_added')
    )
  -- Known chats before cold ones.
  order by m.to_stranger, m.next_at, m.id
  limit 1
) next on true;

grant select on departures to casillero_app, casillero_definer;
