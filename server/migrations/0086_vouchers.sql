-- Proofs of transfers that clients send, until a clerk registers the payment or refuses it.
create table vouchers (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  client_id uuid not null,
  casillero text not null,
  file_id uuid not null,
  source text not null,
  amount numeric(9,2),
  currency_id uuid,
  reference text,
  state text default 'pending' not null,
  collection_id uuid,
  repeat_reason text,
  reject_reason text,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz default app_now() not null,
  version integer default 1 not null,
  constraint vouchers_pkey primary key (company_id, id),
  constraint vouchers_source_check check (source in ('page', 'conversation')),
  constraint vouchers_amount_check check (amount > 0 and amount <> 'NaN'::numeric),
  constraint vouchers_currency_check check ((amount is null) = (currency_id is null)),
  constraint vouchers_reference_check check (length(reference) between 1 and 120),
  constraint vouchers_state_check check (case state
    when 'pending' then decided_at is null and collection_id is null and reject_reason is null
    when 'accepted' then decided_at is not null and collection_id is not null and reject_reason is null
    when 'rejected' then decided_at is not null and collection_id is null and reject_reason is not null
    else false end),
  constraint vouchers_repeat_reason_check check (length(repeat_reason) between 1 and 200),
  constraint vouchers_reject_reason_check check (length(reject_reason) between 1 and 300),
  constraint vouchers_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint vouchers_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint vouchers_company_id_file_id_fkey
    foreign key (company_id, file_id) references received_files(company_id, id) on delete restrict,
  constraint vouchers_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint vouchers_company_id_collection_id_fkey
    foreign key (company_id, collection_id) references collections(company_id, id) on delete restrict,
  constraint vouchers_company_id_decided_by_fkey
    foreign key (company_id, decided_by) references users(company_id, id) on delete restrict
);
create index vouchers_company_id_client_id_idx on vouchers (company_id, client_id);
create index vouchers_company_id_file_id_idx on vouchers (company_id, file_id);
create index vouchers_company_id_currency_id_idx on vouchers (company_id, currency_id);
create unique index vouchers_company_id_collection_id_key on vouchers (company_id, collection_id);
create index vouchers_company_id_decided_by_idx on vouchers (company_id, decided_by);
create index vouchers_company_id_state_idx on vouchers (company_id, state, id);
-- A reference that a payment has already is found by it.
create index collection_payments_company_id_reference_idx on collection_payments (company_id, reference) where reference is not null;
create index invoice_payments_company_id_reference_idx on invoice_payments (company_id, reference) where reference is not null;

-- The bank accounts into which clients pay, and whether the letter paper of an invoice has them.
alter table companies
  add column payment_accounts jsonb default '[]' not null,
  add column prints_payment_accounts boolean default false not null,
  add constraint companies_payment_accounts_check check (jsonb_typeof(payment_accounts) = 'array');

alter table messages
  drop constraint messages_occasion_check,
  add constraint messages_occasion_check
    check (occasion in ('status', 'shipping', 'correction', 'invoice', 'statement', 'reminder', 'waiting', 'access', 'prealert', 'voucher_accepted', 'voucher_rejected')) not valid;
alter table messages validate constraint messages_occasion_check;

-- The texts of companies of before; a new company gets them with its others. They are no change of a user, so the log has none.
select set_config('app.audit', 'off', true);
insert into templates (company_id, position, key, title, expires_after, default_content)
select c.id, t.position, t.key, t.title, '48 hours', t.content
from companies c, (values
  (15, 'voucher_accepted', 'Comprobante verificado',
   E'Hola {{nombre_cliente}}, verificamos su comprobante y registramos su pago de *{{monto}}*. ¡Gracias!'),
  (16, 'voucher_rejected', 'Comprobante rechazado',
   E'Hola {{nombre_cliente}}, no pudimos registrar el comprobante que nos envió.\n\nMotivo: {{motivo}}\n\nEscríbanos y lo revisamos.')
) as t (position, key, title, content)
on conflict (company_id, key) do nothing;
select set_config('app.audit', '', true);
