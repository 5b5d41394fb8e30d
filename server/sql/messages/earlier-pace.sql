-- What servers of the version before call, whose pace is one jsonb with these names. It goes with the column `pace` of
-- whatsapp_sessions, in the version after.

create or replace function default_pace() returns jsonb language sql immutable as $$
  select jsonb_build_object('quietFromHour', 20, 'quietToHour', 7, 'knownLeastMs', 4000, 'knownMostMs', 8000,
                            'firstLeastMs', 30000, 'firstMostMs', 60000, 'firstContactsPerDay', 20, 'firstContactsMost', 150,
                            'leaseMs', 60000)
$$;

create or replace function first_contacts_left(for_company uuid, pace jsonb, linked_at timestamptz) returns numeric
language sql stable as $$
  select first_contacts_left(for_company, (pace ->> 'firstContactsPerDay')::int, (pace ->> 'firstContactsMost')::int, linked_at)
$$;

-- The pace that such a server is configured with, as if it were one of this version.
create or replace function set_earlier_pace(other_pace jsonb) returns void
language sql as $$
  select set_installation_pace(
    (p ->> 'quietFromHour')::int, (p ->> 'quietToHour')::int, (p ->> 'knownLeastMs')::int, (p ->> 'knownMostMs')::int,
    (p ->> 'firstLeastMs')::int, (p ->> 'firstMostMs')::int, (p ->> 'firstContactsPerDay')::int,
    (p ->> 'firstContactsMost')::int, (p ->> 'leaseMs')::int)
  from (select default_pace() || other_pace as p) known
$$;

set local role casillero_definer;

create or replace function known_pace() returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_object(
    'quietFromHour', p.quiet_from_hour, 'quietToHour', p.quiet_to_hour, 'knownLeastMs', p.known_least_ms,
    'knownMostMs', p.known_most_ms, 'firstLeastMs', p.first_least_ms, 'firstMostMs', p.first_most_ms,
    'firstContactsPerDay', p.first_contacts_per_day, 'firstContactsMost', p.first_contacts_most, 'leaseMs', p.lease_ms)
  from installation_pace p
$$;

create or replace function claim_message(other_pace jsonb)
returns table (
  company_id uuid, message_id uuid, session_name text, phone text, body text, gateway_message_id text, attempts int
)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
begin
  perform set_earlier_pace(other_pace);
  return query select * from claim_next_message((other_pace ->> 'isStandIn')::boolean);
end $$;

create or replace function settle_messages(installation_pace jsonb) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select set_earlier_pace(installation_pace);
  select settle_waiting_messages((installation_pace ->> 'isStandIn')::boolean);
$$;

grant execute on function known_pace, claim_message, settle_messages to casillero_app;
