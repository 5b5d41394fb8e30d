import { createHash } from 'node:crypto'
import { searchText } from '@casillero/shared/domain/search-text'
import type { Client } from 'pg'
import { hashPassword } from '../server/src/platform/auth/password.ts'

/** The sizes of a seed; the whale has ten times the rows of a large company. */
export type Size = { largeCompanies: number; largePackages: number; otherCompanies: number }

export const fullSize: Size = { largeCompanies: 20, largePackages: 50_000, otherCompanies: 400 }
export const quickSize: Size = { largeCompanies: 1, largePackages: 5_000, otherCompanies: 69 }

const ordinaryCompanies = 21
export const ordinaryPackages = 900
export const whalePackages = ({ largePackages }: Size): number => largePackages * 10

/** The token of a company's admin, who is signed in; the browser signs in with the password. */
export const tokenOf = (subdomain: string): string =>
  createHash('sha256').update(`bench ${subdomain}`).digest('base64url')

export const password = 'casillero-bench'
export const emailOf = (subdomain: string): string => `admin@${subdomain}.test`

export const ordinary = (number: number): string => `ordinary${number}`
/** The companies that work at once. */
export const busyCompanies: string[] = Array.from({ length: ordinaryCompanies - 1 }, (_, at) => ordinary(at + 1))
/** The company that is only read, while the others get invoices and packages. */
export const onlyRead = ordinary(ordinaryCompanies)
export const large = (number: number): string => `large${number}`
export const whale = 'whale'
/** A company with a year behind it: nearly all of its packages were handed over, and some invoices are owed. */
export const yearly = 'yearly'
export const yearlyPackages = ({ largePackages }: Size): number => largePackages * 2
/** The days in which the rows of a company came into being. */
export const seededDays = (subdomain: string): number => (subdomain === yearly ? 365 : 60)

type Plan = { subdomain: string; packages: number; isWatched: boolean }

function companiesOf(size: Size): Plan[] {
  const many = (count: number, name: (number: number) => string, packages: number, isWatched = true): Plan[] =>
    Array.from({ length: count }, (_, index) => ({ subdomain: name(index + 1), packages, isWatched }))
  return [
    ...many(ordinaryCompanies, ordinary, ordinaryPackages),
    ...many(size.largeCompanies, large, size.largePackages),
    ...many(1, () => whale, whalePackages(size)),
    ...many(1, () => yearly, yearlyPackages(size)),
    ...many(size.otherCompanies, (number) => `other${number}`, ordinaryPackages, false),
  ]
}

/** The count of the packages of all companies. */
export const packagesOf = (size: Size): number => companiesOf(size).reduce((sum, { packages }) => sum + packages, 0)

/** A user who is in the log of the companies that have one, and no longer among their users. */
export const goneUser = '0198f000-0000-7000-8000-00000000000a'

