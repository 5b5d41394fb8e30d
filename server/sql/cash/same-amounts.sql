set local role casillero_definer;

-- The company's payments of an amount that count. Under the policies of requests no index finds an amount, because its comparison may
-- fail and tell of what it compared.
create or replace function find_payments_of_amount(amount numeric, currency uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 10 as $$
  select p.id from collection_payments p
  where p.company_id = current_company() and p.total = amount and p.currency_id = currency and p.reversed_at is null
  union all
  select p.id from invoice_payments p
  where p.company_id = current_company() and p.total = amount and p.currency_id = currency and p.reversed_at is null
    and p.collection_payment_id is null
$$;

grant execute on function find_payments_of_amount to casillero_app;
