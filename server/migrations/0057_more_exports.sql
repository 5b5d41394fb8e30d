-- Hand-overs, sessions of drawers and what waits to be picked up can be exported too.

alter table exports drop constraint exports_list_check;
alter table exports add constraint exports_list_check
  check (list in ('packages', 'clients', 'invoices', 'users', 'tariffs', 'messages', 'audit', 'shipments', 'waiting', 'handovers', 'cash_sessions', 'report', 'company'));
