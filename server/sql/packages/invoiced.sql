-- The wall behind the rule: of an invoiced package nothing but its status moves until the invoice is voided. Its client changes where
-- both are one (`is_merged_into`).
create or replace function keep_invoiced_package() returns trigger language plpgsql as $$
begin
  if ((old.tariff_id, old.shipping_method, old.tracking, old.warehouse_tracking, old.weight, old.description,
      old.contents, old.provider, old.client_package_name, old.comments, old.discount_type, old.discount_value,
      old.should_notify_storage, old.price_per_pound, old.final_price_per_pound, old.total_price, old.deleted_at)
     is distinct from
     (new.tariff_id, new.shipping_method, new.tracking, new.warehouse_tracking, new.weight, new.description,
      new.contents, new.provider, new.client_package_name, new.comments, new.discount_type, new.discount_value,
      new.should_notify_storage, new.price_per_pound, new.final_price_per_pound, new.total_price, new.deleted_at)
      or new.client_id is distinct from old.client_id and not is_merged_into(old.company_id, old.client_id, new.client_id))
     and exists (
       select from invoice_items i
       where i.company_id = old.company_id and i.package_id = old.id and i.voided_at is null
     )
  then
    raise exception 'package % is invoiced', old.company_package_id
      using errcode = 'restrict_violation', constraint = 'packages_invoiced';
  end if;
  return new;
end $$;
