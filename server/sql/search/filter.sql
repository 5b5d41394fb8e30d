-- What the filters of a list leave: the ids of a page in the order of its list, and how many there are, up to `most`. `criteria` has the
-- names of the call's query. Each text is planned for itself, with its values in it, so that the planner takes the index that fits.

set local role casillero_definer;

-- Midnight in Managua at the beginning of a day.
create or replace function managua_midnight(day date) returns timestamptz language sql immutable parallel safe as
$$ select day::timestamp at time zone 'America/Managua' $$;

-- The days of creation, both included, of the row with this alias.
create or replace function created_clauses(alias text, criteria jsonb) returns text language sql immutable as $$
  select case when criteria ->> 'from' is not null
           then format(' and %I.created_at >= managua_midnight(%L)', alias, criteria ->> 'from') else '' end
    || case when criteria ->> 'to' is not null
         then format(' and %I.created_at < managua_midnight(%L::date + 1)', alias, criteria ->> 'to') else '' end
$$;

-- One condition for each of the keys that hold an id.
create or replace function id_clauses(alias text, criteria jsonb, keys text[], columns text[]) returns text language sql immutable as $$
  select coalesce(string_agg(format(' and %I.%I = %L::uuid', alias, k.col, criteria ->> k.key), ''), '')
  from unnest(keys, columns) k (key, col) where criteria ->> k.key is not null
$$;

-- What packages are asked for, but for their invoices, shipments and statuses, of which `package_hits` makes joins and branches.
create or replace function package_clauses(patterns text[], criteria jsonb) returns text language sql stable as $$
  select ' and p.deleted_at is null' || package_word_clauses(patterns)
    || created_clauses('p', criteria)
    || id_clauses('p', criteria, '{clientId,tariffId}', '{client_id,tariff_id}')
    || case when criteria ->> 'labelCode' is not null then format(' and p.label_code = %L', criteria ->> 'labelCode') else '' end
    || case when criteria ->> 'shippingMethod' is not null
         then format(' and p.shipping_method = %L', criteria ->> 'shippingMethod') else '' end
    || case criteria ->> 'missing' when 'client' then ' and p.client_id is null' when 'weight' then ' and p.weight is null'
         when 'tariff' then ' and p.tariff_id is null'
         when 'invoice' then ' and p.id = any (array(select u.package_id from unbilled_packages u where u.company_id = $1))' else '' end
    -- No package is longer in its status than it exists: by either of the two less is read of the index of the other.
    || case when criteria ->> 'from' is not null
         then format(' and p.status_since >= managua_midnight(%L)', criteria ->> 'from') else '' end
    || case when criteria ->> 'statusSince' is not null
         then format(' and p.status_since < managua_midnight(%1$L::date + 1) and p.created_at < managua_midnight(%1$L::date + 1)',
                     criteria ->> 'statusSince') else '' end
    || case when criteria ->> 'statusFrom' is not null
         then format(' and p.status_since >= managua_midnight(%L)', criteria ->> 'statusFrom') else '' end
$$;

-- What a list of numbered rows is ordered by. Numbers follow the days of creation, so days that are chosen give the order too: by its
-- number a row of the other end of the list would be found after all the others. Rows that came with a date of before are by their date.
create or replace function list_key(criteria jsonb, number text) returns text language sql immutable as $$
  select case when coalesce(criteria ->> 'from', criteria ->> 'to') is null then number else 'created_at' end
$$;

-- Packages that are asked for by the time in their status come by it, unless another order is chosen.
create or replace function package_sort(criteria jsonb) returns text language sql immutable as $$
  select coalesce(criteria ->> 'sort', case when coalesce(criteria ->> 'statusSince', criteria ->> 'statusFrom') is null then '-number' else 'statusSince' end)
$$;

create or replace function package_key(criteria jsonb) returns text language sql immutable as $$
  select case when package_sort(criteria) in ('statusSince', '-statusSince') then 'status_since'
           else list_key(criteria, 'company_package_id') end
$$;

-- By the number alone: with a second key the planner would sort what the index gives in its order.
create or replace function package_ordering(criteria jsonb) returns text language sql immutable as $$
  select replace(case package_key(criteria) when 'company_package_id' then 'n_' else 'k_, n_' end,
                 '_', case when starts_with(package_sort(criteria), '-') then ' desc' else '' end)
$$;

-- Whether packages are on a live invoice. In the order of their numbers the lines of the invoices come in the same order, so that the
-- two are merged: a select with an order and `offset 0` is what the planner does not sort anew. In any other order each package is
-- looked up, for as long as the page and its count need, and the few of a client are in every order.
create or replace function invoiced_clause(criteria jsonb) returns text language sql immutable as $$
  select case when criteria ->> 'invoiced' is null then '' else
    format(case when package_key(criteria) = 'company_package_id' and not criteria ? 'clientId'
             then ' and %s exists (select from (select i.company_package_id as n from invoice_items i
                     where i.company_id = $1 and i.voided_at is null order by i.company_package_id%s offset 0) i
                     where i.n = p.company_package_id)'
             else ' and %s exists (select from invoice_items i where i.company_id = $1
                     and i.company_package_id = p.company_package_id and i.voided_at is null offset 0)' end,
           case when (criteria ->> 'invoiced')::boolean then '' else 'not' end,
           case when starts_with(package_sort(criteria), '-') then ' desc' else '' end) end
