-- The wall behind the rules: a package in a consignment keeps its method and is not deleted; once the consignment is closed it keeps
-- its weight. The share lock makes an edit and a closing take turns. The constraint's name is the code of the refusal that callers
-- get, the detail its values.
create or replace function keep_consigned_package() returns trigger language plpgsql as $$
declare
  held record;
begin
  select l.is_weighed_for_good, c.company_consignment_id into held
  from consignment_packages l join consignments c on c.company_id = l.company_id and c.id = l.consignment_id
  where l.company_id = new.company_id and l.package_id = new.id and l.removed_at is null
  for share of l;
  if not found then
    return new;
  end if;
  if (new.shipping_method, new.deleted_at) is distinct from (old.shipping_method, old.deleted_at) then
    raise exception 'package % is in a consignment', old.company_package_id
      using errcode = 'CS409', constraint = 'package_in_shipment',
            detail = json_build_object('number', old.company_package_id, 'shipment', held.company_consignment_id);
  end if;
  if held.is_weighed_for_good and new.weight is distinct from old.weight then
    raise exception 'package % is weighed for good', old.company_package_id
      using errcode = 'CS409', constraint = 'package_weight_closed',
            detail = json_build_object('number', old.company_package_id, 'shipment', held.company_consignment_id);
  end if;
  return new;
end $$;

-- A package travels by the method of its consignment, and its number stands beside it.
create or replace function match_consigned_method() returns trigger language plpgsql as $$
declare
  carried record;
begin
  select p.company_package_id, p.shipping_method <> c.shipping_method as is_other into carried
  from packages p join consignments c on c.company_id = p.company_id and c.id = new.consignment_id
  where p.company_id = new.company_id and p.id = new.package_id;
  if carried.is_other and new.removed_at is null then
    raise exception 'package % has another method', carried.company_package_id
      using errcode = 'CS409', constraint = 'shipment_method_mismatch',
            detail = json_build_object('number', carried.company_package_id);
  end if;
  new.company_package_id := carried.company_package_id;
  return new;
end $$;
