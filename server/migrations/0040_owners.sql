-- Whose packages are: those without a client, and clients that turned out to be one.

-- The packages without an owner are few of a company's, and their list looks at no others.
create index packages_without_owner on packages (company_id, company_package_id desc) where client_id is null and deleted_at is null;

-- What their labels say is searched for; from now on the server writes it, in this form.
select set_config('app.audit', 'off', true);
update packages p set client_search_text = '|' || named.words || '|'
from (
  select u.company_id, u.id, btrim(lower(regexp_replace(
    regexp_replace(replace(normalize(u.client_package_name, NFKD), '|', '¦'), '[\u0300-\u036f().#''’+–—-]', '', 'g'), '\s+', ' ', 'g'))) as words
  from packages u where u.client_id is null and u.deleted_at is null and u.client_package_name is not null
) named
where p.company_id = named.company_id and p.id = named.id and named.words <> '';
select set_config('app.audit', '', true);

-- A client that was merged into another one is deleted; its mailbox number leads to the other.
alter table clients add column merged_into_id uuid;
alter table clients add column former_casilleros text[] not null default '{}';
alter table clients add foreign key (company_id, merged_into_id) references clients (company_id, id) on delete restrict;
alter table clients add check (merged_into_id is null or deleted_at is not null);
alter table clients add check (merged_into_id <> id);
create index on clients (company_id, merged_into_id);
