-- Second steps that users have, and those that they must have. docs/product/second-step.md, "Who must have one".

set local role casillero_definer;

-- The ways in which a user can take the second step; null where the user has none.
create or replace function second_step_methods(for_company uuid, for_user uuid) returns text[] language sql stable as $$
  select array_remove(array[
    case when s.app_secret is not null then 'app' end,
    case when exists (select from passkeys p where p.company_id = for_company and p.user_id = for_user) then 'passkey' end,
    case when exists (select from recovery_codes r
                      where r.company_id = for_company and r.user_id = for_user and r.used_at is null) then 'recovery' end], null)
  from second_steps s
  where s.company_id = for_company and s.user_id = for_user and s.since is not null
$$;

create or replace function must_have_second_step(for_company uuid, for_user uuid) returns boolean language sql stable as $$
  select c.second_step_of = 'all' or c.second_step_of = 'admins' and u.type = 'admin'
  from companies c join users u on u.company_id = c.id and u.id = for_user
  where c.id = for_company
$$;