// Inserts rows in the order in which years of work would: the companies mixed, each by its own numbers.
const statements = {
  companies: `create table bench_companies as
    select open_company('Empresa ' || subdomain, subdomain, false) as id, subdomain, packages, is_watched, days, days > 60 as is_yearly
    from unnest($1::text[], $2::int[], $3::boolean[], $4::int[]) as plan (subdomain, packages, is_watched, days)`,
  users: `insert into users (company_id, first_name, last_name, email, password_hash, type, search_text)
    select id, 'Ana', 'Medida', 'admin@' || subdomain || '.test', $1, 'admin', '|ana|medida|' from bench_companies`,
  tariffs: `insert into tariffs (company_id, name, type, price_per_pound, is_default, search_text)
    select c.id, 'Tarifa ' || n, case when n % 2 = 0 then 'aereo' else 'maritimo' end, 2 + n % 5, n <= 2, '|tarifa ' || n || '|'
    from bench_companies c cross join lateral generate_series(1, case when packages > 5000 then 60 else 6 end) n`,
  clients: `insert into clients (company_id, casillero, first_name, last_names, phone, email, address, city, department, sort_name, search_text)
    select c.id, casillero, first, last, phone, email, 'De la iglesia 2c. al sur', 'Managua', 'Managua',
      '|' || lower(first || ' ' || last) || '|',
      '|' || lower(casillero) || '|' || lower(first) || '|' || lower(last) || '|' || phone || '|' || replace(email, '.', '') || '|'
    from bench_companies c cross join lateral generate_series(1, c.packages / 6) n
    cross join lateral (select
      upper(left(regexp_replace(c.subdomain, '[^a-z]', '', 'g'), 3)) || lpad(n::text, greatest(4, length(n::text)), '0') as casillero,
      (array['Ana','Marta','Luis','Jorge','Karla','Denis','Rosa','Byron','Nubia','Oscar','Irma','Pedro'])[1 + n % 12] as first,
      (array['Lopez','Ruiz','Mairena','Zeledon','Aburto','Blandon','Castro','Rivas','Tellez','Cuadra','Umanzor','Orozco','Peralta'])[1 + n % 13]
        || ' ' || (array['Gomez','Chavez','Laguna','Centeno','Rugama','Talavera','Baltodano'])[1 + n % 7] as last,
      '5058' || lpad(((n::bigint * 7919) % 10000000)::text, 7, '0') as phone,
      'cliente' || n || '@correo.test' as email) v
    order by n, c.id`,
  packages: `insert into packages (company_id, company_package_id, client_id, tariff_id, status_id, shipping_method, tracking,
      warehouse_tracking, weight, description, price_per_pound, final_price_per_pound, total_price, search_text, client_search_text, created_at, status_since, label_code)
    select c.id, g.n, cl.id, t.id, s.id, t.type, v.tracking, 'BM-' || (200000 + g.n), v.weight, v.description,
      t.price_per_pound, t.price_per_pound, round(v.weight * t.price_per_pound, 2),
      '|' || g.n || '|' || lower(v.tracking) || '|bm' || (200000 + g.n) || '|' || lower(v.description) || '|',
      '|' || lower(cl.casillero) || '|' || lower(cl.first_name) || '|' || lower(cl.last_names) || '|',
      v.created_at, v.created_at + case when c.is_yearly then s.order_position * interval '3 days' * v.age
        when s.order_position = 1 or s.order_position = 2 and c.is_watched then s.order_position * interval '4 hours' else '0' end, label_code_of(g.n * 25214903917 & 34359738367)
    from bench_companies c cross join lateral generate_series(1, c.packages) g (n)
    cross join lateral (select
      '1Z' || upper(substr(md5(c.subdomain || g.n), 1, 16)) as tracking,
      (1 + g.n % 40)::numeric as weight,
      now() - c.days * interval '1 day' + g.n * ((c.days - 1) * interval '1 day' / c.packages) as created_at,
      1 - g.n::float / c.packages as age,
      (array['Zapatos deportivos','Telefono celular','Ropa de bebe','Repuesto de moto','Libros','Perfume','Televisor','Juguetes'])[1 + g.n % 8] as description) v
    join bench_clients cl on cl.company_id = c.id and cl.n = 1 + g.n % (c.packages / 6)
    join bench_tariffs t on t.company_id = c.id and t.n = 1 + g.n % 2
    join statuses s on s.company_id = c.id and s.order_position = case
      when not c.is_yearly then 1 + g.n % 5
      when v.age < 0.02 then 1
      when v.age < 0.05 then 2 + g.n % 2
      when g.n % 60 = 0 then 4
      else 5 end
    order by g.n, c.id`,
  searchTexts: `insert into package_search_texts (company_id, package_id, company_package_id, text)
    select company_id, id, company_package_id, search_text || client_search_text from packages order by company_package_id, company_id`,
  changes: `insert into package_status_changes (company_id, package_id, from_status_id, to_status_id, from_name, to_name, user_id, user_name, comment, created_at)
    select p.company_id, p.id, f.id, t.id, f.name, t.name, u.id, u.full_name, case when step = 1 then 'Initial status' end,
      p.created_at + step * interval '4 hours'
    from bench_companies c join packages p on p.company_id = c.id
    join users u on u.company_id = c.id
    cross join generate_series(1, 2) step
    join statuses t on t.company_id = c.id and t.order_position = step
    left join statuses f on f.company_id = c.id and f.order_position = step - 1
    where step = 1 or c.is_watched
    order by p.company_package_id, c.id, step`,
  invoices: `insert into invoices (company_id, company_invoice_id, client_id, client_first_name, client_last_names, client_casillero,
      client_phone, status, currency_id, currency_code, currency_name, currency_symbol, rate_compra, rate_venta, general_discount_type,
      general_discount_value, subtotal, shipping_total, discount_total, total_amount, paid_total, pending_total, search_text, created_by, created_at)
    select c.id, n, cl.id, cl.first_name, cl.last_names, cl.casillero, cl.phone, case when v.is_owed then 'pending' else 'paid' end, k.id, k.code, k.name, k.symbol,
      k.rate_compra, k.rate_venta, 'none', 0, v.total, 0, 0, v.total, case when v.is_owed then 0 else v.total end, case when v.is_owed then v.total else 0 end,
      '|' || n || '|' || '|' || lower(cl.casillero) || '|' || lower(cl.first_name) || '|' || lower(cl.last_names) || '|',
      u.id, now() - (c.days - 10) * interval '1 day' + n * ((c.days - 11) * interval '5 days' / c.packages)
    from bench_companies c cross join lateral generate_series(1, c.packages / 5) n
    join packages p on p.company_id = c.id and p.company_package_id = n * 5 - 2
    join clients cl on cl.company_id = c.id and cl.id = p.client_id
    join currencies k on k.company_id = c.id and k.code = 'USD'
    join users u on u.company_id = c.id
    cross join lateral (select p.total_price as total, c.is_yearly and n % 40 = 0 as is_owed) v
    order by n, c.id`,
  items: `insert into invoice_items (company_id, invoice_id, position, package_id, company_package_id, tracking, description, quantity,
      unit_price, discount_type, discount_value, amount, final_amount, total)
    select v.company_id, v.id, 1, p.id, p.company_package_id, p.tracking, p.description, p.weight, p.final_price_per_pound,
      'none', 0, p.total_price, p.total_price, p.total_price
    from invoices v join packages p on p.company_id = v.company_id and p.company_package_id = v.company_invoice_id * 5 - 2
    order by v.company_invoice_id, v.company_id`,
  payments: `insert into invoice_payments (company_id, invoice_id, method, total, currency_id, currency_code, currency_name,
      currency_symbol, rate_compra, rate_venta, converted_total, created_by, created_at)
    select company_id, id, 'cash', total_amount, currency_id, currency_code, currency_name, currency_symbol, rate_compra, rate_venta,
      total_amount, created_by, created_at from invoices where status = 'paid' order by company_invoice_id, company_id`,
  // A shipment of air and one of sea for each week of a year.
  consignments: `insert into consignments (company_id, company_consignment_id, shipping_method, state, sent_status_id, sent_by, sent_at,
      received_status_id, received_by, received_at, closed_by, closed_at, search_text, created_by, created_at)
    select c.id, n, case when n % 2 = 1 then 'aereo' else 'maritimo' end, 'closed', s.id, u.id, v.moment, s.id, u.id, v.moment, u.id, v.moment,
      '|' || n || '|', u.id, v.moment
    from bench_companies c cross join generate_series(1, 104) n
    cross join lateral (select now() - (370 - n * 3.5) * interval '1 day' as moment) v
    join statuses s on s.company_id = c.id and s.order_position = 2
    join users u on u.company_id = c.id
    where c.is_yearly`,
  consigned: `insert into consignment_packages (company_id, consignment_id, package_id, company_package_id, added_by, added_at, sent_weight, arrival_weight,
      seen_by, seen_at, is_weighed_for_good)
    select c.id, k.id, p.id, p.company_package_id, k.sent_by, k.sent_at, p.weight, p.weight, k.sent_by, k.sent_at, true
    from bench_companies c join packages p on p.company_id = c.id
    join consignments k on k.company_id = c.id and k.company_consignment_id = 1 + p.company_package_id * 104 / (c.packages + 1)
    where c.is_yearly
    order by p.company_package_id`,
  // A message for every second package of the companies whose filters are measured; some failed, none waits, because a server would send it.
  messages: `insert into messages (company_id, event_key, client_id, template_id, phone, body, gateway_message_id, state, expires_at, created_at)
    select p.company_id, 'bench ' || p.company_package_id, p.client_id, t.id, '50580000000', 'Su paquete está listo', 'bench ' || p.company_package_id,
      (array['read','read','read','delivered','sent','failed','cancelled','expired'])[1 + case when p.company_package_id % 97 < 90 then p.company_package_id % 5 else p.company_package_id % 8 end],
      p.created_at, p.created_at + interval '8 hours'
    from bench_companies c join packages p on p.company_id = c.id and p.company_package_id % 2 = 0
    join templates t on t.company_id = c.id and t.position = 1
    where c.is_yearly
    order by p.company_package_id, c.id`,
  told: `insert into message_packages (company_id, message_id, package_id)
    select m.company_id, m.id, p.id
    from messages m join packages p on p.company_id = m.company_id and p.company_package_id = substr(m.event_key, 7)::bigint
    where m.event_key like 'bench %'
    order by p.company_package_id, p.company_id`,
  // What the log would have of packages and invoices; of clients by another user, who is gone.
  entries: `insert into audit_entries (company_id, at, user_id, user_name, action, entity, entity_id, label, after)
    select e.* from bench_companies c join users u on u.company_id = c.id
    cross join lateral (
      select p.company_id, p.created_at as at, u.id, u.full_name, 'insert', 'packages', p.id, p.tracking, '{"weight": 2}'::jsonb from packages p
      where p.company_id = c.id
      union all
      select v.company_id, v.created_at, u.id, u.full_name, 'insert', 'invoices', v.id, v.company_invoice_id::text, '{"status": "paid"}' from invoices v
      where v.company_id = c.id
      union all
      select k.company_id, now() - c.days * interval '1 day' + row_number() over () * ((c.days - 1) * interval '6 days' / c.packages), $1, 'Luis Medida',
        'insert', 'clients', k.id, k.casillero, '{"city": "Managua"}' from clients k
      where k.company_id = c.id
    ) e
    where c.is_yearly
    order by e.at`,
  counters: `update company_counters k set last_number = v.n, live_count = v.n
    from bench_companies c cross join lateral (values ('client', c.packages / 6), ('package', c.packages), ('invoice', c.packages / 5), ('consignment', case when c.is_yearly then 104 end)) v (kind, n)
    where k.company_id = c.id and k.kind = v.kind and v.n is not null`,
} as const

