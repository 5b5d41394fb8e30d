create or replace trigger keep_phone_key before insert or update on users for each row execute function keep_phone_key();
