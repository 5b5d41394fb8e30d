-- What a search finds: the ids of a page in the order of its list, and how many there are, up to 1,000.

set local role casillero_definer;

create or replace function search_clients(patterns text[], page_limit int, page_offset int)
returns table (id uuid, total int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 20 as $$
begin
  return query execute
    'with hits as materialized (
       select c.id, c.sort_name from clients c
       where c.company_id = $1 and c.deleted_at is null' || like_clauses('c.search_text', patterns) || '
       order by c.sort_name, c.id limit 1000
     )
     select h.id, (select count(*)::int from hits) from hits h order by h.sort_name, h.id limit $2 offset $3'
    using current_company(), page_limit, page_offset;
end $$;

create or replace function search_packages(
  patterns text[], of_client uuid, in_status uuid, is_invoiced boolean, page_limit int, page_offset int
)
returns table (id uuid, total int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 20 as $$
begin
  return query execute page_of_hits(package_hits(patterns, jsonb_strip_nulls(jsonb_build_object(
    'clientId', of_client, 'statusId', case when in_status is not null then array[in_status] end, 'invoiced', is_invoiced))))
    using current_company(), 1000, page_limit, page_offset;
end $$;

create or replace function search_invoices(patterns text[], in_status text, with_voided boolean, page_limit int, page_offset int)
returns table (id uuid, total int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 20 as $$
begin
  return query execute
    'with hits as materialized (
       select v.id, v.company_invoice_id as n from invoices v
       where v.company_id = $1' || invoice_word_clauses(patterns)
    || case when in_status is not null then ' and v.status = $4' else '' end
    || case when with_voided then '' else ' and v.voided_at is null' end
    || ' order by v.company_invoice_id desc limit 1000
     )
     select h.id, (select count(*)::int from hits) from hits h order by h.n desc limit $2 offset $3'
    using current_company(), page_limit, page_offset, in_status;
end $$;

grant execute on function search_clients, search_packages, search_invoices to casillero_app;
