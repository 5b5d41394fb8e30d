-- The wall behind the rule: of an invoiced package nothing but its status moves until the invoice is voided. Its triggers name what
-- does not move, so that thousands which change their status alone do not come here. A number that is only read better is no other one.
create or replace function keep_invoiced_package() returns trigger language plpgsql as $$
begin
  if current_setting('app.rereads', true) = 'on' then
    return new;
  end if;
  if exists (
    select from invoice_items i where i.company_id = old.company_id and i.package_id = old.id and i.voided_at is null
  ) then
    raise exception 'package % is invoiced', old.company_package_id
      using errcode = 'restrict_violation', constraint = 'packages_invoiced';
  end if;
  return new;
end $$;
