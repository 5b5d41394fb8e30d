set local role casillero_definer;

-- What time alone decides; that a notice which waited for the price of its packages goes on once they have it (and is looked at every
-- hour, because its text may say no price any more); and that a gateway which leads to real phones gets nothing of a seeded company.
create or replace function settle_waiting_messages(is_stand_in boolean) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update messages m set state = 'expired', error = 'El aviso perdió vigencia antes de poder enviarse', updated_at = clock_timestamp()
  where m.state = 'queued' and m.unpriced_at is null and m.expires_at < app_now();
  update messages m
  set unpriced_at = null, error = null, next_at = clock_timestamp(), updated_at = clock_timestamp(),
      expires_at = greatest(m.expires_at, app_now() + interval '1 day')
  where m.unpriced_at is not null and m.state = 'queued' and (m.unpriced_at < clock_timestamp() - interval '1 hour' or not exists (
    select from message_packages l join packages p on p.company_id = l.company_id and p.id = l.package_id
    where l.company_id = m.company_id and l.message_id = m.id and l.is_told and p.total_price is null));
  update messages m
  set state = 'unknown', lease_until = null, updated_at = clock_timestamp(),
      error = 'No se sabe si WhatsApp lo envió; revise el chat antes de reenviarlo'
  where m.state = 'sending' and m.lease_until < clock_timestamp();
  update messages m set state = 'cancelled', error = 'El cliente pidió no recibir mensajes', updated_at = clock_timestamp()
  from clients c
  where m.state = 'queued' and c.company_id = m.company_id and c.id = m.client_id and not c.messages_allowed
    -- A message that a client asked for still reaches them.
    and coalesce(m.occasion, '') not in ('access', 'reply', 'answer', 'phone_added');
  update messages m
  set state = 'cancelled', error = 'Es una empresa de demostración: sus avisos no salen a teléfonos reales', updated_at = clock_timestamp()
  from companies c
  where not is_stand_in and m.state = 'queued' and c.id = m.company_id and c.is_demo;
  delete from webhook_events w where w.received_at < clock_timestamp() - interval '2 days';
$$;

grant execute on function settle_waiting_messages to casillero_app;
