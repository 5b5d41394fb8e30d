-- Closed is closed: of a session that is closed nothing changes, and nothing more goes through its drawer. The caller holds the
-- session's row, so that a closing waits for what is on its way.
create or replace function keep_closed_session() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null then
    raise exception 'session % is closed', old.company_session_id
      using errcode = 'restrict_violation', constraint = 'cash_sessions_closed';
  end if;
  return new;
end $$;

create or replace function require_open_session() returns trigger language plpgsql as $$
begin
  if exists (
    select from cash_sessions s
    where s.company_id = new.company_id and s.id = (to_jsonb(new) ->> tg_argv[0])::uuid and s.closed_at is not null
  ) then
    raise exception 'the session is closed' using errcode = 'restrict_violation', constraint = 'cash_sessions_closed';
  end if;
  return new;
end $$;

-- What is taken back stays taken back, and of a closed session nothing falls away: what it came to was counted.
create or replace function keep_reversal() returns trigger language plpgsql as $$
begin
  if old.reversed_at is not null then
    -- The constraint's name is the code of the refusal that callers get.
    raise exception 'the payment is reversed' using errcode = 'CS409', constraint = 'payment_already_reversed';
  end if;
  if not new.is_counted and exists (
    select from cash_sessions s
    where s.company_id = new.company_id and s.id = new.cash_session_id and s.closed_at is not null
  ) then
    raise exception 'the session is closed' using errcode = 'restrict_violation', constraint = 'cash_sessions_closed';
  end if;
  return new;
end $$;
