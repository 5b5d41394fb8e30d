-- Of the packages that became ready within 90 days, how many took how many open days from a stage on.
create or replace function measure_arrivals() returns table (shipping_method text, stage text, days int, packages int)
language sql stable as $$
  with calendar as materialized (
    select d.day::date as day, count(*) filter (where is_open_day(k.opening_hours, d.day::date)) over (order by d.day)::int as n
    from companies k, generate_series((app_today() - 200)::timestamp, app_today()::timestamp, interval '1 day') d (day)
    where k.id = current_company()
  ), passed as materialized (
    select s.* from list_stage_days(current_company(), array(
      select p.id from packages p
      where p.company_id = current_company() and p.deleted_at is null and p.created_at > app_now() - interval '180 days')) s
    where s.stage = 3 and s.ready_on > app_today() - 90
  )
  select s.shipping_method, v.stage, e.n - b.n, count(*)::int
  from passed s
  cross join lateral (values ('received', s.received_on), ('left', s.left_on), ('arrived', s.arrived_on)) v (stage, day)
  join calendar b on b.day = v.day
  join calendar e on e.day = s.ready_on
  where v.day <= s.ready_on
  group by 1, 2, 3
$$;

set local role casillero_definer;

-- The companies to measure anew: once a day of Managua, and after an arrival; those longest without come first.
create or replace function list_unmeasured_companies() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 20 as $$
  select k.id from companies k left join arrival_measures m on m.company_id = k.id
  where k.status = 'active'
    and (m.company_id is null or m.is_due or (m.measured_at at time zone 'America/Managua')::date < app_today())
  order by m.measured_at nulls first, k.id
$$;

grant execute on function list_unmeasured_companies to casillero_app;
