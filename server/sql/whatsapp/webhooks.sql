set local role casillero_definer;

-- The company behind a webhook's address.
create or replace function session_of_webhook(token text)
returns table (company_id uuid, name text, hmac_key text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select s.company_id, s.name, s.hmac_key from whatsapp_sessions s where s.webhook_token = token
$$;

-- A name whose number is not known and may be asked for now; after five questions it is left alone.
create or replace function claim_alias() returns table (company_id uuid, alias text, session_name text)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  update chat_aliases a
  set asks = a.asks + 1,
      next_ask_at = clock_timestamp()
        + (array['1 minute', '10 minutes', '1 hour', '1 day']::interval[])[a.asks + 1]
  where (a.company_id, a.alias) = (
    select c.company_id, c.alias from chat_aliases c
    join whatsapp_sessions s on s.company_id = c.company_id and s.status = 'WORKING' and s.error is null
    join companies owner on owner.id = c.company_id and owner.status = 'active'
    where c.next_ask_at <= clock_timestamp()
    order by c.next_ask_at limit 1
    for update of c skip locked
  )
  returning a.company_id, a.alias, (select s.name from whatsapp_sessions s where s.company_id = a.company_id)
$$;

grant execute on function session_of_webhook, claim_alias to casillero_app;
