create or replace trigger keep_consigned_package before update of shipping_method, weight, deleted_at on packages for each row
  when ((old.shipping_method, old.weight, old.deleted_at) is distinct from (new.shipping_method, new.weight, new.deleted_at))
  execute function keep_consigned_package();
create or replace trigger match_consigned_method before insert or update of removed_at on consignment_packages for each row
  execute function match_consigned_method();
create or replace trigger keep_added_promises after insert on consignment_packages
  referencing new table as new_rows for each statement execute function keep_moved_promises();
create or replace trigger keep_listed_promises after update on consignment_packages
  referencing old table as old_rows new table as new_rows for each statement execute function keep_listed_promises();
create or replace trigger keep_shipped_promises after update of expected_on, received_at on consignments for each row
  when ((old.expected_on, old.received_at) is distinct from (new.expected_on, new.received_at))
  execute function keep_shipped_promises();
