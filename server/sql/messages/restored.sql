-- What waited in a copy may have left after the copy was made: it is held until an admin says what becomes of it.

set local role casillero_definer;

-- Called once by the owner, at the first start of a restored database; gives how many messages are held.
create or replace function hold_restored_messages() returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into gateway_turns as t (name, taken_at) values ('restored', clock_timestamp())
  on conflict (name) do update set taken_at = clock_timestamp();
  with held as (
    update messages m
    set held_at = clock_timestamp(), updated_at = clock_timestamp(),
        error = 'Se restauró una copia: quizá ya se envió'
    where m.state = 'queued'
    returning 1
  )
  select count(*) from held
$$;

create or replace function is_restored_today() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from gateway_turns t where t.name = 'restored' and t.taken_at > clock_timestamp() - interval '1 day')
$$;

-- A reminder that the company's rule sends at once after a restore may have left before it, too.
create or replace function hold_reminder() returns trigger language plpgsql as $$
begin
  if is_restored_today() then
    new.held_at := clock_timestamp();
    new.error := 'Se restauró una copia: quizá ya se envió';
  end if;
  return new;
end $$;

-- What an admin decides of a held message stands in the log; one that is discarded is cancelled, which is logged as ever.
create or replace function audit_release() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform write_audit('messages', 'update', new.company_id, new.id,
                      coalesce((select audit_label('clients', to_jsonb(c)) from clients c where c.company_id = new.company_id and c.id = new.client_id), '+' || new.phone),
                      jsonb_build_object('held_at', old.held_at), jsonb_build_object('held_at', new.held_at));
  return null;
end $$;

grant execute on function hold_restored_messages, hold_reminder, audit_release to session_user;
grant execute on function is_restored_today to session_user, casillero_app;
