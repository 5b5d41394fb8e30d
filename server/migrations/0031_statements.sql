-- A client's statement, and the message that says what is owed.

alter table messages
  drop constraint messages_occasion_check,
  add constraint messages_occasion_check
    check (occasion in ('status', 'shipping', 'correction', 'invoice', 'statement', 'reminder'));

select set_config('app.audit', 'off', true);
insert into templates (company_id, position, key, title, expires_after, default_content)
select c.id, 9, 'statement', 'Estado de cuenta', '48 hours',
  E'Hola {{nombre_cliente}}, este es su *estado de cuenta* de hoy.\n\nDebe: *{{debe}}*\nSaldo a favor: {{a_favor}}\nFacturas por pagar: {{facturas_pendientes}}\n\nSi tiene alguna duda, con gusto le atendemos.'
from companies c
on conflict (company_id, key) do nothing;
select set_config('app.audit', '', true);
