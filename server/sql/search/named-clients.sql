set local role casillero_definer;

-- The clients whom a text names one by one: by the mailbox number that it is, one that leads to them included, or by a package's label or
-- tracking.
create or replace function named_clients(named jsonb) returns uuid[] language sql stable as $$
  select array(
    select c.id from clients c
    where c.company_id = current_company() and c.deleted_at is null and c.search_text like (named ->> 'ending')
      and (c.casillero ~ (named ->> 'casillero')
           or exists (select from unnest(c.former_casilleros) former where former ~ (named ->> 'casillero')))
    union
    (select p.client_id from packages p
     where p.company_id = current_company() and p.deleted_at is null and p.client_id is not null and p.label_code = named ->> 'labelCode')
    union
    (select p.client_id from packages p
     where p.company_id = current_company() and p.deleted_at is null and p.client_id is not null and p.tracking = named ->> 'tracking'
     limit 20)
    union
    (select p.client_id from packages p
     where p.company_id = current_company() and p.deleted_at is null and p.client_id is not null
       and p.warehouse_tracking = named ->> 'tracking' limit 20)
  )
$$;
