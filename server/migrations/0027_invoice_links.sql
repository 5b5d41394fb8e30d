-- An invoice that is shared by a link, and the message that brings it.

-- Of the link the database knows the hash alone. The number names the invoice in the log.
create table invoice_links (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  invoice_id uuid not null,
  company_invoice_id bigint not null,
  token_hash bytea not null check (length(token_hash) = 32),
  created_by uuid not null default current_user_id(),
  created_at timestamptz not null default app_now(),
  revoked_by uuid,
  revoked_at timestamptz,
  primary key (company_id, id),
  unique (company_id, token_hash),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict,
  foreign key (company_id, created_by) references users (company_id, id) on delete restrict,
  foreign key (company_id, revoked_by) references users (company_id, id) on delete restrict,
  check ((revoked_at is null) = (revoked_by is null))
);
create index on invoice_links (company_id, invoice_id);
create index on invoice_links (company_id, created_by);
create index on invoice_links (company_id, revoked_by);

alter table messages
  drop constraint messages_occasion_check,
  add constraint messages_occasion_check check (occasion in ('status', 'shipping', 'correction', 'invoice')),
  -- The address that the text brings: the table above has its hash alone.
  add column link text check (length(link) between 1 and 400);

select set_config('app.audit', 'off', true);
insert into templates (company_id, position, key, title, expires_after, default_content)
select c.id, 8, 'invoice', 'Factura', '48 hours',
  E'Hola {{nombre_cliente}}, esta es su *factura #{{numero_factura}}* por {{total}}.\n\nSaldo pendiente: *{{pendiente}}*\nPuede verla y descargarla aquí: {{enlace}}\n\nGracias por su confianza.'
from companies c
on conflict (company_id, key) do nothing;
select set_config('app.audit', '', true);
