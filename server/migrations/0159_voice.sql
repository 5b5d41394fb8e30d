-- A voice message is fetched when staff press it: until then only its place in the gateway is known.
alter table conversation_messages add column audio_path text;
alter table received_files
  drop constraint received_files_kind_check,
  add constraint received_files_kind_check check (kind in ('picture', 'pdf', 'audio')) not valid;
alter table received_files validate constraint received_files_kind_check;
