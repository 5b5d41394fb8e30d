-- The days on which a package may be expected. docs/product/packages.md, "Fecha prometida".

-- Whether a company is open on a day; without hours, from Monday to Saturday.
create or replace function is_open_day(hours jsonb, day date) returns boolean language sql immutable parallel safe as $$
  select case when hours is null then extract(isodow from day) <> 7
    else jsonb_typeof(hours -> 'days' -> (extract(isodow from day)::int - 1)) = 'object'
      and not coalesce(hours -> 'closedDates' ? day::text, false) end
$$;

-- The nth open day after a day, of 0 the first one from that day on; null where there is none within a year.
create or replace function add_open_days(hours jsonb, day date, n int) returns date language plpgsql immutable parallel safe as $$
declare
  reached date := case when n = 0 then day - 1 else day end;
  remaining int := greatest(n, 1);
begin
  if jsonb_path_exists(hours, '$.days[*] ? (@.type() == "object")') is false then
    return null;
  end if;
  while remaining > 0 loop
    reached := reached + 1;
    if reached > day + 366 then
      return null;
    end if;
    if is_open_day(hours, reached) then
      remaining := remaining - 1;
    end if;
  end loop;
  return reached;
end $$;

-- The open days after one day, up to another.
create or replace function count_open_days(hours jsonb, after_day date, to_day date) returns int language sql immutable parallel safe as $$
  select count(*)::int from generate_series((after_day + 1)::timestamp, to_day::timestamp, interval '1 day') d (day)
  where is_open_day(hours, d.day::date)
$$;

-- The last open day up to a day; null where there is none in two months.
create or replace function last_open_day(hours jsonb, to_day date) returns date language sql immutable parallel safe as $$
  select max(d.day::date) from generate_series((to_day - 60)::timestamp, to_day::timestamp, interval '1 day') d (day)
  where is_open_day(hours, d.day::date)
$$;

-- How far a package in each status has come: 0 received, 1 left, 2 arrived, 3 ready or beyond. It arrived in the status that the last
-- shipment gave on its arrival, else in the last one before that of what is ready, where there are three.
create or replace function list_status_stages(for_company uuid) returns table (status_id uuid, stage int)
language sql stable rows 8 as $$
  with own as (
    select s.id, s.order_position as place, s.role, s.is_final_status, s.deleted_at from statuses s where s.company_id = for_company
  ), bounds as (
    select min(o.place) as first,
      coalesce(min(o.place) filter (where o.role = 'ready'), min(o.place) filter (where o.is_final_status)) as ready
    from own o where o.deleted_at is null
  ), arrival as (
    select coalesce(
      (select o.place
       from (select c.received_status_id as id from consignments c
             where c.company_id = for_company and c.received_at is not null order by c.received_at desc limit 1) last
       join own o on o.id = last.id where o.place > b.first and o.place < b.ready),
      (select max(o.place) from own o where o.deleted_at is null and o.place < b.ready having count(*) >= 3)) as place
    from bounds b
  )
  select o.id, case
    when o.is_final_status or o.role in ('ready', 'sent') or o.place >= b.ready then 3
    when o.place >= a.place then 2
    when o.place > b.first then 1
    else 0 end
  from own o, bounds b, arrival a
$$;

-- The stage of packages, and the days on which they came to each, out of their history. A day stays unknown where a stage was passed over,
-- or where a package was entered as ready.
create or replace function list_stage_days(for_company uuid, package_ids uuid[])
returns table (package_id uuid, shipping_method text, deleted_at timestamptz, stage int, received_on date, left_on date, arrived_on date, ready_on date)
language sql stable as $$
  with stages as materialized (select * from list_status_stages(for_company))
  select p.id, p.shipping_method, p.deleted_at, coalesce(t.stage, 0),
    (greatest(p.created_at, r.received_at) at time zone 'America/Managua')::date,
    (w.left_at at time zone 'America/Managua')::date,
    (w.arrived_at at time zone 'America/Managua')::date,
    (w.ready_at at time zone 'America/Managua')::date
  from unnest(package_ids) given (id)
  -- Each is found by its id: for many the planner would read all packages.
  cross join lateral (
    select x.id, x.shipping_method, x.status_id, x.created_at, x.deleted_at from packages x
    where x.company_id = for_company and x.id = given.id offset 0
  ) p
  left join stages t on t.status_id = p.status_id
  left join receptions r on r.company_id = for_company and r.package_id = p.id and r.undone_at is null
  cross join lateral (
    select max(h.created_at) filter (where a.stage = 1 and coalesce(b.stage, 0) = 0) as left_at,
      max(h.created_at) filter (where a.stage = 2 and coalesce(b.stage, 0) < 2) as arrived_at,
      max(h.created_at) filter (where a.stage = 3 and b.stage < 3) as ready_at
    from package_status_changes h
    left join stages a on a.status_id = h.to_status_id
    left join stages b on b.status_id = h.from_status_id
    where h.company_id = for_company and h.package_id = p.id
  ) w
$$;

