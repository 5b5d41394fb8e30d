-- A text of its own for a package that is late, which staff send, and a rule that answers when packages come, first of ten and off.
alter table messages
  drop constraint messages_occasion_check,
  add constraint messages_occasion_check
    check (occasion in ('status', 'shipping', 'correction', 'invoice', 'statement', 'reminder', 'waiting', 'access', 'prealert',
                        'voucher_received', 'voucher_accepted', 'voucher_rejected', 'welcome', 'phone_added', 'late', 'reply', 'answer')) not valid,
  drop constraint messages_check,
  add constraint messages_check check (occasion = 'late' or (occasion in ('status', 'waiting')) = (status_id is not null)) not valid;
alter table messages validate constraint messages_occasion_check;
alter table messages validate constraint messages_check;

-- Its list has filters, so its users may name them.
alter table list_views drop constraint list_views_list_check;
alter table list_views add constraint list_views_list_check
  check (list in ('packages', 'invoices', 'clients', 'messages', 'audit', 'tariffs', 'invoice_shipments', 'late_packages'));

alter table auto_answers
  drop constraint auto_answers_key_check,
  add constraint auto_answers_key_check
    check (key in ('arrival', 'packages', 'price', 'debts', 'address', 'hours', 'accounts', 'tracking', 'voucher', 'closed'));

-- The text of companies of before; a new company gets it with its others. It is no change of a user, so the log has none.
select set_config('app.audit', 'off', true);
update auto_answers set position = position + 1;
insert into templates (company_id, position, key, title, expires_after, default_content)
select c.id, 21, 'late', 'Atraso', '48 hours',
  E'Hola {{nombre_corto}}, su paquete viene *más tarde de lo que le dijimos*.\n\nTracking: {{tracking}}\nContenido: {{contenido}}\n\nLe damos seguimiento y le avisamos en cuanto esté listo. Disculpe la espera.'
from companies c
on conflict (company_id, key) do nothing;
select set_config('app.audit', '', true);
