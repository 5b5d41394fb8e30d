-- What a person does with a message stands in the log.

set local role casillero_definer;

create or replace function write_message_audit(message messages, action text, before jsonb, after jsonb) returns void language sql as $$
  select write_audit('messages', action, message.company_id, message.id,
                     coalesce((select audit_label('clients', to_jsonb(c)) from clients c
                               where c.company_id = message.company_id and c.id = message.client_id), '+' || message.phone),
                     before, after)
$$;

create or replace function audit_resend() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform write_message_audit(new, 'update', jsonb_build_object('state', old.state), jsonb_build_object('state', new.state));
  return null;
end $$;

-- A user said that a rule's answer missed.
create or replace function audit_miss() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform write_message_audit(new, 'update', jsonb_build_object('missed_at', old.missed_at), jsonb_build_object('missed_at', new.missed_at));
  return null;
end $$;

-- A correction, an invoice's link, a statement and a reminder are what a user decides to send, so they stand in the log; what the
-- company's rule sends has no user.
create or replace function audit_correction() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform write_message_audit(new, 'insert', null, jsonb_build_object('state', new.state));
  return null;
end $$;

grant execute on function audit_resend, audit_miss, audit_correction to session_user;
