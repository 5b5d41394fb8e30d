-- A text of its own for a voucher that came. Companies of before tell nothing until they ask for it.
alter table companies add column has_voucher_notice boolean default false not null;

alter table messages
  drop constraint messages_occasion_check,
  add constraint messages_occasion_check
    check (occasion in ('status', 'shipping', 'correction', 'invoice', 'statement', 'reminder', 'waiting', 'access', 'prealert',
                        'voucher_received', 'voucher_accepted', 'voucher_rejected', 'reply', 'answer')) not valid;
alter table messages validate constraint messages_occasion_check;

-- The text of companies of before; a new company gets it with its others. It is no change of a user, so the log has none.
select set_config('app.audit', 'off', true);
insert into templates (company_id, position, key, title, expires_after, default_content)
select c.id, 18, 'voucher_received', 'Comprobante recibido', '48 hours',
  E'Hola {{nombre_corto}}, recibimos su *comprobante*.\nMonto: {{monto}}\n\nLo verificamos y le avisamos.'
from companies c
on conflict (company_id, key) do nothing;
select set_config('app.audit', '', true);
