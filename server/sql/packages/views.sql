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
