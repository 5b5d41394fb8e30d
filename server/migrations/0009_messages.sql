-- WhatsApp: one gateway session per company, the texts, and the outbox. The table is the queue: rows are written in the
-- transaction of the business change, a worker claims them through the functions below and does the network.

-- What the log needs to know of texts; and what a company starts with is no change of anybody's.
create or replace function audit_label(entity text, r jsonb) returns text language sql immutable as $$
  select coalesce(case entity
    when 'clients' then concat_ws(' ', r ->> 'casillero', r ->> 'first_name', r ->> 'last_names')
    when 'packages' then '#' || (r ->> 'company_package_id')
    when 'invoices' then '#' || (r ->> 'company_invoice_id')
    when 'invoice_payments' then concat_ws(' ', r ->> 'total', r ->> 'currency_code')
    when 'users' then r ->> 'full_name'
    when 'currencies' then r ->> 'code'
    when 'templates' then r ->> 'title'
    else r ->> 'name'
  end, '')
$$;
grant create on schema public to casillero_definer;
set local role casillero_definer;
create or replace function audit_update() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('app.audit', true) = 'off' then
    return null;
  end if;
  perform write_audit(tg_table_name,
                      case when changed.after ? 'deleted_at' then 'delete' else 'update' end,
                      coalesce((n ->> 'company_id')::uuid, (n ->> 'id')::uuid), (n ->> 'id')::uuid,
                      audit_label(tg_table_name, n), changed.before, changed.after)
  from (select to_jsonb(b) as o, to_jsonb(a) as n from old_rows b join new_rows a on a.id = b.id) rows
  cross join lateral (
    select jsonb_object_agg(e.key, e.before) as before, jsonb_object_agg(e.key, e.after) as after
    from (
      select v.key, audit_values(o) -> v.key as before, v.value as after
      from jsonb_each(audit_values(n)) v
      where v.value is distinct from audit_values(o) -> v.key
      union all
      -- That a password was changed is told, what it was or became is not.
      select 'password', '"••••••"', '"••••••"' where n -> 'password_hash' is distinct from o -> 'password_hash'
    ) e
  ) changed
  where changed.after is not null;
  return null;
end $$;
-- So that this and later migrations can put further tables under the log.
grant execute on function audit_insert, audit_update to session_user;
reset role;
revoke create on schema public from casillero_definer;

create table templates (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  key text not null check (key ~ '^[a-z_]{1,40}$'),
  title text not null check (length(title) between 1 and 80),
  default_content text not null check (length(default_content) between 1 and 4096),
  custom_content text check (length(custom_content) between 1 and 4096),
  -- News that is older than this is not worth telling any more.
  expires_after interval not null default '48 hours',
  position int not null,
  version int not null default 1,
  primary key (company_id, id),
  unique (company_id, key)
);
call tenant_table('templates', 'select, insert, update');
create trigger bump_version before update on templates for each row execute function bump_version();
call audit_table('templates');

alter table statuses add column template_id uuid;
alter table statuses add foreign key (company_id, template_id) references templates (company_id, id) on delete restrict;
create index on statuses (company_id, template_id);

alter table clients
  add column messages_allowed boolean not null default true,
  -- When they last wrote to us or read what we wrote: such a chat is no cold contact.
  add column chat_known_at timestamptz;
create index on clients (company_id, phone) where deleted_at is null;
-- That somebody read a message is no change that a clerk with the form open has to hear of, and nothing for the log.
drop trigger bump_version on clients;
create trigger bump_version before update on clients for each row
  when (old.chat_known_at is not distinct from new.chat_known_at) execute function bump_version();
create or replace function audit_values(r jsonb) returns jsonb language sql immutable as $$
  select r - array['company_id', 'id', 'password_hash', 'full_name', 'search_text', 'client_search_text', 'sort_name',
                   'maritimo', 'aereo', 'version', 'created_at', 'updated_at', 'chat_known_at']
$$;

