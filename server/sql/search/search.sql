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
  return query execute
    'with hits as materialized (
       select p.id, p.company_package_id as n from packages p
       where p.company_id = $1 and p.deleted_at is null'
    || like_clauses('(p.search_text || p.client_search_text)', patterns)
    || case when of_client is not null then ' and p.client_id = $4' else '' end
    || case when in_status is not null then ' and p.status_id = $5' else '' end
    || case when is_invoiced is not null then
         ' and exists (select from invoice_items i where i.company_id = p.company_id and i.package_id = p.id and i.voided_at is null) = $6'
       else '' end
    || ' order by p.company_package_id desc limit 1000
     )
     select h.id, (select count(*)::int from hits) from hits h order by h.n desc limit $2 offset $3'
    using current_company(), page_limit, page_offset, of_client, in_status, is_invoiced;
end $$;

create or replace function search_invoices(patterns text[], in_status text, with_voided boolean, page_limit int, page_offset int)
returns table (id uuid, total int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 20 as $$
begin
  return query execute
    'with hits as materialized (
       select v.id, v.company_invoice_id as n from invoices v
       where v.company_id = $1' || like_clauses('v.search_text', patterns)
    || case when in_status is not null then ' and v.status = $4' else '' end
    || case when with_voided then '' else ' and v.voided_at is null' end
    || ' order by v.company_invoice_id desc limit 1000
     )
     select h.id, (select count(*)::int from hits) from hits h order by h.n desc limit $2 offset $3'
    using current_company(), page_limit, page_offset, in_status;
end $$;

grant execute on function search_clients, search_packages, search_invoices to casillero_app;
