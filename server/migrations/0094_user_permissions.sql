-- Permissions that an admin took from a user, kept as denials, so that a permission that comes later is there for all.
alter table users
  add column denials text[] not null default '{}'
    constraint users_denials_check check (denials <@ array['clients', 'receiving', 'invoicing', 'payments', 'handovers', 'conversations',
                                                           'discounts', 'weights', 'imports', 'exports']),
  -- In percent of the price without any discount.
  add column discount_limit numeric(5, 2)
    constraint users_discount_limit_check check (discount_limit between 0 and 100);
