create or replace trigger keep_invoiced_package before update on packages for each row
  execute function keep_invoiced_package();
create or replace trigger make_label_code before insert on packages for each row execute function make_label_code();
