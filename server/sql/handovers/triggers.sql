create or replace trigger keep_handed_over_package before update of client_id, status_id, deleted_at on packages for each row
  when ((old.client_id, old.status_id, old.deleted_at) is distinct from (new.client_id, new.status_id, new.deleted_at))
  execute function keep_handed_over_package();
create or replace trigger require_handover before insert on packages for each row
  when (new.status_id is not null) execute function keep_handed_over_package();
