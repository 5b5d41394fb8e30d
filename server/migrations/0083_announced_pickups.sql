-- Clients announce that they are on their way to pick up what is ready, and the counter sees who comes.
create table announced_pickups (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  client_id uuid not null,
  casillero text not null,
  created_at timestamptz default app_now() not null,
  counts_from timestamptz not null,
  expires_at timestamptz not null,
  finished_at timestamptz,
  constraint announced_pickups_pkey primary key (company_id, id),
  constraint announced_pickups_check check (expires_at > counts_from),
  constraint announced_pickups_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint announced_pickups_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict
);
create index announced_pickups_company_id_client_id_idx on announced_pickups (company_id, client_id);
create unique index announced_pickups_company_id_client_id_key on announced_pickups (company_id, client_id)
  where finished_at is null;
