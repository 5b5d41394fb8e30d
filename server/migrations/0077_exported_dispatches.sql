-- The log of exports knows shipments of invoices and dispatches.
alter table exports
  drop constraint exports_list_check,
  add constraint exports_list_check
    check (list in ('packages', 'clients', 'invoices', 'users', 'tariffs', 'messages', 'audit', 'shipments', 'waiting', 'handovers',
      'cash_sessions', 'invoice_shipments', 'dispatches', 'report', 'company'));
