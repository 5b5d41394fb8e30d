-- The pace of sending: as a person would, known chats every few seconds, first contacts rarely and few a day, none at night.

-- Whether it is quiet now: the hours are Managua's, and may span midnight.
create or replace function is_quiet(from_hour int, to_hour int) returns boolean
language sql stable as $$
  select case
    when from_hour = to_hour then false
    when from_hour < to_hour then h >= from_hour and h < to_hour
    else h >= from_hour or h < to_hour
  end
  from (select extract(hour from app_now() at time zone 'America/Managua')::int as h) t
$$;

-- A random time between two bounds: people do not write at exact intervals.
create or replace function random_pause(least_ms int, most_ms int) returns interval
language sql volatile as $$
  select interval '1 millisecond' * (least_ms + random()::numeric * (most_ms - least_ms))
$$;

-- How many first contacts are still allowed today: more each day since the phone was linked, up to the most. One that is
-- back in the queue counts when it is tried again.
create or replace function first_contacts_left(for_company uuid, per_day int, most int, linked_at timestamptz) returns numeric
language sql stable as $$
  select least(most, per_day * power(1.2, extract(day from clock_timestamp() - coalesce(linked_at, clock_timestamp()))))
    - (select count(*) from messages m
       where m.company_id = for_company and m.state <> 'queued'
         and m.first_contact_at >= date_trunc('day', clock_timestamp(), 'America/Managua'))
$$;

set local role casillero_definer;

create or replace function find_installation_pace() returns installation_pace
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p from installation_pace p
$$;

-- Written by each server as it is configured; all of an installation are configured alike.
create or replace function set_installation_pace(
  from_hour int, to_hour int, known_least int, known_most int, first_least int, first_most int, per_day int, most int, lease int)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update installation_pace p
  set quiet_from_hour = from_hour, quiet_to_hour = to_hour, known_least_ms = known_least, known_most_ms = known_most,
      first_least_ms = first_least, first_most_ms = first_most, first_contacts_per_day = per_day, first_contacts_most = most,
      lease_ms = lease
  where (p.quiet_from_hour, p.quiet_to_hour, p.known_least_ms, p.known_most_ms, p.first_least_ms, p.first_most_ms,
         p.first_contacts_per_day, p.first_contacts_most, p.lease_ms)
    is distinct from (from_hour, to_hour, known_least, known_most, first_least, first_most, per_day, most, lease)
$$;

grant execute on function find_installation_pace, set_installation_pace to casillero_app;
