create or replace trigger join_conversations after insert or update of phone on chat_aliases for each row
  when (new.phone is not null) execute function join_conversations();
create or replace trigger release_conversations after update of status, deleted_at, type, denials on users for each row
  when (new.status <> 'active' or new.deleted_at is not null or new.type = 'viewer'
    or (new.type = 'user' and 'conversations' = any (new.denials)))
  execute function release_conversations();
