-- WhatsApp sessions and the queue of messages.

create table whatsapp_sessions (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  name text not null,
  webhook_token text not null,
  hmac_key text not null,
  status text default 'STOPPED' not null,
  status_at timestamptz,
  linked_name text,
  linked_at timestamptz,
  error text,
  qr text,
  qr_at timestamptz,
  qr_wanted_until timestamptz,
  wanted text,
  lease_until timestamptz,
  next_send_at timestamptz default '-infinity'::timestamptz not null,
  next_first_contact_at timestamptz default '-infinity'::timestamptz not null,
  paused_until timestamptz default '-infinity'::timestamptz not null,
  pause_reason text,
  pace jsonb default '{}'::jsonb not null,
  updated_at timestamptz default clock_timestamp() not null,
  linked_phone text,
  status_since timestamptz default clock_timestamp() not null,
  failed_from text,
  is_unlinked boolean default false not null,
  problem text,
  tries integer default 0 not null,
  next_try_at timestamptz,
  begun_at timestamptz,
  quiet_from_hour integer,
  quiet_to_hour integer,
  known_least_ms integer,
  known_most_ms integer,
  first_least_ms integer,
  first_most_ms integer,
  first_contacts_per_day integer,
  first_contacts_most integer,
  lease_ms integer,
  constraint whatsapp_sessions_pkey primary key (company_id, id),
  constraint whatsapp_sessions_company_id_key unique (company_id),
  constraint whatsapp_sessions_name_key unique (name),
  constraint whatsapp_sessions_webhook_token_key unique (webhook_token),
  constraint whatsapp_sessions_first_contacts_most_check check (first_contacts_most >= 0),
  constraint whatsapp_sessions_first_contacts_per_day_check check (first_contacts_per_day >= 0),
  constraint whatsapp_sessions_first_least_ms_check check (first_least_ms >= 0),
  constraint whatsapp_sessions_first_most_ms_check check (first_most_ms >= 0),
  constraint whatsapp_sessions_hmac_key_check check (length(hmac_key) >= 32),
  constraint whatsapp_sessions_known_least_ms_check check (known_least_ms >= 0),
  constraint whatsapp_sessions_known_most_ms_check check (known_most_ms >= 0),
  constraint whatsapp_sessions_lease_ms_check check (lease_ms > 0),
  constraint whatsapp_sessions_name_check check (name ~ '^[a-zA-Z0-9_-]{8,54}$'),
  constraint whatsapp_sessions_quiet_from_hour_check check (quiet_from_hour between 0 and 23),
  constraint whatsapp_sessions_quiet_to_hour_check check (quiet_to_hour between 0 and 23),
  constraint whatsapp_sessions_wanted_check check (wanted in ('start', 'restart', 'logout')),
  constraint whatsapp_sessions_webhook_token_check check (length(webhook_token) >= 32),
  constraint whatsapp_sessions_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);

create table messages (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  event_key text not null,
  client_id uuid not null,
  template_id uuid not null,
  invoice_id uuid,
  phone text not null,
  body text not null,
  gateway_message_id text not null,
  state text default 'queued' not null,
  attempts integer default 0 not null,
  next_at timestamptz default clock_timestamp() not null,
  expires_at timestamptz not null,
  lease_until timestamptz,
  to_stranger boolean default true not null,
  first_contact_at timestamptz,
  error text,
  created_at timestamptz default app_now() not null,
  updated_at timestamptz default clock_timestamp() not null,
  sent_at timestamptz,
  confirmed_at timestamptz,
  chat_alias text,
  occasion text,
  status_id uuid,
  cancelled_by text,
  link text,
  constraint messages_pkey primary key (company_id, id),
  constraint messages_company_id_event_key_key unique (company_id, event_key),
  constraint messages_company_id_gateway_message_id_key unique (company_id, gateway_message_id),
  constraint messages_attempts_check check (attempts >= 0),
  constraint messages_body_check check (length(body) > 0),
  constraint messages_check check ((occasion in ('status', 'waiting')) = (status_id is not null)),
  constraint messages_link_check check (length(link) between 1 and 400),
  constraint messages_occasion_check
    check (occasion in ('status', 'shipping', 'correction', 'invoice', 'statement', 'reminder', 'waiting')),
  constraint messages_phone_check check (phone ~ '^[0-9]{8,15}$'),
  constraint messages_state_check
    check (state in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'cancelled', 'expired')),
  constraint messages_company_id_client_id_fkey foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint messages_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint messages_company_id_invoice_id_fkey
    foreign key (company_id, invoice_id) references invoices(company_id, id) on delete restrict,
  constraint messages_company_id_status_id_fkey foreign key (company_id, status_id) references statuses(company_id, id) on delete restrict,
  constraint messages_company_id_template_id_fkey
    foreign key (company_id, template_id) references templates(company_id, id) on delete restrict
);
create index messages_company_id_chat_alias_id_idx on messages (company_id, chat_alias, id)
  where (chat_alias is not null);
