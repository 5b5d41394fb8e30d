-- What the log keeps of a row.

-- What the log needs to know of texts; and what a company starts with is no change of a user's.
-- `concat_ws` is stable: of a function that says more of itself the server would make no part of the statement around it.
create or replace function audit_label(entity text, r jsonb) returns text language sql stable as $$
  select coalesce(case entity
    when 'clients' then concat_ws(' ', r ->> 'casillero', r ->> 'first_name', r ->> 'last_names')
    when 'packages' then '#' || (r ->> 'company_package_id')
    when 'package_charges' then '#' || (r ->> 'company_package_id')
    when 'package_photos' then '#' || (r ->> 'company_package_id')
    when 'handovers' then '#' || (r ->> 'company_handover_id')
    when 'dispatches' then '#' || (r ->> 'company_dispatch_id')
    when 'consignments' then '#' || (r ->> 'company_consignment_id')
    when 'consignment_changes' then '#' || (r ->> 'company_consignment_id')
    when 'consignment_scans' then r ->> 'code'
    when 'consignment_costs' then r ->> 'concept'
    when 'invoices' then '#' || (r ->> 'company_invoice_id')
    when 'invoice_links' then '#' || (r ->> 'company_invoice_id')
    when 'prealerts' then r ->> 'tracking'
    when 'conversations' then coalesce('+' || (r ->> 'phone'), r ->> 'name', r ->> 'alias')
    when 'conversation_notes' then left(r ->> 'body', 60)
    when 'vouchers' then r ->> 'casillero'
    when 'signups' then concat_ws(' ', r ->> 'first_name', r ->> 'last_names')
    when 'client_links' then r ->> 'casillero'
    when 'client_devices' then r ->> 'casillero'
    when 'announced_pickups' then r ->> 'casillero'
    when 'collections' then '#' || (r ->> 'company_collection_id')
    when 'cash_sessions' then '#' || (r ->> 'company_session_id')
    when 'cash_movements' then concat_ws(' ', r ->> 'amount', r ->> 'currency_code')
    when 'client_credits' then concat_ws(' ', r ->> 'amount', r ->> 'currency_code')
    when 'invoice_payments' then concat_ws(' ', r ->> 'total', r ->> 'currency_code')
    when 'users' then r ->> 'full_name'
    when 'currencies' then r ->> 'code'
    when 'auto_answers' then case r ->> 'key'
      when 'packages' then 'Mis paquetes' when 'price' then 'Precio' when 'debts' then 'Cuánto debo' when 'address' then 'Mi dirección'
      when 'hours' then 'Horario y ubicación' when 'accounts' then 'Cómo pagar' when 'tracking' then 'Un tracking' when 'voucher' then 'Un comprobante'
      when 'closed' then 'Fuera de horario' end
    when 'templates' then r ->> 'title'
    when 'webhooks' then r ->> 'address'
    when 'exports' then case r ->> 'list'
      when 'packages' then 'Paquetes' when 'clients' then 'Clientes' when 'invoices' then 'Facturas' when 'users' then 'Usuarios'
      when 'tariffs' then 'Tarifas' when 'messages' then 'Mensajes' when 'audit' then 'Bitácora' when 'shipments' then 'Embarques'
      when 'report' then 'Reporte' when 'company' then 'Todos los datos' end
    else r ->> 'name'
  end, '')
$$;

create or replace function audit_values(r jsonb) returns jsonb language sql immutable as $$
  select r - array['company_id', 'id', 'password_hash', 'full_name', 'search_text', 'client_search_text', 'sort_name',
                   'maritimo', 'aereo', 'merged_into_id', 'former_casilleros', 'version', 'created_at', 'updated_at', 'chat_known_at', 'opt_out_text', 'former_status_since',
                   'phone_key', 'token_hash', 'code_hash', 'receipt_link', 'photo_link', 'last_used_at', 'secret', 'waiting_since', 'waiting_count', 'last_kind', 'last_text', 'last_incoming_at', 'answered_at',
                   'second_phone_code', 'second_phone_code_until', 'asked_from', 'asked_as', 'chat_code', 'chat_code_until', 'is_signed_up']
$$;
