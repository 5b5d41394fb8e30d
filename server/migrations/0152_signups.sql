-- Who may become a client by filling in a form. Companies of before keep making their clients themselves.
alter table companies
  add column sign_up text default 'off' not null,
  add column terms text,
  add constraint companies_sign_up_check check (sign_up in ('off', 'approval', 'automatic')),
  add constraint companies_terms_check check (length(terms) between 1 and 4000);

-- Whether the client asked for it, and since when the client is held, because the number's owner says that they did not.
alter table clients
  add column is_signed_up boolean default false not null,
  add column held_at timestamptz;

-- What a visitor asks for, until their message, a clerk or the sweep ends it.
create table signups (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  state text not null,
  first_name text not null,
  last_names text not null,
  email text,
  city text,
  phone text,
  phone_proven_at timestamptz,
  alias text,
  chat_code text,
  chat_code_until timestamptz,
  accepted_at timestamptz,
  token_hash bytea not null,
  asked_from text not null,
  client_id uuid,
  reject_reason text,
  decided_by uuid,
  decided_at timestamptz,
  sort_name text not null,
  search_text text not null,
  created_at timestamptz default app_now() not null,
  version integer default 1 not null,
  constraint signups_pkey primary key (company_id, id),
  constraint signups_state_check check (case state
    when 'open' then chat_code is not null and decided_at is null
    when 'waiting' then chat_code is null and decided_at is null
    when 'approved' then chat_code is null and decided_at is not null and client_id is not null
    when 'joined' then chat_code is null and decided_at is not null and client_id is not null
    when 'rejected' then chat_code is null and decided_at is not null and reject_reason is not null
    when 'ended' then chat_code is null
    else false end),
  constraint signups_phone_check check (phone ~ '^[0-9]{8,15}$'),
  constraint signups_phone_proven_at_check check (phone_proven_at is null or phone is not null),
  constraint signups_chat_code_check check (chat_code ~ '^[A-HJKMNP-Z2-9]{8}$'),
  constraint signups_chat_code_until_check check ((chat_code is null) = (chat_code_until is null)),
  constraint signups_token_hash_check check (length(token_hash) = 32),
  constraint signups_reject_reason_check check (length(reject_reason) between 1 and 300),
  constraint signups_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint signups_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint signups_company_id_decided_by_fkey
    foreign key (company_id, decided_by) references users(company_id, id) on delete restrict
);
create unique index signups_company_id_chat_code_key on signups (company_id, chat_code);
create unique index signups_company_id_token_hash_key on signups (company_id, token_hash);
create index signups_company_id_client_id_idx on signups (company_id, client_id);
create index signups_company_id_decided_by_idx on signups (company_id, decided_by);
create index signups_company_id_state_idx on signups (company_id, state, id);
create index signups_company_id_asked_from_idx on signups (company_id, asked_from, created_at);
create index signups_company_id_phone_idx on signups (company_id, phone);
-- What waits for its number to be known.
create index signups_alias_idx on signups (company_id, alias) where state = 'waiting' and phone is null;

alter table messages
  drop constraint messages_occasion_check,
  add constraint messages_occasion_check
    check (occasion in ('status', 'shipping', 'correction', 'invoice', 'statement', 'reminder', 'waiting', 'access', 'prealert',
                        'voucher_received', 'voucher_accepted', 'voucher_rejected', 'welcome', 'phone_added', 'reply', 'answer')) not valid;
alter table messages validate constraint messages_occasion_check;

alter table webhooks
  drop constraint webhooks_events_check,
  add constraint webhooks_events_check
    check ((cardinality(events) > 0) and (events <@ array['package.status_changed', 'invoice.created', 'invoice.paid', 'invoice.voided', 'client.created']));

-- The texts of companies of before; a new company gets them with its others. They are no change of a user, so the log has none.
select set_config('app.audit', 'off', true);
insert into templates (company_id, position, key, title, expires_after, default_content)
select c.id, t.position, t.key, t.title, '48 hours', t.content
from companies c, (values
  (19, 'welcome', 'Bienvenida', E'Hola {{nombre_corto}}, ya es cliente de *{{nombre_empresa}}*.\n\nPidió el alta: {{nombre_cliente}}\nSu casillero: *{{casillero_cliente}}*\nSu dirección en Miami, escríbala así al comprar:{{direccion}}\n\nEntre a Mi casillero: {{enlace}}\n\n¿No fue usted? Responda NO.'),
  (20, 'phone_added', 'Teléfono agregado', E'Hola {{nombre_corto}}, agregamos el teléfono {{telefono_agregado}} a su casillero *{{casillero_cliente}}*. Quien lo tiene puede ver sus paquetes y lo que debe.\n\nSi usted no lo pidió, respóndanos por aquí.')
) as t (position, key, title, content)
on conflict (company_id, key) do nothing;
select set_config('app.audit', '', true);
