-- A seed that writes weeks at once says so: its messages left as it went.
create or replace trigger leave_waiting_messages after update on packages
  referencing old table as old_rows new table as new_rows for each statement
  when (coalesce(current_setting('app.history', true), '') = '') execute function leave_waiting_messages();
create or replace trigger cancel_shipping_news after update of status on invoices for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled' and coalesce(current_setting('app.history', true), '') = '')
  execute function cancel_shipping_news();

-- What a user sends, sends again, cancels or corrects.
create or replace trigger audit_resend after update of state on messages for each row
  when (current_user_id() is not null and new.state = 'queued' and old.state <> 'queued') execute function audit_resend();
create or replace trigger audit_cancel after update of state on messages for each row
  when (current_user_id() is not null and new.state = 'cancelled' and old.state <> 'cancelled' and new.cancelled_by is not null)
  execute function audit_resend();
create or replace trigger audit_miss after update of missed_at on messages for each row
  when (old.missed_at is null and new.missed_at is not null) execute function audit_miss();
create or replace trigger audit_release after update of held_at on messages for each row
  when (current_user_id() is not null and old.held_at is not null and new.held_at is null and old.state = 'queued' and new.state = 'queued')
  execute function audit_release();
-- The rule of a company has no user.
create or replace trigger hold_reminder before insert on messages for each row
  when (current_user_id() is null and new.occasion = 'waiting' and coalesce(current_setting('app.history', true), '') = '')
  execute function hold_reminder();
create or replace trigger audit_correction after insert on messages for each row
  when (current_user_id() is not null and new.occasion in ('correction', 'invoice', 'statement', 'reminder', 'waiting', 'access', 'prealert', 'voucher_received', 'voucher_accepted', 'voucher_rejected', 'phone_added', 'late', 'reply')) execute function audit_correction();