create index messages_company_id_client_id_created_at_idx on messages (company_id, client_id, created_at desc);
create index messages_company_id_client_id_created_at_idx1 on messages (company_id, client_id, created_at)
  where (occasion = 'waiting');
create index messages_company_id_client_id_id_idx on messages (company_id, client_id, id)
  where (state = 'queued');
create index messages_company_id_client_id_idx on messages (company_id, client_id)
  where (occasion = 'reminder');
create index messages_company_id_created_at_id_idx on messages (company_id, created_at desc, id desc);
create index messages_company_id_first_contact_at_idx on messages (company_id, first_contact_at)
  where (first_contact_at is not null);
create index messages_company_id_invoice_id_idx on messages (company_id, invoice_id);
create unique index messages_company_id_sending_key on messages (company_id)
  where (state = 'sending');
create index messages_company_id_state_created_at_idx on messages (company_id, state, created_at desc);
create index messages_company_id_status_id_idx on messages (company_id, status_id);
create index messages_company_id_template_id_idx on messages (company_id, template_id);
create index messages_company_id_to_stranger_next_at_id_idx on messages (company_id, to_stranger, next_at, id)
  where (state = 'queued');

create table message_packages (
  company_id uuid default current_company() not null,
  message_id uuid not null,
  package_id uuid not null,
  is_told boolean default true not null,
  told_weight numeric,
  told_price numeric,
  constraint message_packages_pkey primary key (company_id, message_id, package_id),
  constraint message_packages_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint message_packages_company_id_message_id_fkey
    foreign key (company_id, message_id) references messages(company_id, id) on delete restrict,
  constraint message_packages_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict
);
create index message_packages_company_id_package_id_idx on message_packages (company_id, package_id);

create table chat_aliases (
  company_id uuid default current_company() not null,
  alias text not null,
  phone text,
  wants_none boolean default false not null,
  asks integer default 0 not null,
  next_ask_at timestamptz,
  constraint chat_aliases_pkey primary key (company_id, alias),
  constraint chat_aliases_alias_check check (alias ~ '^[0-9]{1,20}@lid$'),
  constraint chat_aliases_phone_check check (phone ~ '^[0-9]{8,15}$'),
  constraint chat_aliases_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create index chat_aliases_company_id_next_ask_at_idx on chat_aliases (company_id, next_ask_at)
  where (next_ask_at is not null);

create table webhook_events (
  company_id uuid default current_company() not null,
  event_id text not null,
  received_at timestamptz default clock_timestamp() not null,
  constraint webhook_events_pkey primary key (company_id, event_id),
  constraint webhook_events_event_id_check check (length(event_id) between 1 and 100),
  constraint webhook_events_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create index webhook_events_received_at_idx on webhook_events (received_at);

create table gateway_turns (
  name text not null,
  taken_at timestamptz not null,
  constraint gateway_turns_pkey primary key (name)
);

create table installation_pace (
  is_the_row boolean default true not null,
  quiet_from_hour integer not null,
  quiet_to_hour integer not null,
  known_least_ms integer not null,
  known_most_ms integer not null,
  first_least_ms integer not null,
  first_most_ms integer not null,
  first_contacts_per_day integer not null,
  first_contacts_most integer not null,
  lease_ms integer not null,
  constraint installation_pace_pkey primary key (is_the_row),
  constraint installation_pace_first_contacts_most_check check (first_contacts_most >= 0),
  constraint installation_pace_first_contacts_per_day_check check (first_contacts_per_day >= 0),
  constraint installation_pace_first_least_ms_check check (first_least_ms >= 0),
  constraint installation_pace_first_most_ms_check check (first_most_ms >= 0),
  constraint installation_pace_is_the_row_check check (is_the_row),
  constraint installation_pace_known_least_ms_check check (known_least_ms >= 0),
  constraint installation_pace_known_most_ms_check check (known_most_ms >= 0),
  constraint installation_pace_lease_ms_check check (lease_ms > 0),
  constraint installation_pace_quiet_from_hour_check check (quiet_from_hour between 0 and 23),
  constraint installation_pace_quiet_to_hour_check check (quiet_to_hour between 0 and 23)
);

-- The pace of an installation until its server says another.
insert into installation_pace (quiet_from_hour, quiet_to_hour, known_least_ms, known_most_ms, first_least_ms, first_most_ms,
                               first_contacts_per_day, first_contacts_most, lease_ms)
values (20, 7, 4000, 8000, 30000, 60000, 20, 150, 60000);
