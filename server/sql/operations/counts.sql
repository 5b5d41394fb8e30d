set local role casillero_definer;

-- Messages that wait or are on their way all count, ended ones those of the last day: the history only ever grows.
create or replace function installation_counts()
returns table (sessions bigint, idempotency_keys bigint, messages jsonb, oldest_queued_seconds double precision)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select
    (select count(*) from sessions s
     where s.last_seen_at > app_now() - interval '12 hours' and s.created_at > app_now() - interval '7 days'),
    (select count(*) from idempotency_keys),
    (select jsonb_object_agg(t.state, t.n) from (
      select 'queued' as state, count(*) as n from messages m where m.state = 'queued'
      union all
      select 'sending', count(*) from messages m where m.state = 'sending'
      union all
      select d.state, sum(d.n) from companies c
      cross join lateral (
        select m.state, count(*) as n from messages m
        where m.company_id = c.id and m.created_at > app_now() - interval '1 day' and m.state not in ('queued', 'sending')
        group by m.state
      ) d
      group by d.state
    ) t),
    (select coalesce(greatest(0, extract(epoch from app_now() - min(m.created_at))), 0)::double precision
     from messages m where m.state = 'queued')
$$;

grant execute on function installation_counts to casillero_app;
