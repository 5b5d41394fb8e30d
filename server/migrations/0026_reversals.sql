-- What is taken back: a payment stays, with who took it back, when and why; so does the change that falls away with it. And credit
-- that an admin adjusts.

alter table invoice_payments
  add column reversed_at timestamptz,
  add column reversed_by uuid,
  add column reversal_reason text check (length(reversal_reason) between 1 and 200),
  -- What the bank calls the money that went back.
  add column reversal_reference text check (length(reversal_reference) between 1 and 120),
  -- False: it was reversed while its session was open, and counts there no more.
  add column is_counted boolean not null default true,
  -- The cash that left another session, where its own was closed.
  add column reversal_movement_id uuid,
  add foreign key (company_id, reversed_by) references users (company_id, id) on delete restrict,
  add foreign key (company_id, reversal_movement_id) references cash_movements (company_id, id) on delete restrict,
  add check (num_nulls(reversed_at, reversed_by, reversal_reason) in (0, 3)),
  add check (reversed_at is not null or (is_counted and num_nonnulls(reversal_reference, reversal_movement_id) = 0)),
  add check (is_counted or reversal_movement_id is null);
create index on invoice_payments (company_id, reversed_by) where reversed_by is not null;
create index on invoice_payments (company_id, reversal_movement_id) where reversal_movement_id is not null;

alter table invoice_changes
  add column reversed_at timestamptz,
  add column reversed_by uuid,
  add column reversal_reason text check (length(reversal_reason) between 1 and 200),
  add column is_counted boolean not null default true,
  add column reversal_movement_id uuid,
  add foreign key (company_id, reversed_by) references users (company_id, id) on delete restrict,
  add foreign key (company_id, reversal_movement_id) references cash_movements (company_id, id) on delete restrict,
  add check (num_nulls(reversed_at, reversed_by, reversal_reason) in (0, 3)),
  add check (reversed_at is not null or (is_counted and reversal_movement_id is null)),
  add check (is_counted or reversal_movement_id is null);
create index on invoice_changes (company_id, reversed_by) where reversed_by is not null;
create index on invoice_changes (company_id, reversal_movement_id) where reversal_movement_id is not null;

-- Change may come back that is larger than what a user may move.
alter table cash_movements alter column amount type numeric(14, 2);

alter table client_credits
  alter column invoice_id drop not null,
  add column reason text check (length(reason) between 1 and 200),
  drop constraint client_credits_kind_check,
  drop constraint client_credits_check,
  add constraint client_credits_kind_check check (kind in ('overpayment', 'use', 'void', 'reversal', 'adjustment')),
  add constraint client_credits_sign_check check (
    case kind when 'use' then amount < 0 when 'overpayment' then amount > 0 when 'void' then amount > 0 else true end),
  add constraint client_credits_adjustment_check check ((kind = 'adjustment') = (reason is not null)),
  add constraint client_credits_origin_check check ((kind = 'adjustment') = (invoice_id is null));
