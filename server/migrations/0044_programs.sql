-- For programs: access tokens, with which programs call as a person; and webhooks, by which the product calls programs.

create table access_tokens (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  user_id uuid not null default current_user_id(),
  name text not null check (length(name) between 1 and 60),
  is_read_only boolean not null,
  -- The token itself is shown once and kept nowhere.
  token_hash bytea not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete restrict
);
-- Finds a token before its company is known, as that of the sessions does.
create unique index access_tokens_token_hash_key on access_tokens (token_hash);
create index on access_tokens (company_id, user_id);

create table webhooks (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  address text not null check (length(address) between 1 and 500),
  events text[] not null check (
    cardinality(events) > 0
    and events <@ array['package.status_changed', 'invoice.created', 'invoice.paid', 'invoice.voided']),
  -- Signs what is sent; the function that claims deliveries alone reads it.
  secret text not null check (secret like 'whsec\_%'),
  is_paused boolean not null default false,
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (company_id, id)
);
create index on webhooks (company_id) where deleted_at is null;

-- When a webhook may be called next: a receiver that fails is left alone for a growing while, whatever waits for it.
create table webhook_turns (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  webhook_id uuid not null,
  next_at timestamptz not null default clock_timestamp(),
  served_at timestamptz not null default clock_timestamp(),
  failures int not null default 0 check (failures >= 0),
  failing_since timestamptz,
  last_error text,
  primary key (company_id, webhook_id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete restrict,
  check ((failures = 0) = (failing_since is null) and (failures = 0) = (last_error is null))
);

-- What is sent and what became of it: the rows are the queue, as those of `messages` are (decision 037).
create table webhook_deliveries (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  webhook_id uuid not null,
  event text not null,
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'delivered', 'failed')),
  attempts int not null default 0 check (attempts >= 0),
  -- When it may be sent; of one that is on its way, when that is taken to have come to nothing.
  next_at timestamptz not null default clock_timestamp(),
  -- Tries end a day after this.
  queued_at timestamptz not null default clock_timestamp(),
  answer_status int,
  error text,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete restrict,
  check ((state in ('delivered', 'failed')) = (ended_at is not null))
);
create index on webhook_deliveries (company_id, webhook_id, id);
create index on webhook_deliveries (company_id, webhook_id, next_at) where state in ('queued', 'sending');
