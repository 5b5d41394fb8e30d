-- Whom a conversation is for.
alter table conversations
  add column assigned_to uuid,
  add constraint conversations_company_id_assigned_to_fkey
    foreign key (company_id, assigned_to) references users (company_id, id) on delete restrict not valid;
alter table conversations validate constraint conversations_company_id_assigned_to_fkey;
create index conversations_company_id_assigned_to_idx on conversations (company_id, assigned_to) where assigned_to is not null;

-- What staff note for each other. They have a table of their own: what stands in the queue leaves.
create table conversation_notes (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  conversation_id uuid not null,
  author_id uuid not null default current_user_id(),
  body text not null,
  search_text text not null,
  created_at timestamptz not null default app_now(),
  primary key (company_id, id),
  constraint conversation_notes_body_check check (body <> '' and length(body) <= 4096),
  constraint conversation_notes_company_id_conversation_id_fkey
    foreign key (company_id, conversation_id) references conversations (company_id, id) on delete restrict,
  constraint conversation_notes_company_id_author_id_fkey
    foreign key (company_id, author_id) references users (company_id, id) on delete restrict
);
create index conversation_notes_company_id_conversation_id_created_at_idx on conversation_notes (company_id, conversation_id, created_at, id);
create index conversation_notes_company_id_author_id_idx on conversation_notes (company_id, author_id);

-- What figures are made of is written as it happens: how long the client waited for this answer, in the opening hours of then, and
-- who said that a rule missed. The search text is of replies alone.
alter table messages
  add column search_text text,
  add column waited_seconds integer,
  add column missed_at timestamptz,
  add column missed_by uuid,
  add constraint messages_waited_seconds_check check (waited_seconds >= 0) not valid,
  add constraint messages_missed_check check ((missed_at is null) = (missed_by is null)) not valid,
  add constraint messages_company_id_missed_by_fkey
    foreign key (company_id, missed_by) references users (company_id, id) on delete restrict not valid;
alter table messages validate constraint messages_waited_seconds_check;
alter table messages validate constraint messages_missed_check;
alter table messages validate constraint messages_company_id_missed_by_fkey;
create index messages_company_id_missed_by_idx on messages (company_id, missed_by) where missed_by is not null;
create index messages_company_id_created_at_idx1 on messages (company_id, created_at)
  where (waited_seconds is not null or answer_rule is not null);
