-- Clients look a package up by its number without a session, and see where and when to pick it up.
alter table companies
  add column has_public_tracking boolean not null default false,
  add column opening_hours jsonb,
  add constraint companies_opening_hours_check check (jsonb_typeof(opening_hours -> 'days') = 'array');
