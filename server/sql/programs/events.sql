-- What a change tells the webhooks of its company: a delivery for each webhook that wants the event, in the transaction of the change.

-- The webhooks of a company that an event goes to. It looks up an index that is empty for a company without webhooks.
create or replace function webhooks_for(of_company uuid, told text) returns setof uuid language sql stable as $$
  select w.id from webhooks w
  where w.company_id = of_company and w.deleted_at is null and not w.is_paused and told = any(w.events)
$$;

create or replace function instant_text(at timestamptz) returns text language sql immutable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create or replace function delivery_body(delivery uuid, event text, at timestamptz, data jsonb) returns text
language sql immutable parallel safe as $$
  select json_build_object('id', delivery, 'type', event, 'timestamp', instant_text(at), 'data', data)::text
$$;

create or replace function tell_status_changes() returns trigger language plpgsql as $$
declare
  told constant text := 'package.status_changed';
begin
  if not exists (select from (select n.company_id from new_rows n limit 1) one, webhooks_for(one.company_id, told)) then
    return null;
  end if;
  with made as materialized (
    select n.*, uuidv7() as delivery_id, w as webhook_id
    from new_rows n cross join lateral webhooks_for(n.company_id, told) w
  )
  insert into webhook_deliveries (company_id, id, webhook_id, event, body)
  select m.company_id, m.delivery_id, m.webhook_id, told,
         delivery_body(m.delivery_id, told, m.created_at, jsonb_build_object(
           'packageId', p.id, 'number', p.company_package_id, 'tracking', p.tracking,
           'warehouseTracking', p.warehouse_tracking, 'clientId', p.client_id,
           'from', case when m.from_name is not null then jsonb_build_object('id', m.from_status_id, 'name', m.from_name) end,
           'to', case when m.to_name is not null then jsonb_build_object('id', m.to_status_id, 'name', m.to_name) end))
  from made m
  -- Each package is found by its id, however many moved.
  cross join lateral (
    select k.id, k.company_package_id, k.tracking, k.warehouse_tracking, k.client_id from packages k
    where k.company_id = m.company_id and k.id = m.package_id offset 0
  ) p;
  return null;
end $$;

create or replace function tell_invoice() returns trigger language plpgsql as $$
declare
  told text[] := case new.status when 'paid' then array['invoice.paid'] when 'cancelled' then array['invoice.voided'] else '{}' end;
begin
  -- Most companies have no webhook: to prepare the statement below takes several times as long as this look-up.
  if not exists (select from webhooks w where w.company_id = new.company_id and w.deleted_at is null) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    told := array['invoice.created'] || told;
  end if;
  with made as materialized (
    select e.event, e.position, w as webhook_id, uuidv7() as delivery_id
    from unnest(told) with ordinality e (event, position) cross join lateral webhooks_for(new.company_id, e.event) w
  )
  insert into webhook_deliveries (company_id, id, webhook_id, event, body)
  select new.company_id, m.delivery_id, m.webhook_id, m.event,
         delivery_body(m.delivery_id, m.event, app_now(), jsonb_build_object(
           'invoiceId', new.id, 'number', new.company_invoice_id, 'status', new.status, 'clientId', new.client_id,
           'currencyCode', new.currency_code, 'totalAmount', new.total_amount, 'paidTotal', new.paid_total,
           'pendingTotal', case when new.status = 'cancelled' then 0 else new.pending_total end))
  from made m
  order by m.position;
  return null;
end $$;

create or replace function tell_new_clients() returns trigger language plpgsql as $$
declare
  told constant text := 'client.created';
begin
  if not exists (select from (select n.company_id from added n limit 1) one, webhooks_for(one.company_id, told)) then
    return null;
  end if;
  with made as materialized (
    select n.*, uuidv7() as delivery_id, w as webhook_id
    from added n cross join lateral webhooks_for(n.company_id, told) w
  )
  insert into webhook_deliveries (company_id, id, webhook_id, event, body)
  select m.company_id, m.delivery_id, m.webhook_id, told,
         delivery_body(m.delivery_id, told, m.created_at, jsonb_build_object(
           'clientId', m.id, 'casillero', m.casillero, 'firstName', m.first_name, 'lastNames', m.last_names,
           'phone', m.phone, 'isSignedUp', m.is_signed_up))
  from made m
  order by m.delivery_id;
  return null;
end $$;
