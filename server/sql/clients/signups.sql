-- Who becomes a client by a message of their own. docs/product/sign-up.md, "The message".

set local role casillero_definer;

-- A request whose message came from a hidden number that is known by now.
create or replace function claim_hidden_signup() returns table (company_id uuid, signup_id uuid)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.company_id, s.id
  from signups s
  join companies owner on owner.id = s.company_id and owner.status = 'active'
  join chat_aliases a on a.company_id = s.company_id and a.alias = s.alias and a.phone is not null
  join conversations v on v.company_id = s.company_id and v.phone = a.phone
  where s.state = 'waiting' and s.phone is null and s.alias is not null
  -- One that fails leaves the others their turn.
  order by random()
  limit 1
$$;

grant execute on function claim_hidden_signup to casillero_app;
