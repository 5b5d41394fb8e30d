-- A seed that writes weeks at once says so: its events are no news.
create or replace trigger tell_status_changes after insert on package_status_changes
  referencing new table as new_rows for each statement
  when (coalesce(current_setting('app.history', true), '') = '') execute function tell_status_changes();
create or replace trigger tell_new_clients after insert on clients
  referencing new table as added for each statement
  when (coalesce(current_setting('app.history', true), '') = '') execute function tell_new_clients();
create or replace trigger tell_new_invoice after insert on invoices for each row
  when (coalesce(current_setting('app.history', true), '') = '') execute function tell_invoice();
create or replace trigger tell_invoice after update of status on invoices for each row
  when (new.status <> old.status and new.status <> 'pending' and coalesce(current_setting('app.history', true), '') = '')
  execute function tell_invoice();

create or replace trigger audit_test after insert on webhook_deliveries for each row
  when (new.event = 'webhook.test') execute function audit_delivery();
create or replace trigger audit_resend after update of queued_at on webhook_deliveries for each row
  when (new.queued_at <> old.queued_at and current_user_id() is not null) execute function audit_delivery();