const numbered = {
  clients: `create temporary table bench_clients as select *, (regexp_replace(casillero, '\\D', '', 'g'))::int as n from clients`,
  tariffs: `create temporary table bench_tariffs as
    select *, row_number() over (partition by company_id order by id) as n from tariffs where is_default`,
}

// Indexes are built once over all rows in the end: row by row they would take most of the seeding.
const lateIndexes = `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class t on t.oid = i.indrelid
  where t.relname in ('clients', 'packages', 'package_status_changes', 'invoices', 'invoice_items', 'invoice_payments', 'messages',
                      'message_packages', 'audit_entries')
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`

/**
 * Fills a migrated, empty database as a superuser. Foreign keys are not checked meanwhile, because all rows are joined from
 * existing ones.
 */
export async function seed(superuser: Client, size: Size, say: (line: string) => void): Promise<void> {
  const plans = companiesOf(size)
  await superuser.query(
    "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'",
  )
  const { rows: indexes } = await superuser.query<{ name: string; definition: string }>(lateIndexes)
  for (const { name } of indexes) await superuser.query(`drop index ${name}`)
  const run = async (name: string, sql: string, values: unknown[] = []) => {
    const from = performance.now()
    await superuser.query(sql, values)
    say(`  ${name} ${((performance.now() - from) / 1000).toFixed(1)} s`)
  }
  await run('companies', statements.companies, [
    plans.map(({ subdomain }) => subdomain),
    plans.map(({ packages }) => packages),
    plans.map(({ isWatched }) => isWatched),
    plans.map(({ subdomain }) => seededDays(subdomain)),
  ])
  await run('users', statements.users, [await hashPassword(password)])
  await run('tariffs', statements.tariffs)
  await run('clients', statements.clients)
  await superuser.query(numbered.clients)
  await superuser.query('create unique index on bench_clients (company_id, n); analyze bench_clients')
  await superuser.query(numbered.tariffs)
  for (const name of [
    'packages',
    'searchTexts',
    'changes',
    'invoices',
    'items',
    'payments',
    'consignments',
    'consigned',
    'messages',
    'told',
    'entries',
    'counters',
  ] as const) {
    await run(name, statements[name], name === 'entries' ? [goneUser] : [])
    if (name === 'packages') await superuser.query('analyze packages')
  }
  for (const { name, definition } of indexes) await run(`index ${name}`, definition)
  await signIn(superuser, plans)
  await run('vacuum analyze', 'vacuum analyze')
  await superuser.query('checkpoint')
  await checkSearchText(superuser)
}

