-- How much a client may owe, in US$, and still take packages where the company asks for payment before; null for no credit.
alter table clients
  add credit_limit numeric(10,2),
  add constraint clients_credit_limit_check check (credit_limit > 0 and credit_limit <> 'NaN'::numeric);
