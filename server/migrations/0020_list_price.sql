-- What the line's price per pound came from: the tariff's price and the package's own discount. Null in lines of before,
-- which show their price after the discount.
alter table invoice_items
  add column list_price numeric(6, 2) check (list_price between 0 and 999.99),
  add column package_discount_type text check (package_discount_type in ('none', 'percentage', 'fixed_amount')),
  add column package_discount_value numeric(9, 2) check (package_discount_value >= 0 and package_discount_value <> 'NaN');
