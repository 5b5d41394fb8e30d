create or replace trigger keep_given_total before insert or update of paid_total on invoices for each row
  execute function keep_given_total();
create or replace trigger keep_voided_line before update of voided_at on invoice_items for each row
  when (old.voided_at is null and new.voided_at is not null) execute function keep_voided_line();
