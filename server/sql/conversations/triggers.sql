create or replace trigger join_conversations after insert or update of phone on chat_aliases for each row
  when (new.phone is not null) execute function join_conversations();