create table whatsapp_sessions (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  -- Opaque and stable; the gateway knows a company by it and by nothing else.
  name text not null unique check (name ~ '^[a-zA-Z0-9_-]{8,54}$'),
  webhook_token text not null unique check (length(webhook_token) >= 32),
  hmac_key text not null check (length(hmac_key) >= 32),
  status text not null default 'STOPPED',
  -- The gateway's own time of that status: events come late and out of order.
  status_at timestamptz,
  linked_name text,
  linked_at timestamptz,
  error text,
  qr text,
  qr_at timestamptz,
  qr_wanted_until timestamptz,
  -- What an admin asked for and the worker has yet to do.
  wanted text check (wanted in ('start', 'restart', 'logout')),
  lease_until timestamptz,
  -- Pacing: not before these moments, and why.
  next_send_at timestamptz not null default '-infinity',
  next_first_contact_at timestamptz not null default '-infinity',
  paused_until timestamptz not null default '-infinity',
  pause_reason text,
  -- What of the installation's pacing is different for this company.
  pace jsonb not null default '{}',
  updated_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  unique (company_id)
);
call tenant_table('whatsapp_sessions', 'select, insert, update');

create table messages (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  id uuid not null default uuidv7(),
  -- One message for one event, whatever is tried again.
  event_key text not null,
  client_id uuid not null,
  template_id uuid not null,
  invoice_id uuid,
  phone text not null check (phone ~ '^[0-9]{8,15}$'),
  body text not null check (length(body) > 0),
  -- Chosen before it is sent, so that an acknowledgement finds its row even when the answer was lost.
  gateway_message_id text not null,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'cancelled', 'expired')),
  attempts int not null default 0 check (attempts >= 0),
  next_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  lease_until timestamptz,
  -- Whether its client has never written nor read. As the client's own field says, but the next one to send is found by it.
  to_stranger boolean not null default true,
  -- When it was tried as the first one to somebody who had never written nor read: such chats are counted a day.
  first_contact_at timestamptz,
  error text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- When WhatsApp itself first acknowledged it: that the gateway took it proves nothing.
  confirmed_at timestamptz,
  -- What WhatsApp calls the chat by where it keeps numbers to itself; an answer comes under the same name.
  chat_alias text,
  primary key (company_id, id),
  unique (company_id, event_key),
  unique (company_id, gateway_message_id),
  foreign key (company_id, client_id) references clients (company_id, id) on delete restrict,
  foreign key (company_id, template_id) references templates (company_id, id) on delete restrict,
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict
);
-- One in flight per company, whatever the workers do.
create unique index messages_company_id_sending_key on messages (company_id) where state = 'sending';
-- The next one of a company, known chats first, and the earlier ones to the same client: one look each, however long the queue.
create index on messages (company_id, to_stranger, next_at, id) where state = 'queued';
create index on messages (company_id, client_id, id) where state = 'queued';
create index on messages (company_id, created_at desc, id desc);
create index on messages (company_id, client_id, created_at desc);
create index on messages (company_id, first_contact_at) where first_contact_at is not null;
create index on messages (company_id, state, created_at desc);
create index on messages (company_id, chat_alias, id) where chat_alias is not null;
create index on messages (company_id, template_id);
create index on messages (company_id, invoice_id);
call tenant_table('messages', 'select, insert, update');

