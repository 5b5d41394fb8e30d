set local role casillero_definer;

-- The ids of the packages that a list shows with these filters, in its order, as the cursor `ids` of the caller's transaction: a file
-- begins with the first of them, where a function that returns rows would gather all before it gives one.
create or replace function open_packages(patterns text[], criteria jsonb) returns refcursor
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ids refcursor := 'ids';
begin
  open ids no scroll for execute format(
    'select p.id from packages p where p.company_id = $1%s%s order by p.company_package_id %s',
    package_clauses(patterns, criteria),
    case when criteria ->> 'statusId' is not null then (
      select format(' and (p.status_id = any(%L::uuid[])%s)', coalesce(array_agg(s) filter (where s <> 'none'), '{}'),
                    case when bool_or(s = 'none') then ' or p.status_id is null' else '' end)
      from jsonb_array_elements_text(criteria -> 'statusId') s) else '' end,
    case criteria ->> 'sort' when 'number' then 'asc' else 'desc' end) using current_company();
  return ids;
end $$;

grant execute on function open_packages to casillero_app;
