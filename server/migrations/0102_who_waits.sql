-- What a client wrote waits from a moment on until staff write later than that on the phone, or it is attended here.
alter table conversation_messages add column waits_from timestamptz;
-- A server of the version before does not know the column: what it receives waits.
alter table conversation_messages alter column waits_from set default app_now();
comment on column conversation_messages.waits_from is 'Espera desde: Vacío si se atendió aquí o la contestó una regla';
create index conversation_messages_company_id_conversation_id_idx on conversation_messages (company_id, conversation_id)
  where waits_from is not null;
-- The same text of the phone in several chats.
create index conversation_messages_company_id_md5_idx on conversation_messages (company_id, md5(body)) where is_own;

update conversation_messages m
set waits_from = greatest(m.written_at, v.waiting_since)
from conversations v
where v.company_id = m.company_id and v.id = m.conversation_id and v.waiting_since is not null
  and (m.company_id, m.id) in (
    select l.company_id, l.id from conversation_messages l
    where l.company_id = v.company_id and l.conversation_id = v.id and not l.is_own
    order by l.written_at desc, l.id desc limit v.waiting_count
  );