$$;

-- The clauses for what travels in a shipment, and whether that is invoiced. Its packages came together, so their numbers lie together:
-- packages and lines of invoices are read between its first number and its last, and compared with sets that are made once. Where one is
-- far from the others, as a package that was lost for months, all between them would be read: each is looked up then.
create or replace function shipment_clauses(criteria jsonb) returns text language plpgsql stable as $$
declare
  carried record;
  between_numbers text;
begin
  select count(*) as packages, min(l.company_package_id) as first_number, max(l.company_package_id) as last_number into carried
    from consignment_packages l
    where l.company_id = current_company() and l.consignment_id = (criteria ->> 'shipmentId')::uuid and l.removed_at is null;
  if carried.packages = 0 or carried.last_number - carried.first_number > 10 * carried.packages then
    return format(' and p.id in (select l.package_id from consignment_packages l
                      where l.company_id = $1 and l.consignment_id = %L and l.removed_at is null)', criteria ->> 'shipmentId')
      || invoiced_clause(criteria);
  end if;
  between_numbers := format(' between %s and %s', carried.first_number, carried.last_number);
  return format(' and p.company_package_id%s and (p.company_package_id in (select l.company_package_id from consignment_packages l
                   where l.company_id = $1 and l.consignment_id = %L and l.removed_at is null)) is true',
                between_numbers, criteria ->> 'shipmentId')
    || case when criteria ->> 'invoiced' is null then ''
         else format(' and (p.company_package_id in (select i.company_package_id from invoice_items i
                         where i.company_id = $1 and i.voided_at is null and i.company_package_id%s)) is %s',
                     between_numbers, (criteria ->> 'invoiced')::boolean::text) end;
end $$;

-- The query for the packages of company $1 that the filters leave, in the order of the list: the first $2, or all where that is null.
create or replace function package_hits(patterns text[], criteria jsonb) returns text language plpgsql stable as $$
declare
  ordering text := package_ordering(criteria);
  by_key text := package_key(criteria);
  one text;
  each text;
