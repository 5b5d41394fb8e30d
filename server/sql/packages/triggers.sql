create or replace trigger keep_invoiced_package before update on packages for each row
  execute function keep_invoiced_package();
