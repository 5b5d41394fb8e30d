-- When a drawer was last counted without being closed, for the log: a count has no version of its own.
alter table cash_sessions add column counted_at timestamptz;
