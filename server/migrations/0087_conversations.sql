-- The chats of a company's number on WhatsApp: one for each number, or for each alias whose number is hidden.
create table conversations (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  phone text,
  alias text,
  name text,
  client_id uuid,
  waiting_since timestamptz,
  waiting_count integer default 0 not null,
  last_kind text not null,
  last_text text not null,
  last_incoming_at timestamptz not null,
  answered_at timestamptz,
  attended_by uuid,
  attended_at timestamptz,
  search_text text not null,
  created_at timestamptz default app_now() not null,
  version integer default 1 not null,
  constraint conversations_pkey primary key (company_id, id),
  constraint conversations_check check (phone is not null or alias is not null),
  constraint conversations_check1 check ((waiting_since is null) = (waiting_count = 0)),
  constraint conversations_phone_check check (phone ~ '^[0-9]{8,15}$'),
  constraint conversations_alias_check check (length(alias) between 1 and 40),
  constraint conversations_name_check check (length(name) between 1 and 120),
  constraint conversations_waiting_count_check check (waiting_count >= 0),
  constraint conversations_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint conversations_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict,
  constraint conversations_company_id_attended_by_fkey
    foreign key (company_id, attended_by) references users(company_id, id) on delete restrict
);
create unique index conversations_company_id_phone_key on conversations (company_id, phone) where phone is not null;
create unique index conversations_company_id_alias_key on conversations (company_id, alias) where phone is null;
create index conversations_company_id_client_id_idx on conversations (company_id, client_id);
create index conversations_company_id_attended_by_idx on conversations (company_id, attended_by);
create index conversations_company_id_last_incoming_at_id_idx on conversations (company_id, last_incoming_at, id);
create index conversations_company_id_waiting_since_idx on conversations (company_id, waiting_since) where waiting_since is not null;

-- The messages of clients, and those that staff wrote on the phone itself; the ones that leave from here stand in the queue.
create table conversation_messages (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  conversation_id uuid not null,
  gateway_message_id text not null,
  is_own boolean not null,
  kind text not null,
  body text not null,
  seconds integer,
  file_name text,
  file_path text,
  file_state text,
  file_id uuid,
  fetch_at timestamptz,
  written_at timestamptz not null,
  edited_at timestamptz,
  revoked_at timestamptz,
  search_text text not null,
  created_at timestamptz default app_now() not null,
  constraint conversation_messages_pkey primary key (company_id, id),
  constraint conversation_messages_company_id_gateway_message_id_key unique (company_id, gateway_message_id),
  constraint conversation_messages_kind_check
    check (kind in ('text', 'picture', 'document', 'audio', 'video', 'sticker', 'location', 'contact', 'other')),
  constraint conversation_messages_file_state_check check (file_state in ('fetching', 'kept', 'lost')),
  constraint conversation_messages_check check ((file_state = 'kept') = (file_id is not null)),
  constraint conversation_messages_check1 check ((coalesce(file_state, '') = 'fetching') = (file_path is not null)),
  constraint conversation_messages_seconds_check check (seconds >= 0),
  constraint conversation_messages_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint conversation_messages_company_id_conversation_id_fkey
    foreign key (company_id, conversation_id) references conversations(company_id, id) on delete restrict,
  constraint conversation_messages_company_id_file_id_fkey
    foreign key (company_id, file_id) references received_files(company_id, id) on delete restrict
);
create index conversation_messages_company_id_conversation_id_written_at_idx
  on conversation_messages (company_id, conversation_id, written_at, id);
create index conversation_messages_company_id_file_id_idx on conversation_messages (company_id, file_id);
create index conversation_messages_fetch_at_idx on conversation_messages (fetch_at) where file_state = 'fetching';

-- An answer has no template, and no client where its number is unknown.
alter table messages
  alter column client_id drop not null,
  alter column template_id drop not null,
  add column conversation_id uuid,
  add column author_id uuid,
  add column answer_rule text,
  drop constraint messages_occasion_check,
  add constraint messages_occasion_check
    check (occasion in ('status', 'shipping', 'correction', 'invoice', 'statement', 'reminder', 'waiting', 'access', 'prealert',
                        'voucher_accepted', 'voucher_rejected', 'reply', 'answer')) not valid,
  add constraint messages_check1 check ((coalesce(occasion, '') in ('reply', 'answer')) = (template_id is null)) not valid,
  add constraint messages_check2 check (client_id is not null or conversation_id is not null) not valid,
  add constraint messages_answer_rule_check check ((coalesce(occasion, '') = 'answer') = (answer_rule is not null)) not valid,
  add constraint messages_company_id_conversation_id_fkey
    foreign key (company_id, conversation_id) references conversations(company_id, id) on delete restrict not valid,
  add constraint messages_company_id_author_id_fkey
    foreign key (company_id, author_id) references users(company_id, id) on delete restrict not valid;
alter table messages validate constraint messages_occasion_check;
alter table messages validate constraint messages_check1;
alter table messages validate constraint messages_check2;
alter table messages validate constraint messages_answer_rule_check;
alter table messages validate constraint messages_company_id_conversation_id_fkey;
alter table messages validate constraint messages_company_id_author_id_fkey;
create index messages_company_id_conversation_id_created_at_idx on messages (company_id, conversation_id, created_at)
  where (conversation_id is not null);
create index messages_company_id_author_id_idx on messages (company_id, author_id) where (author_id is not null);

-- A message that a client asked for just now leaves first.
create index messages_company_id_next_at_id_idx3 on messages (company_id, next_at, id)
  where (state = 'queued' and occasion in ('access', 'reply', 'answer'));
drop index messages_company_id_next_at_id_idx2;
