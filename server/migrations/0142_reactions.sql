-- The last reaction to a message, the client's and that of the company's phone; an empty one was taken back.
create table message_reactions (
  company_id uuid default current_company() not null,
  gateway_message_id text not null,
  is_own boolean not null,
  body text not null,
  reacted_at timestamptz not null,
  constraint message_reactions_pkey primary key (company_id, gateway_message_id, is_own),
  constraint message_reactions_body_check check (length(body) <= 40),
  constraint message_reactions_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
