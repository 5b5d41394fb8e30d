create or replace function keep_company_identity() returns trigger language plpgsql as $$
begin
  if new.subdomain <> old.subdomain or new.is_operator <> old.is_operator or new.id <> old.id then
    raise exception 'subdomain and operator mark of a company never change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
