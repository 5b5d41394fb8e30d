-- The package of a pre-alert: the newest living one with its number that is its client's, or whose owner is not known yet. It is looked
-- up and not kept, so that a package that is deleted, corrected or given to another client leaves the pre-alert by itself.
create or replace function announced_package(a prealerts) returns table (id uuid, company_package_id bigint) language sql stable rows 1 as $$
  select p.id, p.company_package_id from packages p
  where p.company_id = a.company_id and p.deleted_at is null and (p.tracking = a.tracking or p.warehouse_tracking = a.tracking)
    and (p.client_id is null or p.client_id = a.client_id)
  order by p.company_package_id desc limit 1
$$;
