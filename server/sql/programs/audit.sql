-- What a user does with deliveries: a test, and one that is sent again. The product's own deliveries are no deed of a user's.

set local role casillero_definer;

create or replace function audit_delivery() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform write_audit('webhooks', 'update', new.company_id, new.webhook_id,
                      (select w.address from webhooks w where w.company_id = new.company_id and w.id = new.webhook_id),
                      jsonb_build_object('note', null),
                      jsonb_build_object('note', case tg_op when 'INSERT' then 'Prueba' else 'Enviado de nuevo' end));
  return null;
end $$;

grant execute on function audit_delivery to session_user;
