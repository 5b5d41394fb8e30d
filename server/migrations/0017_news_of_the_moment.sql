-- A message says what is so when it leaves: its row keeps what happened, and its text is made anew then. The text that is
-- written with the row stays, for a server of the version before that sends beside this one.

alter table messages
  -- What it tells of; null in rows of the version before, whose text leaves as it is.
  add column occasion text check (occasion in ('status', 'shipping', 'correction')),
  -- The status that is told: a package that is in it no more takes its message along.
  add column status_id uuid,
  -- Who cancelled it while it waited, as they were called then.
  add column cancelled_by text,
  add foreign key (company_id, status_id) references statuses (company_id, id) on delete restrict,
  add check ((occasion = 'status') = (status_id is not null));
create index on messages (company_id, status_id);

alter table message_packages
  -- False once the package has left a message that waited.
  add column is_told boolean not null default true,
  -- What the client was told of the package, so that a correction is known as one.
  add column told_weight numeric,
  add column told_price numeric;
grant update (is_told, told_weight, told_price) on message_packages to casillero_app;
-- Of messages that have left already: what their packages say today.
update message_packages l set told_weight = p.weight, told_price = p.total_price
from packages p, messages m
where p.company_id = l.company_id and p.id = l.package_id and p.deleted_at is null
  and m.company_id = l.company_id and m.id = l.message_id and m.state in ('sent', 'delivered', 'read');

-- Why a message has nothing to tell of a package any more; null while it has. It looks nothing up, so that it becomes part of
-- the statement that asks it.
create function why_untold(
  occasion text, told_client uuid, told_status uuid, deleted_at timestamptz, client_id uuid, status_id uuid
) returns text language sql immutable as $$
  select case
    when occasion is null then null
    when deleted_at is not null then 'El paquete se eliminó antes de que saliera el aviso'
    when client_id is distinct from told_client then 'El paquete pasó a otro cliente antes de que saliera el aviso'
    when occasion = 'status' and status_id is distinct from told_status
      then 'El paquete cambió de estado antes de que saliera el aviso'
  end
$$;

-- A package that was deleted, moved on or changed hands leaves the messages that wait; one without packages is cancelled.
create function leave_waiting_messages() returns trigger language plpgsql as $$
declare
  companies uuid[];
  moved uuid[];
  waiting uuid[];
  ended uuid[];
begin
  select array_agg(distinct n.company_id), array_agg(n.id) into companies, moved
  from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
  where (n.status_id, n.client_id, n.deleted_at) is distinct from (o.status_id, o.client_id, o.deleted_at);
  if moved is null then
    return null;
  end if;
  -- Each message is found by its id: a plan made while the queue was short would read all of a long one for each.
  select array_agg(distinct m.id) into waiting
  from message_packages l
  cross join lateral (
    select w.id, w.state, w.occasion from messages w where w.company_id = l.company_id and w.id = l.message_id offset 0
  ) m
  where l.company_id = any(companies) and l.package_id = any(moved) and m.state = 'queued' and m.occasion is not null;
  if waiting is null then
    return null;
  end if;
  -- One that leaves at this moment is looked at there.
  select array_agg(t.id) into waiting
  from (
    select m.id from messages m where m.company_id = any(companies) and m.id = any(waiting) and m.state = 'queued' for update
  ) t;
  with gone as materialized (
    select l.company_id, l.message_id, min(why_untold(w.occasion, w.client_id, w.status_id, p.deleted_at, p.client_id, p.status_id)) as why
    from message_packages l
    join messages w on w.company_id = l.company_id and w.id = l.message_id
    join packages p on p.company_id = l.company_id and p.id = l.package_id
    where l.company_id = any(companies) and l.message_id = any(waiting) and l.is_told
    group by l.company_id, l.message_id
    having bool_and(why_untold(w.occasion, w.client_id, w.status_id, p.deleted_at, p.client_id, p.status_id) is not null)
  ),
  cancelled as (
    update messages m set state = 'cancelled', error = gone.why, updated_at = clock_timestamp()
    from gone where m.company_id = gone.company_id and m.id = gone.message_id
    returning m.id
  )
  select coalesce(array_agg(c.id), '{}') into ended from cancelled c;
  update message_packages l set is_told = false
  from messages m, packages p
  where l.company_id = any(companies) and l.message_id = any(waiting) and l.message_id <> all(ended) and l.is_told
    and m.company_id = l.company_id and m.id = l.message_id
    and p.company_id = l.company_id and p.id = l.package_id
    and why_untold(m.occasion, m.client_id, m.status_id, p.deleted_at, p.client_id, p.status_id) is not null;
  return null;
end $$;
-- A seed that writes weeks at once says so: its messages left as it went.
create trigger leave_waiting_messages after update on packages referencing old table as old_rows new table as new_rows
  for each statement when (coalesce(current_setting('app.history', true), '') = '') execute function leave_waiting_messages();

-- A voided invoice brings nothing to the door.
create function cancel_shipping_news() returns trigger language plpgsql as $$
begin
  update messages m
  set state = 'cancelled', error = 'La factura se anuló antes de que saliera el aviso', updated_at = clock_timestamp()
  where m.company_id = new.company_id and m.invoice_id = new.id and m.state = 'queued' and m.occasion is not null;
  return null;
