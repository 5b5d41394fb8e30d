-- Packages and pre-alerts of before get the number that `readTracking` reads by now. The reader is the server's, so that the server
-- reads them beside its work, some at a time, down from the last number that a company has given.
alter table company_counters add column unread_to bigint not null default 0 check (unread_to >= 0);
update company_counters set unread_to = greatest(last_number, 1) where kind = 'package';
