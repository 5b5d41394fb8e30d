set local role casillero_definer;

-- Housekeeping, hourly: what can no longer matter.
create or replace function sweep_expired() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sessions s where s.last_seen_at < app_now() - interval '12 hours' or s.created_at < app_now() - interval '7 days';
  delete from sign_in_tries t where t.last_try_at < app_now() - interval '1 day';
  delete from sign_in_failures t where t.failed_at < app_now() - interval '1 day';
  delete from known_origins k where k.seen_at < app_now() - interval '90 days';
  delete from address_failures f where f.minute < app_now() - interval '1 hour';
  delete from idempotency_keys k where k.created_at < app_now() - interval '7 days';
$$;

grant execute on function sweep_expired to casillero_app;
