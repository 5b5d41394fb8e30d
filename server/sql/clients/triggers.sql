create or replace trigger note_client_change before insert or update on clients for each row execute function note_client_change();
-- Every table that names a client, but the balances of the credit, which follow its rows.
create or replace trigger refuse_merged_client before insert or update of client_id on packages for each row
  when (new.client_id is not null) execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on invoices for each row
  execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on messages for each row
  when (new.client_id is not null) execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on handovers for each row
  execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on collections for each row
  execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on client_credits for each row
  execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on client_debts for each row
  execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on client_pickers for each row
  execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on prealerts for each row
  execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on received_files for each row
  when (new.client_id is not null) execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on vouchers for each row
  execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on client_links for each row
  execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on client_devices for each row
  execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on announced_pickups for each row
  execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on conversations for each row
  when (new.client_id is not null) execute function refuse_merged_client();
create or replace trigger refuse_merged_client before insert or update of client_id on signups for each row
  when (new.client_id is not null) execute function refuse_merged_client();
create or replace trigger end_client_access after update of phone, deleted_at, held_at on clients for each row
  when (new.phone is distinct from old.phone or new.deleted_at is not null and old.deleted_at is null
        or new.held_at is not null and old.held_at is null)
  execute function end_client_access();
create or replace trigger keep_second_phone before insert or update of phone, second_phone, second_phone_proven_at, deleted_at on clients
  for each row execute function keep_second_phone();
create or replace trigger settle_new_numbers after insert on clients for each row execute function settle_numbers();
create or replace trigger settle_numbers after update of phone, second_phone, second_phone_proven_at, deleted_at on clients for each row
  when ((new.phone, new.second_phone, new.second_phone_proven_at, new.deleted_at)
    is distinct from (old.phone, old.second_phone, old.second_phone_proven_at, old.deleted_at))
  execute function settle_numbers();
