-- Clients see their packages, debts and address themselves: links that let them in, and the devices that stay signed in.
alter table companies
  add column us_address text,
  add constraint companies_us_address_check check (length(us_address) between 1 and 500);

create table client_links (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  client_id uuid not null,
  casillero text not null,
  token_hash bytea not null,
  created_by uuid default current_user_id(),
  created_at timestamptz default app_now() not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint client_links_pkey primary key (company_id, id),
  constraint client_links_company_id_token_hash_key unique (company_id, token_hash),
  constraint client_links_token_hash_check check (length(token_hash) = 32),
  constraint client_links_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint client_links_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint client_links_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict
);
create index client_links_company_id_client_id_idx on client_links (company_id, client_id, created_at);
create index client_links_company_id_created_by_idx on client_links (company_id, created_by);

create table client_devices (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  client_id uuid not null,
  casillero text not null,
  token_hash bytea not null,
  name text not null,
  created_at timestamptz default app_now() not null,
  last_used_at timestamptz default app_now() not null,
  ended_at timestamptz,
  ended_by uuid,
  constraint client_devices_pkey primary key (company_id, id),
  constraint client_devices_company_id_token_hash_key unique (company_id, token_hash),
  constraint client_devices_token_hash_check check (length(token_hash) = 32),
  constraint client_devices_name_check check (length(name) between 1 and 60),
  constraint client_devices_check check (ended_by is null or ended_at is not null),
  constraint client_devices_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint client_devices_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint client_devices_company_id_ended_by_fkey
    foreign key (company_id, ended_by) references users(company_id, id) on delete restrict
);
create index client_devices_company_id_client_id_idx on client_devices (company_id, client_id);
create index client_devices_company_id_ended_by_idx on client_devices (company_id, ended_by);

alter table messages
  drop constraint messages_occasion_check,
  add constraint messages_occasion_check
    check (occasion in ('status', 'shipping', 'correction', 'invoice', 'statement', 'reminder', 'waiting', 'access')) not valid;
alter table messages validate constraint messages_occasion_check;
create index messages_company_id_next_at_id_idx2 on messages (company_id, next_at, id)
  where (state = 'queued' and occasion = 'access');

-- The text of companies of before; a new company gets it with its others. It is no change of a user, so the log has none.
select set_config('app.audit', 'off', true);
insert into templates (company_id, position, key, title, expires_after, default_content)
select c.id, 13, 'access', 'Acceso', '30 minutes',
  E'Hola {{nombre_cliente}}, este es el enlace para entrar a *su casillero {{casillero_cliente}}*:\n\n{{enlace}}\n\nVale por 30 minutos y una sola vez. Si no lo pidió, no lo abra.'
from companies c
on conflict (company_id, key) do nothing;
select set_config('app.audit', '', true);
