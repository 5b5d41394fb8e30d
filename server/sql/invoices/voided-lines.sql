-- From its voiding on the package of a line may change: the line keeps what reports name it by.
create or replace function keep_voided_line() returns trigger language plpgsql as $$
begin
  select p.tariff_id, p.shipping_method into new.tariff_id, new.shipping_method
  from packages p where p.company_id = new.company_id and p.id = new.package_id;
  return new;
end $$;
