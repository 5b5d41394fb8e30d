import { atLeast, besides, type Figure, spread } from './figure.ts'
import { type Asked, compare, takeFrom } from './load.ts'
import type { RawInvoice } from './raw-server.ts'
import { busyCompanies, ordinary } from './seed.ts'
import { headersOf, type Setting } from './setting.ts'

const linesEach = 3
const clerksOfOne = 8

/** Inserts ready packages of 2 lb at US$3, in rows for the same client: an invoice of US$6 a line without a rounding. */
const readyPackages = `insert into packages (company_id, company_package_id, client_id, tariff_id, status_id, shipping_method, tracking, weight,
    description, price_per_pound, final_price_per_pound, total_price, search_text, client_search_text)
  select c.id, k.last_number + g.n, cl.id, t.id, s.id, t.type, $3 || g.n, 2, 'Caja lista', 3, 3, 6,
    '|' || k.last_number + g.n || '|' || lower($3) || g.n || '|caja lista|', ''
  from companies c
  join company_counters k on k.company_id = c.id and k.kind = 'package'
  join tariffs t on t.company_id = c.id and t.is_default and t.type = 'aereo'
  join statuses s on s.company_id = c.id and s.role = 'ready'
  cross join lateral generate_series(1, $2::int) g (n)
  join lateral (select id from clients cl where cl.company_id = c.id order by id offset (g.n - 1) / $4::int % 100 limit 1) cl on true
  where c.subdomain = any ($1)`

const countThem = `update company_counters k set last_number = last_number + $2, live_count = live_count + $2
  from companies c where c.id = k.company_id and k.kind = 'package' and c.subdomain = any ($1)`

const billable = `select json_build_object('company', c.id, 'user', u.id, 'total', 6 * count(*),
    'client', json_build_object('id', cl.id, 'firstName', cl.first_name, 'lastNames', cl.last_names, 'casillero', cl.casillero, 'phone', cl.phone),
    'currency', json_build_object('id', m.id, 'code', m.code, 'name', m.name, 'symbol', m.symbol, 'rateCompra', m.rate_compra, 'rateVenta', m.rate_venta),
    'lines', json_agg(json_build_object('packageId', p.id, 'number', p.company_package_id, 'tracking', p.tracking, 'description', p.description,
      'quantity', p.weight, 'unitPrice', p.final_price_per_pound, 'total', p.total_price) order by p.company_package_id)) as invoice
  from companies c
  join packages p on p.company_id = c.id and p.tracking like $2 || '%'
  join clients cl on cl.company_id = c.id and cl.id = p.client_id
  join users u on u.company_id = c.id
  join currencies m on m.company_id = c.id and m.code = 'USD'
  where c.subdomain = $1
  group by c.id, u.id, cl.id, cl.company_id, m.id, m.company_id, (substr(p.tracking, length($2) + 1)::int - 1) / $3::int`

export const bodyOf = ({ client, currency, lines, total }: RawInvoice) => ({
  clientId: client.id,
  currencyId: currency.id,
  items: lines.map(({ packageId, quantity, unitPrice }) => ({ packageId, quantity, unitPrice })),
  payments: [{ total, method: 'cash', currencyId: currency.id }],
  expectedTotal: total,
})

/** Gives the body of one invoice after the other, none twice. */
function nextInvoice(path: string, headers: Record<string, string>, bodies: object[]): () => Asked {
  return () => {
    const body = bodies.pop()
    if (body === undefined) throw new Error(`${path}: no ready packages are left`)
    return { method: 'POST', path, body: JSON.stringify(body), headers }
  }
}

/** Inserts ready packages for companies, and gives by company what their invoices need, three packages at a time unless said. */
export async function readyInvoices(
  { superuser }: Setting,
  subdomains: string[],
  invoicesEach: number,
  lines = linesEach,
): Promise<{ subdomain: string; invoices: RawInvoice[] }[]> {
  // A database of `--data` has the packages of earlier runs too.
  const batch = `READY${Math.round(performance.timeOrigin / 1000)}N${Math.round(performance.now())}X`
  await superuser.query(readyPackages, [subdomains, invoicesEach * lines, batch, lines])
  await superuser.query(countThem, [subdomains, invoicesEach * lines])
  await superuser.query('vacuum analyze packages')
  const ready: { subdomain: string; invoices: RawInvoice[] }[] = []
  for (const subdomain of subdomains) {
    const { rows } = await superuser.query<{ invoice: RawInvoice }>(billable, [subdomain, batch, lines])
    ready.push({ subdomain, invoices: rows.map(({ invoice }) => invoice) })
  }
  return ready
}

/** Measures invoices of three packages against one transaction that inserts the same rows with the same counter. */
async function compareInvoices(setting: Setting, subdomains: string[], invoicesEach: number, connections: number) {
  const { ours, raw, cluster, effort } = setting
  const ready = await readyInvoices(setting, subdomains, invoicesEach)
  const half = Math.floor(invoicesEach / 2)
  const oursQueues = ready.map(({ subdomain, invoices }) =>
    nextInvoice('/api/invoices', headersOf(subdomain), invoices.slice(0, half).map(bodyOf)),
  )
  const rawQueues = ready.map(({ invoices }) => nextInvoice('/invoices', {}, invoices.slice(half)))
  const measured = await compare(
    { title: 'invoices', serverPid: ours.pid, options: { url: ours.url, setupClient: takeFrom(oursQueues) } },
    { title: 'raw invoices', serverPid: raw.pid, options: { url: raw.url, setupClient: takeFrom(rawQueues) } },
    cluster.pid(),
    { ...effort, connections },
  )
  await checkNumbers(setting, subdomains)
  return measured
}

/** Checks the invoices of the measurement: numbers without gaps, and no package on two of them. */
async function checkNumbers({ superuser }: Setting, subdomains: string[]): Promise<void> {
  const { rows } = await superuser.query(
    `select c.subdomain from companies c join invoices v on v.company_id = c.id where c.subdomain = any ($1)
     group by c.subdomain having count(*) <> max(v.company_invoice_id) or count(distinct v.company_invoice_id) <> count(*)`,
    [subdomains],
  )
  if (rows.length > 0) throw new Error(`Invoice numbers have gaps or repeats: ${JSON.stringify(rows)}`)
}

export async function invoiceFigures(setting: Setting): Promise<Figure[]> {
  const many = await compareInvoices(setting, busyCompanies, 4_000, busyCompanies.length)
  const one = await compareInvoices(setting, [ordinary(1)], 40_000, clerksOfOne)
  const unit = 'of the rate of one raw transaction'
  return [
    atLeast(0.55, {
      name: 'Invoices of three packages, 20 companies at once',
      unit,
      ...spread(many.ratios),
      beside: besides(many),
    }),
    atLeast(0.5, {
      name: 'Invoices of three packages, 8 clerks of one company',
      unit: `${unit} with the same counter`,
      ...spread(one.ratios),
      beside: besides(one),
    }),
  ]
}
