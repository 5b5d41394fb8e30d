-- The users who write a reply just now. A state of seconds needs no write-ahead log: a promoted standby, and a start after a crash,
-- begin with an empty table, which is filled by the next keys.
create unlogged table conversation_repliers (
  company_id uuid default current_company() not null,
  conversation_id uuid not null,
  user_id uuid default current_user_id() not null,
  until timestamptz not null,
  constraint conversation_repliers_pkey primary key (company_id, conversation_id, user_id),
  constraint conversation_repliers_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint conversation_repliers_company_id_conversation_id_fkey
    foreign key (company_id, conversation_id) references conversations(company_id, id) on delete restrict,
  constraint conversation_repliers_company_id_user_id_fkey
    foreign key (company_id, user_id) references users(company_id, id) on delete restrict
);
create index conversation_repliers_company_id_user_id_idx on conversation_repliers (company_id, user_id);