async function signIn(superuser: Client, plans: Plan[]): Promise<void> {
  const watched = plans.filter(({ isWatched }) => isWatched).map(({ subdomain }) => subdomain)
  const hashes = watched.map((subdomain) => createHash('sha256').update(tokenOf(subdomain)).digest())
  await superuser.query(
    `insert into sessions (company_id, user_id, token_hash)
     select c.id, u.id, given.hash from unnest($1::text[], $2::bytea[]) as given (subdomain, hash)
     join companies c on c.subdomain = given.subdomain join users u on u.company_id = c.id`,
    [watched, hashes],
  )
}

/** Checks that the search text, which the seed writes in SQL, is the one that the product would have written. */
async function checkSearchText(superuser: Client): Promise<void> {
  const { rows } = await superuser.query<Record<string, string>>(
    `select p.company_package_id as number, p.tracking, p.warehouse_tracking, p.description, p.search_text, p.client_search_text,
            c.casillero, c.first_name, c.last_names, c.phone, c.email, c.search_text as of_client
     from packages p join clients c on c.company_id = p.company_id and c.id = p.client_id limit 50`,
  )
  for (const row of rows) {
    const ofPackage = searchText(row.number, row.tracking, row.warehouse_tracking, row.description)
    const ofName = searchText(row.casillero, row.first_name, row.last_names)
    const ofClient = searchText(row.casillero, row.first_name, row.last_names, row.phone, row.email)
    if (ofPackage !== row.search_text || ofName !== row.client_search_text || ofClient !== row.of_client)
      throw new Error(`The bench fills searched text wrongly: ${JSON.stringify(row)}`)
  }
}
