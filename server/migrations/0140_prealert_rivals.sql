-- The last other client who announced a number that one client has announced, until a user says whose it is.
alter table prealerts
  add column rival_id uuid,
  add constraint prealerts_company_id_rival_id_fkey
    foreign key (company_id, rival_id) references clients(company_id, id) on delete restrict;
create index prealerts_company_id_rival_id_idx on prealerts (company_id, rival_id) where (rival_id is not null);
