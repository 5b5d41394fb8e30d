-- Envíos has filters, so its users may name them.
alter table list_views drop constraint list_views_list_check;
alter table list_views add constraint list_views_list_check
  check (list in ('packages', 'invoices', 'clients', 'messages', 'audit', 'tariffs', 'invoice_shipments'));
