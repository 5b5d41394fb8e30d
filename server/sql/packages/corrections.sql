-- What a package was leaves the reports, and what it becomes comes to them, on the day of the change; a deleted one is nothing. On the
-- day of its receipt nothing is kept: it counts as it is at the end of that day.
create or replace function keep_package_correction() returns trigger language plpgsql as $$
begin
  if (old.created_at at time zone 'America/Managua')::date < app_today() then
    insert into package_corrections (company_id, package_id, client_id, shipping_method, pounds, sign, received_at)
    select old.company_id, old.id, c.client_id, c.shipping_method, coalesce(c.weight, 0), c.sign, old.created_at
    from (values (old.client_id, old.shipping_method, old.weight, old.deleted_at, -1),
                 (new.client_id, new.shipping_method, new.weight, new.deleted_at, 1))
      c (client_id, shipping_method, weight, deleted_at, sign)
    where c.deleted_at is null;
  end if;
  return null;
end $$;
