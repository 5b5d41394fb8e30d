-- What a change of a package or an invoice does to the messages that wait.

-- Why a message has nothing to tell of a package any more; null while it has. It looks nothing up, so that it becomes part of
-- the statement that asks it.
create or replace function why_untold(
  occasion text, told_client uuid, told_status uuid, deleted_at timestamptz, client_id uuid, status_id uuid
) returns text language sql immutable as $$
  select case
    when occasion is null then null
    when deleted_at is not null then 'El paquete se eliminó antes de que saliera el aviso'
    when client_id is distinct from told_client then 'El paquete pasó a otro cliente antes de que saliera el aviso'
    when occasion in ('status', 'waiting', 'late') and status_id is distinct from told_status
      then 'El paquete cambió de estado antes de que saliera el aviso'
  end
$$;

-- A package that was deleted, moved on or changed hands leaves the messages that wait; one without packages is cancelled.
create or replace function leave_waiting_messages() returns trigger language plpgsql as $$
declare
  companies uuid[];
  moved uuid[];
  waiting uuid[];
  ended uuid[];
begin
  -- Not a join: a plan that was made for one row would compare each of thousands with each.
  select array_agg(distinct n.company_id), array_agg(n.id) into companies, moved
  from (
    select c.company_id, c.id, c.status_id, c.client_id, c.deleted_at from new_rows c
    except
    select o.company_id, o.id, o.status_id, o.client_id, o.deleted_at from old_rows o
  ) n;
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

-- A voided invoice brings nothing to the door.
create or replace function cancel_shipping_news() returns trigger language plpgsql as $$
begin
  update messages m
  set state = 'cancelled', error = 'La factura se anuló antes de que saliera el aviso', updated_at = clock_timestamp()
  where m.company_id = new.company_id and m.invoice_id = new.id and m.state = 'queued' and m.occasion is not null;
  return null;
end $$;
