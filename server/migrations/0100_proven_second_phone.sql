-- A second phone says who writes once it is proven; until then it has a code, which its owner writes from it.
alter table clients
  add column second_phone_proven_at timestamptz,
  add column second_phone_code text,
  add column second_phone_code_until timestamptz,
  add constraint clients_second_phone_proven_check check (second_phone_proven_at is null or second_phone is not null),
  add constraint clients_second_phone_code_check check ((second_phone_code is null) = (second_phone_code_until is null)),
  add constraint clients_second_phone_code_check1 check (second_phone_code ~ '^[A-HJ-NP-Z2-9]{6}$');

-- Whether staff chose the client of a chat, which decides where several have its number.
alter table conversations add column is_client_chosen boolean not null default false;

-- What follows from former entries of the log is no change of a user's.
select set_config('app.audit', 'off', true);

-- A second phone of today is proven where a user wrote it last, no client has it as their phone and no other as their second one.
with written as (
  select distinct on (a.company_id, a.entity_id) a.company_id, a.entity_id, a.user_id, a.at, a.after ->> 'second_phone' as number
  from audit_entries a where a.entity = 'clients' and a.after ? 'second_phone'
  order by a.company_id, a.entity_id, a.at desc, a.id desc
),
living as (
  select c.company_id, c.id, c.phone, c.second_phone,
         regexp_replace(c.phone, '^505([0-9]{8})$', '\1') as first_key, regexp_replace(c.second_phone, '^505([0-9]{8})$', '\1') as second_key
  from clients c where c.deleted_at is null
)
update clients c set second_phone_proven_at = w.at
from written w, living l
where w.company_id = c.company_id and w.entity_id = c.id and w.user_id is not null and w.number = c.second_phone
  and l.company_id = c.company_id and l.id = c.id
  and not exists (select from living f where f.company_id = l.company_id and f.first_key = l.second_key)
  and not exists (select from living o where o.company_id = l.company_id and o.second_key = l.second_key and o.id <> l.id);

-- A client of a chat is the choice of staff where a user changed it last.
with chosen as (
  select distinct on (a.company_id, a.entity_id) a.company_id, a.entity_id, a.user_id, a.after ->> 'client_id' as client
  from audit_entries a where a.entity = 'conversations' and a.after ? 'client_id'
  order by a.company_id, a.entity_id, a.at desc, a.id desc
)
update conversations v set is_client_chosen = true
from chosen s where s.company_id = v.company_id and s.entity_id = v.id and s.user_id is not null and s.client = v.client_id::text;

-- The chats of numbers that no longer say whose they are lose their client.
with owners as (
  select v.company_id, v.id, array_agg(c.id) filter (where c.id is not null) as ids
  from conversations v
  left join lateral (
    with firsts as (
      select k.id from clients k
      where k.company_id = v.company_id and k.deleted_at is null
        and k.phone in (v.phone, regexp_replace(v.phone, '^505([0-9]{8})$', '\1'))
    )
    select f.id from firsts f
    union all
    select k.id from clients k
    where k.company_id = v.company_id and k.deleted_at is null and k.second_phone_proven_at is not null
      and k.second_phone in (v.phone, regexp_replace(v.phone, '^505([0-9]{8})$', '\1')) and not exists (select from firsts)
  ) c on true
  group by v.company_id, v.id
)
update conversations v set client_id = case when cardinality(o.ids) = 1 then o.ids[1] end, is_client_chosen = false
from owners o
where o.company_id = v.company_id and o.id = v.id and v.client_id is not null
  and not coalesce(v.client_id = any (o.ids) and (v.is_client_chosen or cardinality(o.ids) = 1), false);

select set_config('app.audit', '', true);
