-- What stands at the foot of an invoice on paper.
alter table companies add column invoice_footer text check (length(invoice_footer) between 1 and 400);
