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
