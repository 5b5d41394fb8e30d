-- By how many working days a promise was missed is written when the package becomes ready: a later change of the hours changes no figure
-- of the past.
alter table package_promises add column missed_days integer;
