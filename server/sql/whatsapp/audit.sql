set local role casillero_definer;

-- What a person does here stands in the log; what the worker and the gateway report is no deed of a user.
create or replace function audit_wish() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform write_audit('whatsapp_sessions', 'update', new.company_id, new.id, '',
                      jsonb_build_object('wanted', case when tg_op = 'UPDATE' then old.wanted end),
                      jsonb_build_object('wanted', new.wanted));
  return null;
end $$;

grant execute on function audit_wish to session_user;
