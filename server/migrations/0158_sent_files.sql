-- A file that staff send in Conversaciones; its caption is the text, which may be empty.
alter table messages add column file_id uuid;
comment on column messages.file_id is 'Id del archivo: El que se envió en la conversación, vacío sin él';
alter table messages
  drop constraint messages_body_check,
  add constraint messages_body_check check (length(body) > 0 or file_id is not null) not valid,
  add constraint messages_company_id_file_id_fkey
    foreign key (company_id, file_id) references received_files (company_id, id) on delete restrict not valid;
alter table messages validate constraint messages_body_check;
alter table messages validate constraint messages_company_id_file_id_fkey;
create index messages_company_id_file_id_idx on messages (company_id, file_id) where file_id is not null;
