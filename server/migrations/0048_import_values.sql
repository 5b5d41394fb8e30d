-- The first of the numbers that were drawn for a load that is written as a whole; and which status or method a value of a file means,
-- where it was said by hand.

alter table imports add column first_number int check (first_number > 0);
alter table imports add column paired jsonb not null default '[]';
alter table import_layouts add column paired jsonb not null default '[]';
