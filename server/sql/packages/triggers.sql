create or replace trigger keep_invoiced_package before update on packages for each row
  execute function keep_invoiced_package();
create or replace trigger make_label_code before insert on packages for each row execute function make_label_code();
create or replace trigger keep_status_since before update of status_id on packages for each row
  when (old.status_id is distinct from new.status_id) execute function keep_status_since();
