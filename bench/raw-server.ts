import fastify from 'fastify'
import pg from 'pg'

// The baseline: the same rows by hand-written statements as a superuser. No session, no rights, no row-level security,
// no schema, no log, none of the product's code.

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.NUMERIC || oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
}
const open = (options?: string) => new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, types, options })
// Where companies differ much in size PostgreSQL would plan a named statement anew each time, which costs more than it saves.
const pool = open('-c plan_cache_mode=force_generic_plan')
const searching = open()

/** The parts of the product's package that lie in rows of other tables: its history, its invoice, its shipment and its twin. */
const packageParts = `
  coalesce((select '[' || string_agg(h.entry, ',' order by h.created_at, h.id) || ']'
    from package_status_changes h where h.company_id = p.company_id and h.package_id = p.id), '[]') as history,
  coalesce((select json_agg(json_build_object('id', i.id, 'invoice', json_build_object('id', v.id, 'companyInvoiceId', v.company_invoice_id)))
    from invoice_items i join invoices v on v.company_id = i.company_id and v.id = i.invoice_id
    where i.company_id = p.company_id and i.package_id = p.id and i.voided_at is null), '[]'::json) as invoice_items,
  (select json_build_object('id', g.id, 'companyShipmentId', g.company_consignment_id)
    from consignment_packages l join consignments g on g.company_id = l.company_id and g.id = l.consignment_id
    where l.company_id = p.company_id and l.package_id = p.id and l.removed_at is null) as shipment,
  exists (select from packages o where o.company_id = p.company_id and o.tracking = p.tracking and o.id <> p.id
    and o.deleted_at is null offset 0) as shares_tracking`

/** All that the product answers of a package. */
const columns = `p.id, p.company_package_id, p.shipping_method, p.tracking, p.warehouse_tracking, p.weight, p.description, p.contents,
  p.provider, p.client_package_name, p.comments, p.discount_type, p.discount_value, p.should_notify_storage, p.price_per_pound,
  p.final_price_per_pound, p.total_price, p.label_code, p.created_at, p.updated_at, p.version, p.client_id, c.first_name, c.last_names,
  c.casillero, c.phone, p.status_id, s.name as status_name, s.is_final_status, s.order_position, p.status_since, p.typed_tracking,
  p.typed_warehouse_tracking, p.length, p.width, p.height, p.declared_value, p.price_rules, p.charged_quantity, p.charged_price,
  c.default_tariff_maritimo_id, c.default_tariff_aereo_id, p.tariff_id, t.name as tariff_name, t.type as tariff_type,
  t.price_per_pound as tariff_price, ${packageParts}`
const joins = `left join clients c on c.company_id = p.company_id and c.id = p.client_id
  left join statuses s on s.company_id = p.company_id and s.id = p.status_id
  left join tariffs t on t.company_id = p.company_id and t.id = p.tariff_id`

const statements = {
  list: `select ${columns},
      (select count(*) from packages where company_id = $1 and deleted_at is null) as total
    from (select * from packages where company_id = $1 and deleted_at is null order by company_package_id desc limit 20) p ${joins}
    order by p.company_package_id desc`,
  get: `select ${columns} from packages p ${joins}
    where p.company_id = $1 and p.id = $2 and p.deleted_at is null`,
  search: `with hits as materialized (
      select package_id as id, company_package_id as n from package_search_texts
      where company_id = $1 and text like $2
      order by company_package_id desc limit 1000)
    select ${columns}, (select count(*) from hits) as total
    from (select id from hits order by n desc limit 20) as page
    join packages p on p.company_id = $1 and p.id = page.id ${joins} order by p.company_package_id desc`,
}

type Line = {
  packageId: string
  number: number
  tracking: string
  description: string
  quantity: number
  unitPrice: number
  total: number
}

/** The body of an invoice with all of its values, so that nothing is read, checked or computed. */
export type RawInvoice = {
  company: string
  user: string
  client: { id: string; firstName: string; lastNames: string; casillero: string; phone: string }
  currency: { id: string; code: string; name: string; symbol: string; rateCompra: number; rateVenta: number }
  total: number
  lines: Line[]
}

