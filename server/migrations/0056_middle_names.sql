-- The middle name of a client on what keeps the client's names, so that its papers name the client whole. What was made before
-- keeps none: its papers stay as they were printed.
alter table invoices add column client_middle_name text;
alter table collections add column client_middle_name text;
alter table handovers add column client_middle_name text;
