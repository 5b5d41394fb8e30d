-- What was typed stays beside a number for as long as that number stays.
create or replace function keep_typed_tracking() returns trigger language plpgsql as $$
begin
  if new.tracking = old.tracking then
    new.typed_tracking := coalesce(new.typed_tracking, old.typed_tracking);
  end if;
  if new.warehouse_tracking = old.warehouse_tracking then
    new.typed_warehouse_tracking := coalesce(new.typed_warehouse_tracking, old.typed_warehouse_tracking);
  end if;
  return new;
end $$;
