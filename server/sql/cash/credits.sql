-- A client's balance in each currency is the sum of the credit's rows. The row of the balance is locked until the transaction ends,
-- and a use of what is not there finds no row to take it from: two users cannot use the same credit.

set local role casillero_definer;

create or replace function keep_credit_balance() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update client_credit_balances b set balance = b.balance + new.amount
  where b.company_id = new.company_id and b.client_id = new.client_id and b.currency_id = new.currency_id
    and b.balance + new.amount >= 0;
  if found then
    return null;
  end if;
  if new.amount < 0 then
    -- The constraint's name is the code of the refusal that callers get.
    raise exception 'the credit is not enough' using errcode = 'CS409', constraint = 'credit_not_enough';
  end if;
  insert into client_credit_balances as b (company_id, client_id, currency_id, balance)
  values (new.company_id, new.client_id, new.currency_id, new.amount)
  on conflict (company_id, client_id, currency_id) do update set balance = b.balance + excluded.balance;
  return null;
end $$;

grant execute on function keep_credit_balance to session_user;
