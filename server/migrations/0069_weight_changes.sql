-- The changes of weight of one package, which its history shows.
create index audit_entries_weights on audit_entries (company_id, entity_id, at)
  where entity = 'packages' and action = 'update' and after ? 'weight';
