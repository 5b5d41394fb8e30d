-- Drawers, their sessions and what moves their cash.

create table cash_drawers (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  name text not null,
  is_active boolean default true not null,
  created_at timestamptz default app_now() not null,
  version integer default 1 not null,
  constraint cash_drawers_pkey primary key (company_id, id),
  constraint cash_drawers_name_check check (length(name) between 1 and 60),
  constraint cash_drawers_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
create unique index cash_drawers_company_id_name_key on cash_drawers (company_id, lower(name))
  where is_active;

create table cash_sessions (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  company_session_id bigint not null,
  drawer_id uuid not null,
  opened_by uuid default current_user_id() not null,
  opened_at timestamptz default app_now() not null,
  closed_by uuid,
  closed_at timestamptz,
  closing_note text,
  constraint cash_sessions_pkey primary key (company_id, id),
  constraint cash_sessions_company_id_company_session_id_key unique (company_id, company_session_id),
  constraint cash_sessions_check check ((closed_at is null) = (closed_by is null)),
  constraint cash_sessions_check1 check ((closing_note is null) or (closed_at is not null)),
  constraint cash_sessions_closing_note_check check (length(closing_note) between 1 and 500),
  constraint cash_sessions_company_session_id_check check (company_session_id > 0),
  constraint cash_sessions_company_id_closed_by_fkey
    foreign key (company_id, closed_by) references users(company_id, id) on delete restrict,
  constraint cash_sessions_company_id_drawer_id_fkey
    foreign key (company_id, drawer_id) references cash_drawers(company_id, id) on delete restrict,
  constraint cash_sessions_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint cash_sessions_company_id_opened_by_fkey foreign key (company_id, opened_by) references users(company_id, id) on delete restrict
);
create index cash_sessions_company_id_closed_by_idx on cash_sessions (company_id, closed_by);
create index cash_sessions_company_id_drawer_id_idx on cash_sessions (company_id, drawer_id);
create unique index cash_sessions_company_id_drawer_id_key on cash_sessions (company_id, drawer_id)
  where (closed_at is null);
create index cash_sessions_company_id_opened_by_idx on cash_sessions (company_id, opened_by);

create table cash_session_balances (
  company_id uuid default current_company() not null,
  session_id uuid not null,
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  opening numeric(14,2) not null,
  cash numeric(14,2),
  change numeric(14,2),
  rounding numeric(14,2),
  put_in numeric(14,2),
  taken_out numeric(14,2),
  expected numeric(14,2),
  counted numeric(14,2),
  difference numeric(14,2),
  constraint cash_session_balances_pkey primary key (company_id, session_id, currency_id),
  constraint cash_session_balances_cash_check check ((cash >= (0)::numeric) and (cash <> 'NaN'::numeric)),
  constraint cash_session_balances_change_check check ((change >= (0)::numeric) and (change <> 'NaN'::numeric)),
  constraint cash_session_balances_check
    check (num_nulls(cash, change, rounding, put_in, taken_out, expected, counted, difference) = any (array[0, 8])),
  constraint cash_session_balances_check1 check (expected = (((((opening + cash) - change) + rounding) + put_in) - taken_out)),
  constraint cash_session_balances_check2 check (difference = (counted - expected)),
  constraint cash_session_balances_counted_check check ((counted >= (0)::numeric) and (counted <> 'NaN'::numeric)),
  constraint cash_session_balances_difference_check check (difference <> 'NaN'::numeric),
  constraint cash_session_balances_expected_check check (expected <> 'NaN'::numeric),
  constraint cash_session_balances_opening_check check ((opening >= (0)::numeric) and (opening <> 'NaN'::numeric)),
  constraint cash_session_balances_put_in_check check ((put_in >= (0)::numeric) and (put_in <> 'NaN'::numeric)),
  constraint cash_session_balances_rounding_check check (rounding <> 'NaN'::numeric),
  constraint cash_session_balances_taken_out_check check ((taken_out >= (0)::numeric) and (taken_out <> 'NaN'::numeric)),
  constraint cash_session_balances_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint cash_session_balances_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint cash_session_balances_company_id_session_id_fkey
    foreign key (company_id, session_id) references cash_sessions(company_id, id) on delete restrict
);
create index cash_session_balances_company_id_currency_id_idx on cash_session_balances (company_id, currency_id);

create table cash_movements (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  session_id uuid not null,
  direction text not null,
  currency_id uuid not null,
  currency_code text not null,
  currency_name text not null,
  currency_symbol text not null,
  amount numeric(14,2) not null,
  reason text not null,
  counterpart_id uuid,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  constraint cash_movements_pkey primary key (company_id, id),
  constraint cash_movements_amount_check check ((amount > (0)::numeric) and (amount <> 'NaN'::numeric)),
  constraint cash_movements_direction_check check (direction in ('in', 'out')),
  constraint cash_movements_reason_check check (length(reason) between 1 and 200),
  constraint cash_movements_company_id_counterpart_id_fkey
    foreign key (company_id, counterpart_id) references cash_movements(company_id, id) on delete restrict deferrable initially deferred,
  constraint cash_movements_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint cash_movements_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint cash_movements_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint cash_movements_company_id_session_id_fkey
    foreign key (company_id, session_id) references cash_sessions(company_id, id) on delete restrict
);
create index cash_movements_company_id_counterpart_id_idx on cash_movements (company_id, counterpart_id);
create index cash_movements_company_id_created_by_idx on cash_movements (company_id, created_by);
create index cash_movements_company_id_currency_id_idx on cash_movements (company_id, currency_id);
create index cash_movements_company_id_session_id_idx on cash_movements (company_id, session_id);

create table cash_counts (
  company_id uuid default current_company() not null,
  session_id uuid not null,
  attempt integer not null,
  currency_id uuid not null,
  amount numeric(14,2) not null,
  counted_by uuid default current_user_id() not null,
  counted_at timestamptz default app_now() not null,
  constraint cash_counts_pkey primary key (company_id, session_id, attempt, currency_id),
  constraint cash_counts_amount_check check ((amount >= (0)::numeric) and (amount <> 'NaN'::numeric)),
  constraint cash_counts_attempt_check check (attempt > 0),
  constraint cash_counts_company_id_counted_by_fkey
    foreign key (company_id, counted_by) references users(company_id, id) on delete restrict,
  constraint cash_counts_company_id_currency_id_fkey
    foreign key (company_id, currency_id) references currencies(company_id, id) on delete restrict,
  constraint cash_counts_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint cash_counts_company_id_session_id_fkey
    foreign key (company_id, session_id) references cash_sessions(company_id, id) on delete restrict
);
create index cash_counts_company_id_counted_by_idx on cash_counts (company_id, counted_by);
create index cash_counts_company_id_currency_id_idx on cash_counts (company_id, currency_id);
