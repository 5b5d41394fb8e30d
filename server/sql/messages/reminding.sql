-- The companies whose rule reminds clients of what waits to be picked up; the reminders are written inside each of them.

set local role casillero_definer;

create or replace function list_reminding_companies() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 20 as $$
  select c.id from companies c where c.waiting_reminder_days is not null and c.status = 'active' order by c.id
$$;

grant execute on function list_reminding_companies to casillero_app;
