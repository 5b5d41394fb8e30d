create or replace trigger audit_import after update of status on imports for each row
  when (new.status is distinct from old.status and new.status not in ('mapping', 'preview'))
  execute function audit_import();