async function insertInvoice(invoice: RawInvoice): Promise<object> {
  const { company, user, client, currency, total, lines } = invoice
  const snapshot = [currency.id, currency.code, currency.name, currency.symbol, currency.rateCompra, currency.rateVenta]
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    const counted = await connection.query<{ number: number }>({
      name: 'counter',
      text: `update company_counters set last_number = last_number + 1, live_count = live_count + 1
        where company_id = $1 and kind = 'invoice' returning last_number as number`,
      values: [company],
    })
    const number = counted.rows[0]?.number ?? 0
    const made = await connection.query<{ id: string }>({
      name: 'invoice',
      text: `insert into invoices (company_id, company_invoice_id, client_id, client_first_name, client_last_names, client_casillero,
          client_phone, status, currency_id, currency_code, currency_name, currency_symbol, rate_compra, rate_venta,
          general_discount_type, general_discount_value, subtotal, shipping_total, discount_total, total_amount, paid_total,
          pending_total, search_text, created_by)
        values ($1, $2, $3, $4, $5, $6, $7, 'paid', $8, $9, $10, $11, $12, $13, 'none', 0, $14, 0, 0, $14, $14, 0, $15, $16)
        returning id`,
      values: [
        company,
        number,
        client.id,
        client.firstName,
        client.lastNames,
        client.casillero,
        client.phone,
        ...snapshot,
        total,
        `|${number}||${client.casillero.toLowerCase()}|${client.firstName.toLowerCase()}|${client.lastNames.toLowerCase()}|`,
        user,
      ],
    })
    const id = made.rows[0]?.id
    const row = (index: number) =>
      `($1, $2, ${index + 1}, ${Array.from({ length: 6 }, (_, place) => `$${3 + index * 7 + place}`)}, 'none', 0, ${`$${9 + index * 7}, `.repeat(3).slice(0, -2)})`
    await connection.query({
      name: `items${lines.length}`,
      text: `insert into invoice_items (company_id, invoice_id, position, package_id, company_package_id, tracking, description,
          quantity, unit_price, discount_type, discount_value, amount, final_amount, total)
        values ${lines.map((_, index) => row(index)).join(', ')}`,
      values: [
        company,
        id,
        ...lines.flatMap((line) => [
          line.packageId,
          line.number,
          line.tracking,
          line.description,
          line.quantity,
          line.unitPrice,
          line.total,
        ]),
      ],
    })
    await connection.query({
      name: 'payment',
      text: `insert into invoice_payments (company_id, invoice_id, method, total, currency_id, currency_code, currency_name,
          currency_symbol, rate_compra, rate_venta, converted_total, created_by)
        values ($1, $2, 'cash', $3, $4, $5, $6, $7, $8, $9, $3, $10)`,
      values: [company, id, total, ...snapshot, user],
    })
    await connection.query('commit')
    return { id, number }
  } catch (error) {
    await connection.query('rollback')
    throw error
  } finally {
    connection.release()
  }
}

const app = fastify()

app.get<{ Querystring: { company: string } }>('/packages', async ({ query }) => {
  const { rows } = await pool.query({ name: 'list', text: statements.list, values: [query.company] })
  return { success: true, data: rows, pagination: { page: 1, limit: 20, total: rows[0]?.total ?? 0 } }
})

app.get<{ Params: { id: string }; Querystring: { company: string } }>('/packages/:id', async ({ params, query }) => {
  const { rows } = await pool.query({ name: 'get', text: statements.get, values: [query.company, params.id] })
  return { success: true, data: rows[0] }
})

// A search has no name, here as in the product: a generic plan would not use the index.
app.get<{ Querystring: { company: string; search: string } }>('/search', async ({ query }) => {
  const { rows } = await searching.query(statements.search, [query.company, `%${query.search}%`])
  return { success: true, data: rows, pagination: { page: 1, limit: 20, total: rows[0]?.total ?? 0 } }
})

app.post<{ Body: RawInvoice }>('/invoices', async ({ body }, reply) =>
  reply.code(201).send({ success: true, data: await insertInvoice(body) }),
)

console.log(`Casillero listens on ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
