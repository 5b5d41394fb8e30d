-- What packages are found by, in a table of its own: the index over it is the largest of all, and on the packages every change of a
-- status or a price wrote it anew.
create table package_search_texts (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  package_id uuid not null,
  company_package_id bigint not null check (company_package_id > 0),
  text text not null,
  primary key (company_id, package_id),
  foreign key (company_id, package_id) references packages (company_id, id) on delete restrict
);

-- No server adds or changes a package until the trigger stands that keeps the texts.
lock table packages in share row exclusive mode;
insert into package_search_texts (company_id, package_id, company_package_id, text)
select p.company_id, p.id, p.company_package_id, p.search_text || p.client_search_text from packages p where p.deleted_at is null;

-- In the order of the list, for words that many packages have.
alter table package_search_texts add unique (company_id, company_package_id);
create index package_search_texts_words on package_search_texts using gin (company_id, text gin_trgm_ops);
drop index packages_search;
