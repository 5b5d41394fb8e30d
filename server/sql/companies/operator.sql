-- What an admin of the company that runs the platform does in other companies.

set local role casillero_definer;

-- Whether this transaction acts for an admin of a company that runs the platform. Looked up anew: it opens every company.
create or replace function is_operator_admin() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from users u join companies c on c.id = u.company_id
    where u.company_id = current_company() and u.id = current_user_id()
      and u.type = 'admin' and u.status = 'active' and u.deleted_at is null and c.is_operator and c.status = 'active'
  )
$$;

-- Takes an operator's transaction into another company; false when there is none such. The log remembers where it came from.
create or replace function act_in_company(target uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_operator_admin() then
    raise exception 'only an operator acts in other companies' using errcode = 'insufficient_privilege';
  end if;
  perform from companies c where c.id = target;
  if not found then
    return false;
  end if;
  perform set_config('app.actor_company_id', current_company()::text, true), set_config('app.company_id', target::text, true);
  return true;
end $$;

create or replace function list_companies() returns setof companies
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_operator_admin() then
    raise exception 'only an operator lists companies' using errcode = 'insufficient_privilege';
  end if;
  return query select * from companies c order by lower(c.name), c.id;
end $$;

-- Opens a company and goes on inside it, for its first admin and its logo.
create or replace function open_company_as_operator(new_name text, new_subdomain text) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  opened uuid;
begin
  if not is_operator_admin() then
    raise exception 'only an operator opens companies' using errcode = 'insufficient_privilege';
  end if;
  opened := open_company(new_name, new_subdomain, false);
  perform act_in_company(opened);
  return opened;
end $$;

grant execute on function is_operator_admin, act_in_company, list_companies, open_company_as_operator to casillero_app;
