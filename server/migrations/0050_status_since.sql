-- Since when a package is in its status, for the list that is ordered and filtered by it. It is the last entry of the history that led
-- to the status; a package that came with its status, or with none, has it since it exists.

-- As a generated column, which becomes an ordinary one at once, all packages are written in one pass over the table. That pass leaves
-- room on each page for the versions that the history gives: they stay on their page, and no index is written.
alter table packages set (fillfactor = 48);
alter table packages add column status_since timestamptz not null generated always as (created_at) stored;
alter table packages alter column status_since drop expression, alter column status_since set default app_now();
alter table packages reset (fillfactor);

-- No package changes for people: the log, the versions and the walls have nothing to say to it.
alter table packages disable trigger user;
update packages p set status_since = h.since
from (
  select c.company_id, c.package_id, c.to_status_id, max(c.created_at) as since
  from package_status_changes c group by c.company_id, c.package_id, c.to_status_id
) h
where h.company_id = p.company_id and h.package_id = p.id and h.to_status_id is not distinct from p.status_id
  and h.since > p.status_since;
alter table packages enable trigger user;

-- Each status by itself: the first rows of all of them are the first of each, merged.
create index packages_of_status_since on packages (company_id, status_id, status_since, company_package_id) where deleted_at is null;
