create or replace trigger keep_consigned_package before update of shipping_method, weight, deleted_at on packages for each row
  when ((old.shipping_method, old.weight, old.deleted_at) is distinct from (new.shipping_method, new.weight, new.deleted_at))
  execute function keep_consigned_package();
create or replace trigger match_consigned_method before insert or update of removed_at on consignment_packages for each row
  execute function match_consigned_method();
