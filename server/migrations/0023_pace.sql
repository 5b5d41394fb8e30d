-- The pace of sending in columns of their own: one row for the installation, and what is different for a company.

create table installation_pace (
  is_the_row boolean primary key default true check (is_the_row),
  -- Hours of Managua; the same one twice is no quiet time.
  quiet_from_hour int not null check (quiet_from_hour between 0 and 23),
  quiet_to_hour int not null check (quiet_to_hour between 0 and 23),
  -- Between two messages of a company.
  known_least_ms int not null check (known_least_ms >= 0),
  known_most_ms int not null check (known_most_ms >= 0),
  -- Before the next client who has never written nor read.
  first_least_ms int not null check (first_least_ms >= 0),
  first_most_ms int not null check (first_most_ms >= 0),
  -- Such clients a day: on the first day, and at most.
  first_contacts_per_day int not null check (first_contacts_per_day >= 0),
  first_contacts_most int not null check (first_contacts_most >= 0),
  -- How long a message may be on its way before its outcome counts as unknown.
  lease_ms int not null check (lease_ms > 0)
);

insert into installation_pace (
  quiet_from_hour, quiet_to_hour, known_least_ms, known_most_ms, first_least_ms, first_most_ms, first_contacts_per_day,
  first_contacts_most, lease_ms)
select (p ->> 'quietFromHour')::numeric, (p ->> 'quietToHour')::numeric, (p ->> 'knownLeastMs')::numeric,
       (p ->> 'knownMostMs')::numeric, (p ->> 'firstLeastMs')::numeric, (p ->> 'firstMostMs')::numeric,
       (p ->> 'firstContactsPerDay')::numeric, (p ->> 'firstContactsMost')::numeric, (p ->> 'leaseMs')::numeric
from (select default_pace() || coalesce((select t.pace from gateway_turns t where t.name = 'messages'), '{}') as p) known;
delete from gateway_turns where name = 'messages';
alter table gateway_turns drop column pace;

-- Null is as the installation. The column `pace` stays for servers of the version before, which read it.
alter table whatsapp_sessions
  add column quiet_from_hour int check (quiet_from_hour between 0 and 23),
  add column quiet_to_hour int check (quiet_to_hour between 0 and 23),
  add column known_least_ms int check (known_least_ms >= 0),
  add column known_most_ms int check (known_most_ms >= 0),
  add column first_least_ms int check (first_least_ms >= 0),
  add column first_most_ms int check (first_most_ms >= 0),
  add column first_contacts_per_day int check (first_contacts_per_day >= 0),
  add column first_contacts_most int check (first_contacts_most >= 0),
  add column lease_ms int check (lease_ms > 0);
update whatsapp_sessions set
  quiet_from_hour = (pace ->> 'quietFromHour')::numeric, quiet_to_hour = (pace ->> 'quietToHour')::numeric,
  known_least_ms = (pace ->> 'knownLeastMs')::numeric, known_most_ms = (pace ->> 'knownMostMs')::numeric,
  first_least_ms = (pace ->> 'firstLeastMs')::numeric, first_most_ms = (pace ->> 'firstMostMs')::numeric,
  first_contacts_per_day = (pace ->> 'firstContactsPerDay')::numeric,
  first_contacts_most = (pace ->> 'firstContactsMost')::numeric, lease_ms = (pace ->> 'leaseMs')::numeric
where pace <> '{}';

drop function random_ms (jsonb, text);
