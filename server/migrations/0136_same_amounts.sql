-- A voucher looks for payments of its amount, however their reference is written.
create index collection_payments_of_amount on collection_payments (company_id, total, currency_id) where reversed_at is null;
create index invoice_payments_of_amount on invoice_payments (company_id, total, currency_id)
  where reversed_at is null and collection_payment_id is null;