create table message_packages (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  message_id uuid not null,
  package_id uuid not null,
  primary key (company_id, message_id, package_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete restrict,
  foreign key (company_id, package_id) references packages (company_id, id) on delete restrict
);
create index on message_packages (company_id, package_id);
call tenant_table('message_packages', 'select, insert');

-- Events of the gateway that were seen; it sends them again and again, in any order.
create table webhook_events (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  event_id text not null check (length(event_id) between 1 and 100),
  received_at timestamptz not null default clock_timestamp(),
  primary key (company_id, event_id)
);
create index on webhook_events (received_at);
call tenant_table('webhook_events', 'select, insert');

-- One poll of all sessions at a time, however many servers run.
create table gateway_turns (
  name text primary key,
  taken_at timestamptz not null,
  -- With the turn of the messages: what this installation has set of its pace.
  pace jsonb not null default '{}'
);
alter table gateway_turns enable row level security;
alter table gateway_turns force row level security;
create policy trusted on gateway_turns to casillero_definer, current_user using (true) with check (true);

grant select, insert, update on gateway_turns to casillero_definer;
grant select, update on whatsapp_sessions, messages to casillero_definer;
grant select, insert on templates to casillero_definer;
grant select, delete on webhook_events to casillero_definer;
grant select, update (template_id) on statuses to casillero_definer;

create function take_gateway_turn(turn text, every_ms int) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with taken as (
    insert into gateway_turns as t (name, taken_at) values (turn, clock_timestamp())
    on conflict (name) do update set taken_at = clock_timestamp()
    where t.taken_at <= clock_timestamp() - every_ms * interval '1 millisecond'
    returning 1
  )
  select exists (select from taken)
$$;

-- The company behind a webhook's address.
create function session_of_webhook(token text)
returns table (company_id uuid, name text, hmac_key text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select s.company_id, s.name, s.hmac_key from whatsapp_sessions s where s.webhook_token = token
$$;

-- When the gateway was last asked for all sessions; null where none is configured.
create function gateway_polled_at() returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.taken_at from gateway_turns t where t.name = 'poll'
$$;

-- What one poll of the gateway says of all sessions: [{name, status, me}]. Sessions it does not know are stopped; one with a
-- linked phone that stays so is started again.
create function apply_gateway_sessions(seen jsonb, revive_ms int) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update whatsapp_sessions s
  set status = coalesce(g.status, 'STOPPED'),
      status_at = clock_timestamp(),
      linked_name = coalesce(g.me, s.linked_name),
      linked_at = case when g.status = 'WORKING' then coalesce(s.linked_at, clock_timestamp()) else s.linked_at end,
      qr = case when g.status = 'SCAN_QR_CODE' then s.qr end,
      error = null,
      updated_at = clock_timestamp()
  from whatsapp_sessions own
  left join jsonb_to_recordset(seen) as g (name text, status text, me text) on g.name = own.name
  where s.company_id = own.company_id and s.id = own.id and s.wanted is null
    and (s.status <> coalesce(g.status, 'STOPPED') or s.error is not null or s.linked_name is distinct from coalesce(g.me, s.linked_name));
  update whatsapp_sessions s
  set wanted = 'start', status = 'STARTING', status_at = clock_timestamp(), updated_at = clock_timestamp()
  where s.status = 'STOPPED' and s.wanted is null and s.linked_at is not null
    and s.status_at <= clock_timestamp() - revive_ms * interval '1 millisecond'
$$;

-- The gateway could not be asked: every session is as good as down, and says why.
create function note_gateway_failure(reason text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update whatsapp_sessions s set error = reason, updated_at = clock_timestamp() where s.error is distinct from reason
$$;

-- The next thing an admin asked for; the lease keeps it from being done twice at once.
create function claim_lifecycle(lease_ms int)
returns table (company_id uuid, name text, webhook_token text, hmac_key text, wanted text)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  update whatsapp_sessions s
  set lease_until = clock_timestamp() + lease_ms * interval '1 millisecond'
  where (s.company_id, s.id) = (
    select c.company_id, c.id from whatsapp_sessions c
    join companies owner on owner.id = c.company_id and owner.status = 'active'
    where c.wanted is not null and (c.lease_until is null or c.lease_until < clock_timestamp())
    order by c.updated_at limit 1
    for update of c skip locked
  )
  returning s.company_id, s.name, s.webhook_token, s.hmac_key, s.wanted
$$;

-- What was wished for since then stays a wish.
create function finish_lifecycle(for_company uuid, done text, new_status text, problem text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update whatsapp_sessions s
  set wanted = nullif(s.wanted, done), lease_until = null, status = new_status, status_at = clock_timestamp(),
      error = problem, qr = null,
      linked_at = case when done = 'logout' and problem is null then null else s.linked_at end,
      linked_name = case when done = 'logout' and problem is null then null else s.linked_name end,
      updated_at = clock_timestamp()
  where s.company_id = for_company
$$;

-- A session whose QR somebody is looking at and whose picture is old.
create function claim_qr(every_ms int) returns table (company_id uuid, name text)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  update whatsapp_sessions s set qr_at = clock_timestamp()
  where (s.company_id, s.id) = (
    select c.company_id, c.id from whatsapp_sessions c
    join companies owner on owner.id = c.company_id and owner.status = 'active'
    where c.status = 'SCAN_QR_CODE' and c.wanted is null and c.qr_wanted_until > clock_timestamp()
      and (c.qr is null or c.qr_at is null or c.qr_at <= clock_timestamp() - every_ms * interval '1 millisecond')
      and (c.qr_at is null or c.qr_at <= clock_timestamp() - least(every_ms, 1000) * interval '1 millisecond')
    order by c.qr_at nulls first limit 1
    for update of c skip locked
  )
  returning s.company_id, s.name
$$;

create function keep_qr(for_company uuid, picture text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update whatsapp_sessions s set qr = picture, updated_at = clock_timestamp()
  where s.company_id = for_company and s.status = 'SCAN_QR_CODE'
$$;

-- Whether messages may leave now: quiet hours are Managua's, and may span midnight.
create function is_quiet(from_hour int, to_hour int) returns boolean
language sql stable as $$
  select case
    when from_hour = to_hour then false
    when from_hour < to_hour then h >= from_hour and h < to_hour
    else h >= from_hour or h < to_hour
  end
  from (select extract(hour from app_now() at time zone 'America/Managua')::int as h) t
$$;

-- What time alone decides: news that got old, and sends whose outcome never showed.
create function settle_messages(installation_pace jsonb) returns void
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
  delete from webhook_events w where w.received_at < clock_timestamp() - interval '2 days';
$$;

-- How a person would send: known chats every few seconds, strangers rarely and few a day, nobody at night.
create function default_pace() returns jsonb language sql immutable as $$
  select jsonb_build_object('quietFromHour', 20, 'quietToHour', 7, 'knownLeastMs', 4000, 'knownMostMs', 8000,
                            'firstLeastMs', 30000, 'firstMostMs', 60000, 'firstContactsPerDay', 20, 'firstContactsMost', 150,
                            'leaseMs', 60000)
$$;

-- The pace of this installation, for saying why messages wait.
create function known_pace() returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select default_pace() || coalesce((select t.pace from gateway_turns t where t.name = 'messages'), '{}')
$$;

-- A random time between a pace's bounds: people do not write at exact intervals.
create function random_ms(pace jsonb, kind text) returns interval
language sql volatile as $$
  select interval '1 millisecond' * ((pace ->> (kind || 'LeastMs'))::numeric
    + random()::numeric * ((pace ->> (kind || 'MostMs'))::numeric - (pace ->> (kind || 'LeastMs'))::numeric))
$$;

-- How many strangers may still be written to today: more each day since the phone was linked, up to the most. One that is
-- back in the queue counts when it is tried again.
create function first_contacts_left(for_company uuid, pace jsonb, linked_at timestamptz) returns numeric
language sql stable as $$
  select least((pace ->> 'firstContactsMost')::numeric,
               (pace ->> 'firstContactsPerDay')::numeric
                 * power(1.2, extract(day from clock_timestamp() - coalesce(linked_at, clock_timestamp()))))
    - (select count(*) from messages m
       where m.company_id = for_company and m.state <> 'queued'
         and m.first_contact_at >= date_trunc('day', clock_timestamp(), 'America/Managua'))
$$;

-- The next message that may leave: one in flight per company, paced like a person, known chats before cold ones.
create function claim_message(other_pace jsonb)
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
  join companies c on c.id = s.company_id and c.status = 'active'
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

-- What a person does here stands in the log; what the worker and the gateway report is no deed of anybody.
create function audit_wish() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform write_audit('whatsapp_sessions', 'update', new.company_id, new.id, '',
                      jsonb_build_object('wanted', case when tg_op = 'UPDATE' then old.wanted end),
                      jsonb_build_object('wanted', new.wanted));
  return null;
end $$;
create trigger audit_wish_insert after insert on whatsapp_sessions for each row
  when (current_user_id() is not null) execute function audit_wish();
create trigger audit_wish_update after update of wanted on whatsapp_sessions for each row
  when (current_user_id() is not null and new.wanted is not null) execute function audit_wish();

create function audit_resend() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform write_audit('messages', 'update', new.company_id, new.id,
                      (select audit_label('clients', to_jsonb(c)) from clients c where c.company_id = new.company_id and c.id = new.client_id),
                      jsonb_build_object('state', old.state), jsonb_build_object('state', new.state));
  return null;
end $$;
create trigger audit_resend after update of state on messages for each row
  when (current_user_id() is not null and new.state = 'queued' and old.state <> 'queued') execute function audit_resend();

-- Texts that a company starts with, and which status tells which.
create function add_default_templates(for_company uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into templates (company_id, position, key, title, expires_after, default_content) values
    (for_company, 1, 'received', 'Paquete recibido en bodega', '48 hours',
     E'Hola {{nombre_cliente}}, recibimos su paquete en la bodega de Miami.\n\nTracking: {{tracking}}\nContenido: {{contenido}}\nCasillero: *{{casillero_cliente}}*\n\nLe avisaremos cuando salga hacia Nicaragua. Si no desea recibir avisos, responda BAJA.'),
    (for_company, 2, 'in_transit', 'Paquete en tránsito', '48 hours',
     E'Hola {{nombre_cliente}}, su paquete va en camino a Nicaragua ({{metodo_envio}}).\n\nTracking: {{tracking}}'),
    (for_company, 3, 'customs', 'Paquete en aduana', '48 hours',
     E'Hola {{nombre_cliente}}, su paquete está en aduana. Le avisaremos en cuanto pueda retirarlo.\n\nTracking: {{tracking}}'),
    (for_company, 4, 'ready', 'Paquete listo para retirar', '72 hours',
     E'Hola {{nombre_cliente}}, su paquete está *listo para retirar*.\n\nTracking: {{tracking}}\nPeso: {{peso}}\nTotal: *{{precio_total}}*\n\nLe esperamos.'),
    (for_company, 5, 'delivered', 'Paquete entregado', '24 hours',
     E'Hola {{nombre_cliente}}, entregamos su paquete. ¡Gracias por su confianza!\n\nTracking: {{tracking}}'),
    (for_company, 6, 'shipping', 'Envío a domicilio', '48 hours',
     E'Hola {{nombre_cliente}}, enviaremos su paquete a domicilio ({{tipo_envio_cliente}}).\n\nDirección: {{direccion_completa}}\nCosto del envío: {{precio_envio}}\nTracking: {{tracking}}');
  update statuses s set template_id = t.id
  from templates t
  where s.company_id = for_company and t.company_id = for_company and s.template_id is null
    and t.key = case s.order_position
      when 1 then 'received' when 2 then 'in_transit' when 3 then 'customs' when 4 then 'ready' when 5 then 'delivered' end;
end $$;

select set_config('app.audit', 'off', true);
select add_default_templates(c.id) from companies c;
select set_config('app.audit', '', true);

revoke execute on function add_default_templates from casillero_app;

revoke execute on function audit_wish, audit_resend from casillero_app;

grant create on schema public to casillero_definer;
alter function take_gateway_turn owner to casillero_definer;
alter function gateway_polled_at owner to casillero_definer;
alter function session_of_webhook owner to casillero_definer;
alter function apply_gateway_sessions owner to casillero_definer;
alter function note_gateway_failure owner to casillero_definer;
alter function claim_lifecycle owner to casillero_definer;
alter function finish_lifecycle owner to casillero_definer;
alter function claim_qr owner to casillero_definer;
alter function keep_qr owner to casillero_definer;
alter function settle_messages owner to casillero_definer;
alter function known_pace owner to casillero_definer;
alter function claim_message owner to casillero_definer;
alter function add_default_templates owner to casillero_definer;
alter function audit_wish owner to casillero_definer;
alter function audit_resend owner to casillero_definer;
set local role casillero_definer;
create or replace function open_company(new_name text, new_subdomain text, as_operator boolean)
returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  opened uuid;
begin
  insert into companies as c (name, subdomain, is_operator) values (new_name, new_subdomain, as_operator)
  returning c.id into opened;
  -- One entry in the log says it all; what a company starts with needs none.
  perform set_config('app.audit', 'off', true);
  insert into company_counters (company_id, kind)
  values (opened, 'client'), (opened, 'package'), (opened, 'invoice');
  insert into statuses (company_id, order_position, name, is_final_status, role) values
    (opened, 1, 'Recibido en bodega US', false, 'warehouse_us'),
    (opened, 2, 'En tránsito', false, null),
    (opened, 3, 'En aduana', false, null),
    (opened, 4, 'Listo para retirar', false, 'ready'),
    (opened, 5, 'Entregado', true, null);
  insert into currencies (company_id, code, name, symbol, rate_compra, rate_venta, is_default, search_text) values
    (opened, 'USD', 'Dólar estadounidense', 'US$', 1, 1, true, '|usd|dolar estadounidense|us$|'),
    (opened, 'NIO', 'Córdoba', 'C$', 36.80, 36.40, false, '|nio|cordoba|c$|');
  insert into shipping_methods (company_id, name, is_default) values (opened, 'Entrega a domicilio', true);
  perform add_default_templates(opened);
  perform set_config('app.audit', '', true);
  return opened;
end $$;
reset role;
revoke create on schema public from casillero_definer;
