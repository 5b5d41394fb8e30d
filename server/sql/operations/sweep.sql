set local role casillero_definer;

-- Housekeeping, hourly: what can no longer matter. Each step is a transaction of its own, so that one that fails stops no other.
create or replace function list_sweeps() returns text[]
language sql immutable as $$
  select '{sessions, sign_in_tries, sign_in_failures, sign_in_tickets, trusted_devices, known_origins, address_failures, token_calls, conversation_repliers, webhook_deliveries, exports, client_links, client_devices, package_photo_contents, received_files, refused_files, signups, idempotency_keys, import_rows, import_files, imports}'::text[]
$$;

create or replace function sweep_expired(step text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  case step
  when 'sessions' then
    delete from sessions s where s.last_seen_at < app_now() - interval '12 hours' or s.created_at < app_now() - interval '7 days';
  when 'sign_in_tries' then
    delete from sign_in_tries t where t.last_try_at < app_now() - interval '1 day';
  when 'sign_in_failures' then
    delete from sign_in_failures t where t.failed_at < app_now() - interval '1 day';
  when 'sign_in_tickets' then
    delete from sign_in_tickets t where t.expires_at < app_now();
  when 'trusted_devices' then
    delete from trusted_devices d where d.expires_at < app_now();
  when 'known_origins' then
    delete from known_origins k where k.seen_at < app_now() - interval '90 days';
  when 'address_failures' then
    delete from address_failures f where f.minute < app_now() - interval '1 hour';
  when 'token_calls' then
    -- A token that rested for an hour has all of its calls, as one without a row.
    delete from token_calls c where c.counted_at < app_now() - interval '1 hour';
  when 'conversation_repliers' then
    delete from conversation_repliers r where r.until < app_now();
  when 'webhook_deliveries' then
    -- What could not be sent within a day, while its webhook was paused, deleted or resting.
    update webhook_deliveries d set state = 'failed', ended_at = clock_timestamp(), error = 'No se pudo entregar en un día'
    where d.state in ('queued', 'sending') and d.queued_at < clock_timestamp() - interval '25 hours';
    delete from webhook_deliveries d where d.ended_at < clock_timestamp() - interval '30 days';
  when 'exports' then
    -- An export ends within a quarter of an hour, by the time limit of its transaction, and notes how; the server of this one was ended.
    update exports x set outcome = 'interrupted' where x.outcome is null and x.created_at < app_now() - interval '20 minutes';
    delete from exports x where x.created_at < app_now() - interval '90 days';
  when 'client_links' then
    -- The limit of links counts a day back; a device that ended stands in the log.
    delete from client_links l where l.created_at < app_now() - interval '2 days' and (l.ended_at is not null or l.expires_at < app_now());
  when 'client_devices' then
    delete from client_devices d where coalesce(d.ended_at, d.created_at + interval '180 days') < app_now() - interval '30 days';
  when 'package_photo_contents' then
    -- The small picture stays. docs/product/packages.md, "Fotos".
    update package_photo_contents c set content = null
    from package_photos f join packages p on p.company_id = f.company_id and p.id = f.package_id
    join companies k on k.id = f.company_id, make_interval(days => k.photo_days) kept
    where c.content is not null and f.company_id = c.company_id and f.id = c.photo_id and f.created_at < app_now() - kept
      and (p.deleted_at < app_now() - kept
           or coalesce(p.status_since, p.created_at) < app_now() - kept and exists (
             select from statuses s where s.company_id = p.company_id and s.id = p.status_id and s.is_final_status));
  when 'received_files' then
    -- docs/product/vouchers.md, "Files".
    update received_files f set content = null where f.content is not null and f.created_at < app_now() - interval '180 days';
  when 'refused_files' then
    -- What was refused or cancelled, unless something else has the same file.
    update received_files f set content = null
    from (select v.company_id, v.file_id from vouchers v where v.state = 'rejected'
          union select a.company_id, a.file_id from prealerts a where a.cancelled_at is not null and a.file_id is not null) gone
    where f.company_id = gone.company_id and f.id = gone.file_id and f.content is not null
      and not exists (select from vouchers v where v.company_id = f.company_id and v.file_id = f.id and v.state <> 'rejected')
      and not exists (select from prealerts a where a.company_id = f.company_id and a.file_id = f.id and a.cancelled_at is null)
      and not exists (select from conversation_messages m where m.company_id = f.company_id and m.file_id = f.id);
  when 'signups' then
    -- docs/product/sign-up.md, "Limits".
    delete from signups s
    where s.state in ('open', 'ended') and s.client_id is null and s.created_at < app_now() - interval '2 days'
      or s.state = 'rejected' and s.decided_at < app_now() - interval '30 days';
  when 'idempotency_keys' then
    delete from idempotency_keys k where k.created_at < app_now() - interval '7 days';
  when 'import_rows' then
    -- After this a load can no longer be undone, and its rows no longer be read.
    delete from import_rows r using imports i
    where i.company_id = r.company_id and i.id = r.import_id
      and (i.status in ('mapping', 'preview') and i.created_at < app_now() - interval '7 days'
           or i.status in ('done', 'undone', 'failed') and i.ended_at < app_now() - interval '30 days');
  when 'import_files' then
    delete from import_files f using imports i
    where i.company_id = f.company_id and i.id = f.import_id
      and (i.status not in ('mapping', 'preview') or i.created_at < app_now() - interval '7 days');
  when 'imports' then
    delete from imports i where i.status in ('mapping', 'preview') and i.created_at < app_now() - interval '7 days';
  end case;
end $$;

-- Called by a server of the version before.
create or replace function sweep_expired() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select sweep_expired(step) from unnest(list_sweeps()) step
$$;

grant execute on function list_sweeps, sweep_expired(), sweep_expired(text) to casillero_app;

-- Analyses the table that has grown most beyond what the planner knows of it; says whether it did. A crash, a restore and a large import
-- leave autovacuum's counters behind, the sizes of the files never.
create or replace function analyze_grown_table() returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  grown record;
begin
  select c.oid::regclass as name, c.relpages into grown
  from pg_class c, lateral (select pg_relation_size(c.oid) / current_setting('block_size')::int as pages) size
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and size.pages > 32 and size.pages > c.relpages * 1.2
  order by size.pages - c.relpages desc limit 1;
  if not found then
    return false;
  end if;
  -- Another server may be at it.
  execute format('analyze (skip_locked) %s', grown.name);
  return (select c.relpages <> grown.relpages from pg_class c where c.oid = grown.name);
end $$;

grant execute on function analyze_grown_table to casillero_app;