-- Says of packages when they may be expected: from the stage that they are in, or from the day on which their shipment is expected, else
-- from a stage before. What was said stands until a package comes to another stage.
create or replace function keep_promises(for_company uuid, package_ids uuid[]) returns void language sql as $$
  -- In one order and before the rows of promises: what moves a package holds it first.
  select p.id from packages p where p.company_id = for_company and p.id = any(package_ids) order by p.id for key share;
  insert into package_promises as w (company_id, package_id, first_method, first_from, first_to, shipping_method, stage, counted_from,
                                     from_on, to_on, is_held)
  select for_company, d.package_id, d.shipping_method, s.from_on, s.to_on, d.shipping_method, c.stage, c.day, s.from_on, s.to_on, false
  from companies k
  join arrival_measures m on m.company_id = k.id and m.days <> '{}'
  cross join list_stage_days(k.id, package_ids) d
  left join lateral (
    select g.expected_on, l.lost_at is not null as is_lost, g.state in ('open', 'in_transit') as is_coming
    from consignment_packages l join consignments g on g.company_id = l.company_id and g.id = l.consignment_id
    where l.company_id = k.id and l.package_id = d.package_id and l.removed_at is null
  ) g on true
  cross join lateral (
    select v.stage, v.day, (q.found ->> 'half')::int as half, (q.found ->> 'most')::int as most
    from (values
      (3, 'arrived', case when d.stage = 2 then d.arrived_on end),
      (2, 'arrived', case when d.stage < 2 and g.is_coming then g.expected_on end),
      (1, 'left', case when d.stage >= 1 then d.left_on end),
      (0, 'received', d.received_on)) v (place, stage, day)
    cross join lateral (select m.days -> d.shipping_method -> v.stage as found) q
    where v.day is not null and q.found is not null
    order by v.place desc limit 1
  ) c
  cross join lateral (
    -- Each day is looked at once, wherever it stands above.
    select add_open_days(k.opening_hours, c.day, c.half) as from_on, add_open_days(k.opening_hours, c.day, c.most) as to_on offset 0
  ) s
  left join package_promises o on o.company_id = k.id and o.package_id = d.package_id
  where k.id = for_company and d.stage < 3 and d.deleted_at is null and g.is_lost is not true
    and (o.to_on is null or (o.shipping_method, o.stage, o.counted_from) is distinct from (d.shipping_method, c.stage, c.day))
    and c.most - c.half <= case d.shipping_method when 'aereo' then 7 else 12 end and s.to_on >= app_today()
  on conflict (company_id, package_id) do update
    set shipping_method = excluded.shipping_method, stage = excluded.stage, counted_from = excluded.counted_from,
        from_on = excluded.from_on, to_on = excluded.to_on;
  -- What ended, what began again, and what was said of another method.
  update package_promises w
  set ready_on = n.ready_on, gone_on = n.gone_on, is_held = n.is_held,
      missed_days = case when n.ready_on is not distinct from w.ready_on then w.missed_days
        when n.ready_on > w.first_to then count_open_days(k.opening_hours, w.first_to, n.ready_on) end,
      from_on = case when n.is_same then w.from_on end, to_on = case when n.is_same then w.to_on end
  from (
    select d.package_id, case when d.stage = 3 then coalesce(d.ready_on, app_today()) end as ready_on,
      (d.deleted_at at time zone 'America/Managua')::date as gone_on,
      exists (select from consignment_packages l where l.company_id = for_company and l.package_id = d.package_id
              and l.removed_at is null and l.lost_at is not null) as is_held,
      d.shipping_method = o.shipping_method as is_same
    from list_stage_days(for_company, package_ids) d
    cross join lateral (
      select p.shipping_method from package_promises p where p.company_id = for_company and p.package_id = d.package_id offset 0
    ) o
  ) n, companies k
  where k.id = for_company and w.company_id = for_company and w.package_id = n.package_id
    and (w.ready_on is distinct from n.ready_on or w.gone_on is distinct from n.gone_on or w.is_held <> n.is_held
         or not n.is_same and w.to_on is not null)
$$;

drop function if exists keep_coming_promises();

-- Of the next that are on their way, but for what moves just now, of which its move says it. What is older than half a year is not
-- expected any more. Returns the last of them; null at the end.
create or replace function keep_coming_promises(past uuid, most int) returns uuid language plpgsql as $$
declare
  ids uuid[] := array(
    select p.id from packages p left join list_status_stages(current_company()) t on t.status_id = p.status_id
    where p.company_id = current_company() and p.id > past and p.deleted_at is null and coalesce(t.stage, 0) < 3
      and p.created_at > app_now() - interval '180 days'
    order by p.id limit most for key share of p skip locked);
begin
  perform keep_promises(current_company(), ids);
  return ids[most];
end $$;

-- For a company of which nothing is known this is next to nothing: most loads are of such.
create or replace function keep_known_promises(for_company uuid, package_ids uuid[]) returns void language plpgsql as $$
begin
  if exists (select from arrival_measures m where m.company_id = for_company and m.days <> '{}') then
    perform keep_promises(for_company, package_ids);
  end if;
end $$;

create or replace function keep_moved_promises() returns trigger language plpgsql as $$
begin
  perform keep_known_promises(n.company_id, array_agg(distinct n.package_id)) from new_rows n group by n.company_id;
  return null;
end $$;

-- A package that leaves its shipment, comes back to it or is lost.
create or replace function keep_listed_promises() returns trigger language plpgsql as $$
begin
  perform keep_known_promises(n.company_id, array_agg(distinct n.package_id))
  from (
    select c.company_id, c.package_id, c.removed_at, c.lost_at from new_rows c
    except
    select o.company_id, o.package_id, o.removed_at, o.lost_at from old_rows o
  ) n
  group by n.company_id;
  return null;
end $$;

create or replace function keep_changed_promise() returns trigger language plpgsql as $$
begin
  perform keep_known_promises(new.company_id, array[new.id]);
  return null;
end $$;

-- A shipment that is expected on another day, or comes; after an arrival a company is measured anew.
create or replace function keep_shipped_promises() returns trigger language plpgsql as $$
begin
  perform keep_promises(new.company_id, array(
    select l.package_id from consignment_packages l
    where l.company_id = new.company_id and l.consignment_id = new.id and l.removed_at is null));
  update arrival_measures m set is_due = true
  where m.company_id = new.company_id and new.received_at is not null and old.received_at is null;
  return null;
end $$;

grant execute on function is_open_day, add_open_days to casillero_client;
