-- Packages that are ready and wait to be picked up: the message that reminds of them, and the company's rule for it.

alter table companies add column waiting_reminder_days int check (waiting_reminder_days between 1 and 365);

alter table messages
  drop constraint messages_occasion_check,
  add constraint messages_occasion_check
    check (occasion in ('status', 'shipping', 'correction', 'invoice', 'statement', 'reminder', 'waiting')),
  -- A reminder of packages tells of a status too: what left it has nothing to be reminded of.
  drop constraint messages_check,
  add constraint messages_check check ((occasion in ('status', 'waiting')) = (status_id is not null));
create index on messages (company_id, client_id, created_at) where occasion = 'waiting';

select set_config('app.audit', 'off', true);
insert into templates (company_id, position, key, title, expires_after, default_content)
select c.id, 11, 'waiting', 'Recordatorio', '48 hours',
  E'Hola {{nombre_cliente}}, le recordamos que tiene {{cantidad_paquetes}} *por retirar*.\n\nTracking: {{tracking}}\nPeso: {{peso}}\nTotal: *{{precio_total}}*\nDías de espera: {{dias_espera}}\n\nLe esperamos.'
from companies c
on conflict (company_id, key) do nothing;
select set_config('app.audit', '', true);
