-- Whose number it is. docs/product/conversations.md, "Numbers".

-- The digits under which a number may be stored: as it is, and with or without the code of Nicaragua.
create or replace function number_keys(number text) returns text[] language sql immutable as $$
  select case when number ~ '^505[0-9]{8}$' then array[number, substr(number, 4)]
              when number ~ '^[0-9]{8}$' then array[number, '505' || number]
              else array[number] end
$$;

-- The clients whose number it is: those who have it as their phone, else those whose second phone it is and who proved it.
create or replace function list_number_owners(of_company uuid, number text) returns table (client_id uuid, is_first boolean)
language sql stable as $$
  with firsts as (
    select c.id from clients c
    where c.company_id = of_company and c.deleted_at is null and c.phone = any (number_keys(number))
  )
  select f.id, true from firsts f
  union all
  select c.id, false from clients c
  where c.company_id = of_company and c.deleted_at is null and c.second_phone = any (number_keys(number))
    and c.second_phone_proven_at is not null and not exists (select from firsts)
$$;

-- Gives the chats with these numbers to the one client whose number each is; of several to the one that staff chose, else to none.
create or replace function settle_conversations(of_company uuid, numbers text[]) returns void language sql as $$
  update conversations v
  set client_id = s.owner, is_client_chosen = v.is_client_chosen and v.client_id is not distinct from s.owner
  from (
    select w.id, case when cardinality(o.ids) = 1 then o.ids[1] when w.is_client_chosen and w.client_id = any (o.ids) then w.client_id end as owner
    from conversations w
    cross join lateral (select array_agg(l.client_id) as ids from list_number_owners(of_company, w.phone) l) o
    where w.company_id = of_company and w.phone = any (select unnest(number_keys(n)) from unnest(numbers) n)
  ) s
  where v.company_id = of_company and v.id = s.id and v.client_id is distinct from s.owner
$$;

-- Six characters that are not taken for each other.
create or replace function make_phone_code() returns text language sql volatile as $$
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + get_byte(r.bytes, i) % 32, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) r, generate_series(0, 5) i
$$;

set local role casillero_definer;

-- A second phone is proven as long as the number stays, its client lives and no client has it as their phone; until then it has a code.
create or replace function keep_second_phone() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_other boolean := true;
begin
  if tg_op = 'UPDATE' then
    is_other := not number_keys(new.second_phone) && number_keys(old.second_phone);
  end if;
  if is_other and (tg_op = 'INSERT' or new.second_phone_proven_at is not distinct from old.second_phone_proven_at)
    or new.deleted_at is not null or new.phone = any (number_keys(new.second_phone))
  then
    new.second_phone_proven_at := null;
  end if;
  if new.second_phone_proven_at is not null and exists (
    select from list_number_owners(new.company_id, new.second_phone) o where o.is_first
  ) then
    new.second_phone_proven_at := null;
  end if;
  if new.second_phone is null or new.second_phone_proven_at is not null then
    new.second_phone_code := null;
    new.second_phone_code_until := null;
  elsif is_other or coalesce(new.second_phone_code_until <= app_now(), true) then
    new.second_phone_code := make_phone_code();
    new.second_phone_code_until := app_now() + interval '24 hours';
  end if;
  return new;
end $$;

-- Who gets a number as their phone takes it from those who proved it as their second one; its chats go to the client whose it is now.
create or replace function settle_numbers() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.deleted_at is null then
    update clients c set second_phone_proven_at = null
    where c.company_id = new.company_id and c.id <> new.id and c.deleted_at is null
      and c.second_phone = any (number_keys(new.phone)) and c.second_phone_proven_at is not null;
  end if;
  perform settle_conversations(new.company_id, case when tg_op = 'INSERT' then array[new.phone]
                                                    else array[new.phone, new.second_phone, old.phone, old.second_phone] end);
  return null;
end $$;

grant execute on function keep_second_phone, settle_numbers to session_user;
