create or replace trigger keep_given_total before insert or update of paid_total on invoices for each row
  execute function keep_given_total();
