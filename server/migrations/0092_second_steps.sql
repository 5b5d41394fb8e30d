-- A second step at sign-in: codes of an application, codes of recovery, passkeys and devices that are trusted for a while. Users of
-- before have none, and companies of before ask for none.
create table second_steps (
  company_id uuid default current_company() not null,
  user_id uuid default current_user_id() not null,
  app_secret bytea,
  app_since timestamptz,
  app_counter bigint default 0 not null,
  pending_secret bytea,
  pending_at timestamptz,
  codes_salt bytea,
  since timestamptz,
  asked_at timestamptz,
  challenge text,
  challenge_at timestamptz,
  constraint second_steps_pkey primary key (company_id, user_id),
  constraint second_steps_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint second_steps_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id) on delete restrict
);

create table recovery_codes (
  company_id uuid default current_company() not null,
  user_id uuid default current_user_id() not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (company_id, user_id, code_hash),
  constraint recovery_codes_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint recovery_codes_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id) on delete restrict
);

create table passkeys (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  user_id uuid default current_user_id() not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}' not null,
  created_at timestamptz default app_now() not null,
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (company_id, id),
  constraint passkeys_name_check check (length(name) between 1 and 60),
  constraint passkeys_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint passkeys_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id) on delete restrict
);
create unique index passkeys_company_id_credential_id_key on passkeys (company_id, credential_id);
create index passkeys_company_id_user_id_idx on passkeys (company_id, user_id);

create table trusted_devices (
  company_id uuid default current_company() not null,
  user_id uuid default current_user_id() not null,
  secret_hash bytea not null,
  expires_at timestamptz not null,
  constraint trusted_devices_pkey primary key (company_id, user_id, secret_hash),
  constraint trusted_devices_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint trusted_devices_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id) on delete restrict
);

create table sign_in_tickets (
  company_id uuid default current_company() not null,
  ticket_hash bytea not null,
  -- None where a passkey alone will say whose it is.
  user_id uuid,
  purpose text not null,
  identifier text not null,
  origin text not null,
  network text not null,
  device text,
  challenge text,
  tries integer default 0 not null,
  expires_at timestamptz not null,
  constraint sign_in_tickets_pkey primary key (company_id, ticket_hash),
  constraint sign_in_tickets_purpose_check check (purpose in ('code', 'activate', 'passkey')),
  constraint sign_in_tickets_check check ((purpose = 'passkey') = (user_id is null)),
  constraint sign_in_tickets_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint sign_in_tickets_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id) on delete restrict
);
create index sign_in_tickets_company_id_user_id_idx on sign_in_tickets (company_id, user_id);
create index sign_in_tickets_network_idx on sign_in_tickets (network);

alter table companies
  add column second_step_of text default 'none' not null,
  add constraint companies_second_step_of_check check (second_step_of in ('none', 'admins', 'all'));
comment on column companies.second_step_of is 'Segundo paso exigido: none, admins o all';
