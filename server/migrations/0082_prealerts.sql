-- Purchases that clients announce before they arrive.
create table prealerts (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  client_id uuid not null,
  tracking text not null,
  store text,
  description text,
  declared_value numeric(9,2),
  expected_on date,
  claim_note text,
  asked_at timestamptz,
  is_own boolean default false not null,
  search_text text not null,
  created_at timestamptz default app_now() not null,
  updated_at timestamptz default app_now() not null,
  cancelled_at timestamptz,
  version integer default 1 not null,
  constraint prealerts_pkey primary key (company_id, id),
  constraint prealerts_tracking_check check (length(tracking) between 1 and 120),
  constraint prealerts_store_check check (length(store) between 1 and 120),
  constraint prealerts_description_check check (length(description) between 1 and 300),
  constraint prealerts_declared_value_check check (declared_value >= 0 and declared_value <> 'NaN'::numeric),
  constraint prealerts_claim_note_check check (length(claim_note) between 1 and 300),
  constraint prealerts_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint prealerts_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict
);
create index prealerts_company_id_client_id_idx on prealerts (company_id, client_id);
-- A number is announced once, until it is cancelled.
create unique index prealerts_company_id_tracking_key on prealerts (company_id, tracking) where cancelled_at is null;

alter table messages
  drop constraint messages_occasion_check,
  add constraint messages_occasion_check
    check (occasion in ('status', 'shipping', 'correction', 'invoice', 'statement', 'reminder', 'waiting', 'access', 'prealert')) not valid;
alter table messages validate constraint messages_occasion_check;

-- The text of companies of before; a new company gets it with its others. It is no change of a user, so the log has none.
select set_config('app.audit', 'off', true);
insert into templates (company_id, position, key, title, expires_after, default_content)
select c.id, 14, 'prealert', 'Prealerta sin llegar', '48 hours',
  E'Hola {{nombre_cliente}}, usted nos avisó de una compra que *todavía no ha llegado* a Miami.\n\nTracking: {{tracking}}\nTienda: {{tienda}}\nCompra: {{descripcion}}\nSe esperaba: {{fecha_esperada}}\n\n¿Nos confirma el número o nos cuenta qué le dice la tienda?'
from companies c
on conflict (company_id, key) do nothing;
select set_config('app.audit', '', true);
