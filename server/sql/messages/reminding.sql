-- The companies whose rule, or whose notice of storage, reminds clients of what waits to be picked up; the reminders are written inside each of them.

set local role casillero_definer;

create or replace function list_reminding_companies() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 20 as $$
  select c.id from companies c
  where c.status = 'active' and (c.waiting_reminder_days is not null or exists (
    select from charges g
    where g.company_id = c.id and g.charge_kind = 'storage' and g.notice_days is not null and g.is_active and g.deleted_at is null))
  order by c.id
$$;

grant execute on function list_reminding_companies to casillero_app;
