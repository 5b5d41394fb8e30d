create or replace trigger keep_invoiced_package before update on packages for each row
  when (
    (old.tariff_id, old.shipping_method, old.tracking, old.warehouse_tracking, old.weight, old.description,
     old.contents, old.provider, old.client_package_name, old.comments, old.discount_type, old.discount_value,
     old.should_notify_storage, old.price_per_pound, old.final_price_per_pound, old.total_price, old.deleted_at,
     old.length, old.width, old.height, old.declared_value, old.price_rules, old.charged_quantity, old.charged_price)
    is distinct from
    (new.tariff_id, new.shipping_method, new.tracking, new.warehouse_tracking, new.weight, new.description,
     new.contents, new.provider, new.client_package_name, new.comments, new.discount_type, new.discount_value,
     new.should_notify_storage, new.price_per_pound, new.final_price_per_pound, new.total_price, new.deleted_at,
     new.length, new.width, new.height, new.declared_value, new.price_rules, new.charged_quantity, new.charged_price)
  )
  execute function keep_invoiced_package();
-- The client changes where both are one.
create or replace trigger keep_invoiced_client before update of client_id on packages for each row
  when (old.client_id is distinct from new.client_id and not is_merged_into(old.company_id, old.client_id, new.client_id))
  execute function keep_invoiced_package();
create or replace trigger make_label_code before insert on packages for each row execute function make_label_code();
-- By its name before `keep_status_since`; only statements that name the column come here.
create or replace trigger hold_status_since before update of status_since on packages for each row
  when (old.status_id is distinct from new.status_id and old.status_since = new.status_since) execute function mark_same_status_since();
create or replace trigger keep_status_since before update of status_id on packages for each row
  when (old.status_id is distinct from new.status_id) execute function keep_status_since();
create or replace trigger keep_typed_tracking before update of tracking, warehouse_tracking on packages for each row
  when (old.typed_tracking is not null or old.typed_warehouse_tracking is not null) execute function keep_typed_tracking();
create or replace trigger keep_package_search_text after insert on packages for each row execute function keep_package_search_text();
create or replace trigger keep_changed_package_search_text after update of search_text, client_search_text, deleted_at on packages for each row
  when ((old.search_text, old.client_search_text, old.deleted_at) is distinct from (new.search_text, new.client_search_text, new.deleted_at))
  execute function keep_package_search_text();
create or replace trigger end_photo_link after update of client_id on packages for each row
  when (old.client_id is distinct from new.client_id and old.client_id is not null
    and not is_merged_into(old.company_id, old.client_id, new.client_id))
  execute function end_photo_link();
create or replace trigger keep_package_correction after update of client_id, shipping_method, weight, deleted_at on packages for each row
  when ((old.client_id, old.shipping_method, old.weight, old.deleted_at)
      is distinct from (new.client_id, new.shipping_method, new.weight, new.deleted_at)
    and not is_merged_into(old.company_id, old.client_id, new.client_id))
  execute function keep_package_correction();
create or replace trigger keep_moved_promises after insert on package_status_changes
  referencing new table as new_rows for each statement execute function keep_moved_promises();
create or replace trigger keep_changed_promise after update of shipping_method, deleted_at on packages for each row
  when ((old.shipping_method, old.deleted_at) is distinct from (new.shipping_method, new.deleted_at))
  execute function keep_changed_promise();