end $$;
create trigger cancel_shipping_news after update of status on invoices for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled' and coalesce(current_setting('app.history', true), '') = '')
  execute function cancel_shipping_news();

-- A company that was seeded: its clients are invented, so its messages leave through the stand-in of a gateway alone.
alter table companies add column is_demo boolean not null default false;
select set_config('app.audit', 'off', true);
update companies c set is_demo = true
where c.subdomain in ('demo', 'master')
  and exists (select from users u where u.company_id = c.id and u.email in ('admin@demo.test', 'admin@master.test'));
select set_config('app.audit', '', true);

grant create on schema public to casillero_definer;
set local role casillero_definer;
grant execute on function audit_resend to session_user;

-- What time alone decides; and that a gateway which leads to real phones gets nothing of a seeded company.
create or replace function settle_messages(installation_pace jsonb) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into gateway_turns as t (name, taken_at, pace) values ('messages', clock_timestamp(), installation_pace)
  on conflict (name) do update set taken_at = clock_timestamp(), pace = installation_pace;
  update messages m set state = 'expired', error = 'El aviso perdió vigencia antes de poder enviarse', updated_at = clock_timestamp()
  where m.state = 'queued' and m.expires_at < app_now();
  update messages m
  set state = 'unknown', lease_until = null, updated_at = clock_timestamp(),
      error = 'No se sabe si WhatsApp lo envió; revise el chat antes de reenviarlo'
  where m.state = 'sending' and m.lease_until < clock_timestamp();
  update messages m set state = 'cancelled', error = 'El cliente pidió no recibir mensajes', updated_at = clock_timestamp()
  from clients c
  where m.state = 'queued' and c.company_id = m.company_id and c.id = m.client_id and not c.messages_allowed;
  update messages m
  set state = 'cancelled', error = 'Es una empresa de demostración: sus avisos no salen a teléfonos reales', updated_at = clock_timestamp()
  from companies c
  where installation_pace ->> 'isStandIn' = 'false' and m.state = 'queued' and c.id = m.company_id and c.is_demo;
  delete from webhook_events w where w.received_at < clock_timestamp() - interval '2 days';
$$;

-- The next message that may leave: one in flight per company, paced like a person, known chats before cold ones.
create or replace function claim_message(other_pace jsonb)
returns table (
  company_id uuid, message_id uuid, session_name text, phone text, body text, gateway_message_id text, attempts int
)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  found_company uuid;
  found_session uuid;
  found_message uuid;
  is_first boolean;
  own jsonb;
  at timestamptz := clock_timestamp();
begin
  select s.company_id, s.id, next.id, next.is_first, p.own
    into found_company, found_session, found_message, is_first, own
  from whatsapp_sessions s
  join companies c on c.id = s.company_id and c.status = 'active' and (not c.is_demo or other_pace ->> 'isStandIn' = 'true')
  cross join lateral (select default_pace() || other_pace || s.pace as own) p
  cross join lateral (
    select s.next_first_contact_at <= at and first_contacts_left(s.company_id, p.own, s.linked_at) > 0 as are_strangers_met
  ) f
  cross join lateral (
    select m.id, m.to_stranger as is_first
    from messages m
    join clients k on k.company_id = m.company_id and k.id = m.client_id and k.messages_allowed
    where m.company_id = s.company_id and m.state = 'queued' and m.to_stranger <= f.are_strangers_met
      and m.next_at <= at and m.expires_at >= app_now()
      -- One after the other, or news would overtake each other.
      and not exists (
        select from messages o
        where o.company_id = m.company_id and o.client_id = m.client_id and o.state = 'queued' and o.id < m.id
          and o.expires_at >= app_now()
      )
    order by m.to_stranger, m.next_at, m.id
    limit 1
  ) next
  where s.status = 'WORKING' and s.error is null and s.wanted is null and s.next_send_at <= at and s.paused_until <= at
    and not is_quiet((p.own ->> 'quietFromHour')::int, (p.own ->> 'quietToHour')::int)
    and not exists (select from messages f where f.company_id = s.company_id and f.state = 'sending')
  order by s.next_send_at
  limit 1
  for update of s skip locked;
  if not found then
    return;
  end if;
  update whatsapp_sessions s
  set next_send_at = at + random_ms(own, 'known'),
      next_first_contact_at = case when is_first then at + random_ms(own, 'first') else s.next_first_contact_at end
  where s.company_id = found_company and s.id = found_session;
  return query
    update messages m
    set state = 'sending', first_contact_at = case when is_first then at else m.first_contact_at end,
        lease_until = at + interval '1 millisecond' * (own ->> 'leaseMs')::numeric, error = null, updated_at = at
    where m.company_id = found_company and m.id = found_message and m.state = 'queued'
    returning m.company_id, m.id, (select s.name from whatsapp_sessions s where s.company_id = m.company_id), m.phone, m.body,
              m.gateway_message_id, m.attempts;
end $$;
reset role;
revoke create on schema public from casillero_definer;

-- What a person cancels stands in the log, as what a person sends again does.
create trigger audit_cancel after update of state on messages for each row
  when (current_user_id() is not null and new.state = 'cancelled' and old.state <> 'cancelled' and new.cancelled_by is not null)
  execute function audit_resend();
