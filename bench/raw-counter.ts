import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { packageParts } from './raw-package.ts'

// The baseline of the client's page and of the search for anything, by the rules of raw-server.ts.

const client = `c.id, c.casillero, c.first_name, c.middle_name, c.last_names, c.phone, c.email, c.address, c.city, c.department,
  c.default_tariff_maritimo_id, c.default_tariff_aereo_id, c.messages_allowed, c.created_at, c.version`

const tariff = (
  type: string,
  own: string,
) => `(select json_build_object('id', t.id, 'name', t.name, 'pricePerPound', t.price_per_pound)
  from tariffs t where t.company_id = c.company_id and t.type = '${type}' and (t.id = c.${own} or t.is_default)
    and t.deleted_at is null and t.is_active
    and (t.start_date is null or current_date between t.start_date and t.end_date) order by t.id = c.${own} desc nulls last limit 1)`

const packageColumns = `p.id, p.company_package_id, p.shipping_method, p.tracking, p.warehouse_tracking, p.weight, p.description,
  p.contents, p.provider, p.client_package_name, p.comments, p.discount_type, p.discount_value, p.should_notify_storage,
  p.price_per_pound, p.final_price_per_pound, p.total_price, p.created_at, p.updated_at, p.version, p.label_code, p.client_id, c.first_name,
  c.last_names, c.casillero, c.phone, c.default_tariff_maritimo_id, c.default_tariff_aereo_id, p.status_id, s.name as status_name,
  s.is_final_status, s.order_position, p.tariff_id, t.name as tariff_name, t.type as tariff_type, t.price_per_pound as tariff_price`

const readyAt = `(select max(h.created_at) from package_status_changes h
  where s.role = 'ready' and h.company_id = p.company_id and h.package_id = p.id and h.to_status_id = p.status_id)`

const owed = `coalesce((select json_agg(json_build_object('code', k.code, 'symbol', k.symbol, 'amount', d.amount) order by k.code)
  from (select v.currency_id, sum(v.pending_total) as amount from invoices v
    where v.company_id = c.company_id and v.client_id = c.id and v.status = 'pending' group by v.currency_id) d
  join currencies k on k.company_id = c.company_id and k.id = d.currency_id), '[]'::json)`