begin
  -- Words alone need no row of a package, nor do the lines of invoices and of shipments: a package with one is not deleted.
  if by_key = 'company_package_id' and patterns <> '{}' and criteria - 'sort' = '{}' then
    return format('select t.package_id as id, t.company_package_id as n from package_search_texts t
                   where t.company_id = $1%s order by %s limit $2', package_word_clauses(patterns), ordering);
  elsif by_key = 'company_package_id' and patterns = '{}' and (criteria ->> 'invoiced')::boolean
        and criteria - '{sort,invoiced}'::text[] = '{}' then
    return format('select i.package_id as id, i.company_package_id as n from invoice_items i
                   where i.company_id = $1 and i.voided_at is null order by %s limit $2', ordering);
  elsif by_key = 'company_package_id' and patterns = '{}' and criteria ? 'shipmentId'
        and criteria - '{sort,shipmentId}'::text[] = '{}' then
    return format('select l.package_id as id, l.company_package_id as n from consignment_packages l
                   where l.company_id = $1 and l.consignment_id = %L and l.removed_at is null order by %s limit $2',
                  criteria ->> 'shipmentId', ordering);
  end if;
  one := format(
    'select p.id, %s p.company_package_id as n from packages p%s where p.company_id = $1%s%%s order by %s limit $2',
    case by_key when 'company_package_id' then '' else format('p.%I as k,', by_key) end, package_word_join(patterns),
    replace(package_clauses(patterns, criteria)
            || case when criteria ? 'shipmentId' then shipment_clauses(criteria) else invoiced_clause(criteria) end, '%', '%%'),
    ordering);
  -- What a client has or a shipment holds is few packages, whose statuses are looked at.
  if criteria ?| '{clientId,shipmentId}' then
    return format(one, case when criteria -> 'statusId' is null then ''
                            else format(' and coalesce(p.status_id::text, ''none'') in (select jsonb_array_elements_text(%L))',
                                        criteria -> 'statusId') end);
  end if;
  -- Each status by its own index and in the order of the list, then the first of all of them.
  select string_agg('(' || format(one, case c.status when 'none' then ' and p.status_id is null'
                                         else format(' and p.status_id = %L::uuid', c.status) end) || ')', ' union all ')
    into each from (select distinct s as status from jsonb_array_elements_text(criteria -> 'statusId') s) c;
  return case when each is null then format(one, '')
           else format('select * from (%s) found order by %s limit $2', each, ordering) end;
end $$;

create or replace function invoice_ordering(criteria jsonb) returns text language sql immutable as $$
  select replace(case list_key(criteria, 'n') when 'n' then 'n_' else 'k_, n_' end,
                 '_', case criteria ->> 'sort' when 'number' then '' else ' desc' end)
$$;

-- As `package_hits`, of invoices; voided ones only where `includeVoided` says so.
create or replace function invoice_hits(patterns text[], criteria jsonb) returns text language sql stable as $$
  select format(
    'select v.id, v.%I as k, v.company_invoice_id as n from invoices v where v.company_id = $1%s order by %s limit $2',
    list_key(criteria, 'company_invoice_id'),
    invoice_word_clauses(patterns) || created_clauses('v', criteria)
    || id_clauses('v', criteria, '{clientId,currencyId,createdBy}', '{client_id,currency_id,created_by}')
    || case when criteria ->> 'status' is not null then format(' and v.status = %L', criteria ->> 'status') else '' end
    || case when (criteria ->> 'debt')::boolean then ' and v.status = ''pending'''
         when criteria ->> 'debt' is not null then ' and v.status <> ''pending''' else '' end
    || case when (criteria ->> 'includeVoided')::boolean then '' else ' and v.voided_at is null' end,
    invoice_ordering(criteria))
$$;

create or replace function client_ordering(criteria jsonb) returns text language sql immutable as $$
  select case criteria ->> 'sort' when '-name' then 'sort_name desc, id desc' else 'sort_name, id' end
$$;

-- As `package_hits`, of clients. Whom the text names come first. Who owes, has something ready, or had a package in ninety days is made a set once, and the clients are
-- read by name until enough are found: as a join, the planner would expect a handful of them. Of those who had a package enough are found
-- sooner one by one (`offset 0`) than the set is made; where it is made, its order has the planner take the index of the days.
create or replace function client_hits(patterns text[], criteria jsonb) returns text language plpgsql stable as $$
declare
  ready_statuses uuid[] := array(select s.id from statuses s where s.company_id = current_company() and s.role = 'ready');
  named uuid[] := case when criteria ? 'named' then named_clients(criteria -> 'named') else '{}' end;
begin
  return 'select c.id, c.sort_name from clients c where c.company_id = $1 and c.deleted_at is null'
    || case when named = '{}' then like_clauses('c.search_text', patterns)
         else ' and ((true' || like_clauses('c.search_text', patterns) || format(') or c.id = any (%L::uuid[]))', named) end
    || created_clauses('c', criteria)
    || case when criteria ->> 'debt' is not null
         then format(' and (c.id in (select v.client_id from open_debts v where v.company_id = $1)) is %s',
                     (criteria ->> 'debt')::boolean::text) else '' end
    || case when criteria ->> 'ready' is not null
         then format(' and (c.id in (select p.client_id from packages p where p.company_id = $1 and p.deleted_at is null
                        and p.client_id is not null and p.status_id = any (%L::uuid[]))) is %s', ready_statuses, (criteria ->> 'ready')::boolean::text)
         else '' end
    || case when criteria ->> 'recent' is null then '' else
         format(case when (criteria ->> 'recent')::boolean
                  then ' and exists (select from packages p where p.company_id = $1 and p.client_id = c.id and p.deleted_at is null
                           and p.created_at >= %L offset 0)'
                  else ' and (c.id in (select p.client_id from (select p.client_id from packages p where p.company_id = $1
                           and p.deleted_at is null and p.client_id is not null and p.created_at >= %L
                           order by p.created_at, p.company_package_id offset 0) p)) is false' end, managua_midnight(app_today() - 89)) end
    || format(' order by %s%s limit $2', case when named = '{}' then '' else format('c.id = any (%L::uuid[]) desc, ', named) end,
              client_ordering(criteria));
end $$;

-- The query for a page of hits, each with the count of all of them: $4 of them are left out, and $3 given.
create or replace function page_of_hits(hits text) returns text language sql immutable as $$
  select format('select unnest(a.ids[$4 + 1:$4 + $3]), cardinality(a.ids) from (select array_agg(h.id) as ids from (%s) h) a', hits)
$$;

create or replace function filter_packages(patterns text[], criteria jsonb, most int, page_limit int, page_offset int)
returns table (id uuid, total int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 20 as $$
begin
  return query execute page_of_hits(package_hits(patterns, criteria))
    using current_company(), most, page_limit, page_offset;
end $$;

create or replace function filter_invoices(patterns text[], criteria jsonb, most int, page_limit int, page_offset int)
returns table (id uuid, total int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 20 as $$
begin
  return query execute page_of_hits(invoice_hits(patterns, criteria))
    using current_company(), most, page_limit, page_offset;
end $$;

-- A set that the planner believes too large for its memory is gone through for each client: 80 seconds among 80,000.
create or replace function filter_clients(patterns text[], criteria jsonb, most int, page_limit int, page_offset int)
returns table (id uuid, total int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set work_mem = '32MB' rows 20 as $$
begin
  return query execute page_of_hits(client_hits(patterns, criteria))
    using current_company(), most, page_limit, page_offset;
end $$;

grant execute on function filter_packages, filter_invoices, filter_clients to casillero_app;
