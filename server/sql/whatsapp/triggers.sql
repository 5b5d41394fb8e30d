create or replace trigger note_status before update of status on whatsapp_sessions for each row
  when (old.status is distinct from new.status) execute function note_status();

create or replace trigger audit_wish_insert after insert on whatsapp_sessions for each row
  when (current_user_id() is not null) execute function audit_wish();
create or replace trigger audit_wish_update after update of wanted on whatsapp_sessions for each row
  when (current_user_id() is not null and new.wanted is not null) execute function audit_wish();

create or replace trigger forget_known before update of linked_phone on whatsapp_sessions for each row
  when (new.linked_phone is not null and new.linked_phone is distinct from old.known_for) execute function forget_known();
