-- The pace of sending.

-- How a person would send: known chats every few seconds, strangers rarely and few a day, nobody at night.
create or replace function default_pace() returns jsonb language sql immutable as $$
  select jsonb_build_object('quietFromHour', 20, 'quietToHour', 7, 'knownLeastMs', 4000, 'knownMostMs', 8000,
                            'firstLeastMs', 30000, 'firstMostMs', 60000, 'firstContactsPerDay', 20, 'firstContactsMost', 150,
                            'leaseMs', 60000)
$$;

-- Whether messages may leave now: quiet hours are Managua's, and may span midnight.
create or replace function is_quiet(from_hour int, to_hour int) returns boolean
language sql stable as $$
  select case
    when from_hour = to_hour then false
    when from_hour < to_hour then h >= from_hour and h < to_hour
    else h >= from_hour or h < to_hour
  end
  from (select extract(hour from app_now() at time zone 'America/Managua')::int as h) t
$$;

-- A random time between a pace's bounds: people do not write at exact intervals.
create or replace function random_ms(pace jsonb, kind text) returns interval
language sql volatile as $$
  select interval '1 millisecond' * ((pace ->> (kind || 'LeastMs'))::numeric
    + random()::numeric * ((pace ->> (kind || 'MostMs'))::numeric - (pace ->> (kind || 'LeastMs'))::numeric))
$$;

-- How many strangers may still be written to today: more each day since the phone was linked, up to the most. One that is
-- back in the queue counts when it is tried again.
create or replace function first_contacts_left(for_company uuid, pace jsonb, linked_at timestamptz) returns numeric
language sql stable as $$
  select least((pace ->> 'firstContactsMost')::numeric,
               (pace ->> 'firstContactsPerDay')::numeric
                 * power(1.2, extract(day from clock_timestamp() - coalesce(linked_at, clock_timestamp()))))
    - (select count(*) from messages m
       where m.company_id = for_company and m.state <> 'queued'
         and m.first_contact_at >= date_trunc('day', clock_timestamp(), 'America/Managua'))
$$;