const statements = {
  facts: `select ${client}, f.*, ${tariff('maritimo', 'default_tariff_maritimo_id')} as maritimo,
      ${tariff('aereo', 'default_tariff_aereo_id')} as aereo,
      (select count(*) from invoices v where v.company_id = c.company_id and v.client_id = c.id and v.voided_at is null) as invoices,
      (select count(*) from messages m where m.company_id = c.company_id and m.client_id = c.id) as messages
    from clients c cross join lateral (
      select count(*) filter (where s.is_final_status is not true) as packages,
        count(*) filter (where s.is_final_status) as delivered, count(*) filter (where s.role = 'ready') as ready,
        sum(p.weight) filter (where s.role = 'ready') as ready_weight, min(${readyAt}) as ready_oldest_at
      from packages p left join statuses s on s.company_id = p.company_id and s.id = p.status_id
      where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null) f
    where c.company_id = $1 and c.id = $2 and c.deleted_at is null`,
  sums: `select true as is_owed, v.currency_id, k.code, k.symbol, sum(v.pending_total) as amount, count(*) as count,
      min(v.created_at) as oldest_at
    from invoices v join currencies k on k.company_id = v.company_id and k.id = v.currency_id
    where v.company_id = $1 and v.client_id = $2 and v.status = 'pending' group by v.currency_id, k.code, k.symbol
    union all
    select false, b.currency_id, k.code, k.symbol, b.balance, 0, null
    from client_credit_balances b join currencies k on k.company_id = b.company_id and k.id = b.currency_id
    where b.company_id = $1 and b.client_id = $2 and b.balance > 0`,
  packages: `select ${packageColumns}, p.ready_at, p.total,
      exists (select from invoice_items i join invoices v on v.company_id = i.company_id and v.id = i.invoice_id
        where i.company_id = p.company_id and i.package_id = p.id and i.voided_at is null and v.status = 'pending') as is_owed,
      ${packageParts}
    from (
      select p.*, ${readyAt} as ready_at, count(*) over () as total
      from packages p left join statuses s on s.company_id = p.company_id and s.id = p.status_id
      where p.company_id = $1 and p.client_id = $2 and p.deleted_at is null and s.is_final_status is not true
      order by ready_at nulls last, s.order_position desc nulls last, p.company_package_id limit 20) p
    left join clients c on c.company_id = p.company_id and c.id = p.client_id
    left join statuses s on s.company_id = p.company_id and s.id = p.status_id
    left join tariffs t on t.company_id = p.company_id and t.id = p.tariff_id
    order by p.ready_at nulls last, s.order_position desc nulls last, p.company_package_id`,
  clients: `with hits as materialized (
      select id, sort_name from clients where company_id = $1 and deleted_at is null and search_text like $2
      order by sort_name, id limit 1000)
    select c.id, c.casillero, c.first_name, c.middle_name, c.last_names, c.phone, (select count(*) from hits) as total, ${owed} as owed
    from (select id from hits order by sort_name, id limit 5) page join clients c on c.company_id = $1 and c.id = page.id
    order by c.sort_name, c.id`,
  foundPackages: `with hits as materialized (
      select package_id as id, company_package_id as n from package_search_texts
      where company_id = $1 and text like $2
      order by company_package_id desc limit 1000)
    select p.id, p.company_package_id, p.description, p.tracking, p.warehouse_tracking, c.casillero, s.name, s.is_final_status,
      s.order_position, (select count(*) from hits) as total
    from (select id from hits order by n desc limit 5) page join packages p on p.company_id = $1 and p.id = page.id
    left join clients c on c.company_id = p.company_id and c.id = p.client_id
    left join statuses s on s.company_id = p.company_id and s.id = p.status_id order by p.company_package_id desc`,
  foundInvoices: `with hits as materialized (
      select id, company_invoice_id as n from invoices where company_id = $1 and search_text like $2
      order by company_invoice_id desc limit 1000)
    select v.id, v.company_invoice_id, v.client_first_name, v.client_last_names, v.created_at, v.currency_code, v.currency_symbol,
      v.total_amount, v.status, (select count(*) from hits) as total
    from (select id from hits order by n desc limit 5) page join invoices v on v.company_id = $1 and v.id = page.id
    order by v.company_invoice_id desc`,
  foundShipments: `select id, company_consignment_id, shipping_method, guide, carrier, state, count(*) over () as total
    from consignments where company_id = $1 and deleted_at is null and search_text like $2
    order by company_consignment_id desc limit 5`,
}

type OfClient = { Querystring: { company: string; client: string } }
type Asked = { Querystring: { company: string; search: string } }

/** `searching` has no plans that are kept: a generic one would not use the index of a search. */
export function serveCounter(app: FastifyInstance, pool: Pool, searching: Pool): void {
  const query = (name: 'facts' | 'sums' | 'packages', values: string[]) =>
    pool.query({ name, text: statements[name], values })

  app.get<OfClient>('/account', async ({ query: { company, client: id } }) => {
    const [facts, sums] = await Promise.all([query('facts', [company, id]), query('sums', [company, id])])
    return { success: true, data: { ...facts.rows[0], sums: sums.rows } }
  })

  app.get<OfClient>('/client-packages', async ({ query: { company, client: id } }) => {
    const { rows } = await query('packages', [company, id])
    return { success: true, data: rows, pagination: { page: 1, limit: 20, total: rows[0]?.total ?? 0 } }
  })

  app.get<Asked>('/search-all', async ({ query: { company, search } }) => {
    const values = [company, `%${search}%`]
    const [clients, packages, invoices, shipments] = await Promise.all(
      [statements.clients, statements.foundPackages, statements.foundInvoices, statements.foundShipments].map((text) =>
        searching.query(text, values),
      ),
    )
    return {
      success: true,
      data: { clients: clients?.rows, packages: packages?.rows, invoices: invoices?.rows, shipments: shipments?.rows },
    }
  })
}
