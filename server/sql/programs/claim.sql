set local role casillero_definer;

-- The next delivery that may be sent, marked as on its way and with what signs it. Of one company `most_at_once` are on their way, and
-- the webhook that was served last longest ago comes first: a receiver that is slow or away keeps its own company waiting alone. One
-- whose sender was killed is claimed again when its time is over.
create or replace function claim_next_delivery(lease_ms int, most_at_once int)
returns table (company_id uuid, delivery_id uuid, webhook_id uuid, address text, secret text, body text, attempts int, queued_at timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
#variable_conflict use_column
declare
  at timestamptz := clock_timestamp();
  candidate record;
  due uuid;
begin
  for candidate in
    select t.company_id, t.webhook_id, w.address, w.secret, w.is_paused
    from webhook_turns t
    join webhooks w on w.company_id = t.company_id and w.id = t.webhook_id and w.deleted_at is null
    join companies c on c.id = t.company_id and c.status = 'active'
    where t.next_at <= at
      and exists (
        select from webhook_deliveries d
        where d.company_id = t.company_id and d.webhook_id = t.webhook_id and d.state in ('queued', 'sending') and d.next_at <= at
          and (d.event = 'webhook.test' or not w.is_paused))
    order by t.served_at
  loop
    -- Claims of a company take turns, also those of two servers: one that has not committed yet counts too.
    continue when not pg_try_advisory_xact_lock(hashtextextended('deliveries of ' || candidate.company_id, 0));
    continue when (
      select count(*) from webhook_deliveries s
      where s.company_id = candidate.company_id and s.state = 'sending' and s.next_at > at) >= most_at_once;
    perform from webhook_turns t
    where t.company_id = candidate.company_id and t.webhook_id = candidate.webhook_id and t.next_at <= at
    for update skip locked;
    continue when not found;
    select d.id into due from webhook_deliveries d
    where d.company_id = candidate.company_id and d.webhook_id = candidate.webhook_id
      and d.state in ('queued', 'sending') and d.next_at <= at and (d.event = 'webhook.test' or not candidate.is_paused)
    order by d.next_at, d.id
    limit 1
    for update skip locked;
    continue when not found;
    update webhook_turns t set served_at = at
    where t.company_id = candidate.company_id and t.webhook_id = candidate.webhook_id;
    return query
      update webhook_deliveries d
      set state = 'sending', attempts = d.attempts + 1, next_at = at + lease_ms * interval '1 millisecond'
      where d.company_id = candidate.company_id and d.id = due
      returning d.company_id, d.id, d.webhook_id, candidate.address, candidate.secret, d.body, d.attempts, d.queued_at;
    return;
  end loop;
end $$;

grant execute on function claim_next_delivery to casillero_app;
