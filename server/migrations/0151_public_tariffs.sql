-- Nothing is public until a company says so.
alter table companies add column has_public_tariffs boolean default false not null;
alter table tariffs add column is_public boolean default false not null;
