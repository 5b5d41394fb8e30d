create or replace trigger end_tokens_of_user after update of type, status, deleted_at, email, password_hash on users for each row
  when (new.type <> old.type or new.status <> old.status or new.deleted_at is distinct from old.deleted_at
    or lower(new.email) is distinct from lower(old.email) or new.password_hash <> old.password_hash)
  execute function end_tokens_of_user();
create or replace trigger keep_phone_key before insert or update on users for each row execute function keep_phone_key();
