create or replace trigger keep_closed_session before update on cash_sessions for each row
  execute function keep_closed_session();
create or replace trigger require_open_session before insert or update on cash_session_balances for each row
  execute function require_open_session('session_id');
create or replace trigger require_open_session before insert on cash_counts for each row
  execute function require_open_session('session_id');
create or replace trigger require_open_session before insert on cash_movements for each row
  execute function require_open_session('session_id');
create or replace trigger require_open_session before insert on invoice_payments for each row
  when (new.cash_session_id is not null) execute function require_open_session('cash_session_id');
create or replace trigger require_open_session before insert on invoice_changes for each row
  when (new.cash_session_id is not null) execute function require_open_session('cash_session_id');
create or replace trigger keep_credit_balance after insert on client_credits for each row
  execute function keep_credit_balance();
create or replace trigger keep_reversal before update on invoice_payments for each row
  execute function keep_reversal();
create or replace trigger keep_reversal before update on invoice_changes for each row
  execute function keep_reversal();
create or replace trigger require_open_session before insert on collection_payments for each row
  when (new.cash_session_id is not null) execute function require_open_session('cash_session_id');
create or replace trigger require_open_session before insert on collection_changes for each row
  when (new.cash_session_id is not null) execute function require_open_session('cash_session_id');
create or replace trigger keep_reversal before update on collection_payments for each row
  execute function keep_reversal();
create or replace trigger keep_reversal before update on collection_changes for each row
  execute function keep_reversal();
