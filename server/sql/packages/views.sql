-- What left the house and no invoice asks for: packages in the final status or on their way to their client that are on no live invoice,
-- because theirs was voided, or because they were handed over without one. The few of either kind are read by an index of their own.
drop view if exists unbilled_packages;
create view unbilled_packages with (security_invoker = true) as
select c.company_id, c.package_id
from (
  select i.company_id, i.package_id from invoice_items i where i.voided_at is not null
  union
  select l.company_id, l.package_id from handover_packages l where l.invoice_id is null and l.undone_at is null
) c
join packages p on p.company_id = c.company_id and p.id = c.package_id and p.deleted_at is null
join statuses s on s.company_id = p.company_id and s.id = p.status_id and (s.is_final_status or s.role = 'sent')
where not exists (
  select from invoice_items i where i.company_id = c.company_id and i.package_id = c.package_id and i.voided_at is null
);

grant select on unbilled_packages to casillero_app, casillero_definer;

-- When a package may be expected, for who asks today: never a day that has passed, never of one that is held.
drop view if exists arrival_windows;
create view arrival_windows with (security_invoker = true) as
select w.company_id, w.package_id, least(greatest(w.from_on, add_open_days(k.opening_hours, app_today(), 0)), w.to_on) as from_on, w.to_on
from package_promises w
join companies k on k.id = w.company_id
where w.ready_on is null and w.gone_on is null and not w.is_held and w.to_on >= app_today();

grant select on arrival_windows to casillero_app, casillero_client, casillero_definer;

-- What was to be ready on a day that has passed, and is not; from the next open day on.
drop view if exists late_packages;
create view late_packages with (security_invoker = true) as
select w.company_id, w.package_id, w.from_on, w.to_on
from package_promises w
where w.ready_on is null and w.gone_on is null and not w.is_held
  -- Worked out once: it costs more than all else of a row.
  and w.to_on < (select last_open_day(k.opening_hours, app_today()) from companies k where k.id = current_company());

grant select on late_packages to casillero_app, casillero_definer;
