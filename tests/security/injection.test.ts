import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogues } from '@casillero/shared/contract/api'
import { searchText } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import { openShop, phoneOfNicaragua, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { injections } from './support/injections.ts'
import { asSuperuser, on } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

const signs = ['%', '_', '\\', '%_', "'", '|', '\\%', '\\\\_']

type Row = { id: string; fields: unknown[] }

/** Says whether a literal search for these words finds a row: each word must occur in its text. */
function isFound(query: string, { fields }: Row): boolean {
  const whole = searchText(...fields.map((field) => (field === null || field === undefined ? '' : String(field))))
  const words = searchText(query.slice(0, 100)).split(/[| ]/)
  return words.every((word) => whole.includes([...word].length <= 2 && word !== '' ? `|${word}` : word))
}

type Listed = { call: string; fieldsOf(row: Record<string, unknown>): unknown[] }

/** A package without a client is found by what its label says. */
const labelledFields = (row: Record<string, unknown>) => [
  row.companyPackageId,
  row.tracking,
  row.warehouseTracking,
  row.clientPackageName,
]

const readFields = (names: readonly string[]) => (row: Record<string, unknown>) => names.map((name) => row[name])

const lists: Listed[] = [
  { call: 'GET /api/packages/unowned', fieldsOf: labelledFields },
  {
    call: 'GET /api/client',
    fieldsOf: (row) => [row.casillero, row.firstName, row.middleName, row.lastNames, row.phone, row.email],
  },
  ...catalogues.flatMap((catalogue) =>
    'searched' in catalogue && catalogue.searched
      ? [{ call: `GET /api/${catalogue.name}`, fieldsOf: readFields(catalogue.searched) }]
      : [],
  ),
  { call: 'GET /api/shipments', fieldsOf: (row) => [row.companyShipmentId, row.guide, row.carrier] },
  {
    call: 'GET /api/packages',
    fieldsOf: ({ client, ...row }) => {
      const { casillero, firstName, middleName, lastNames } = Object(client)
      if (client === null) return [...labelledFields(row), row.description]
      return [
        row.companyPackageId,
        row.tracking,
        row.warehouseTracking,
        row.description,
        casillero,
        firstName,
        middleName,
        lastNames,
      ]
    },
  },
]

async function rowsOf({ admin }: Shop, call: string, query: Record<string, string> = {}) {
  const answer = await admin.send(call, { query: { limit: '100', ...query } })
  const data: Record<string, unknown>[] | undefined = answer.json().data
  return { answer, data }
}

/** Inserts rows whose names are the attack, so that a literal search finds them. */
async function stock(shop: Shop): Promise<void> {
  for (const name of [...injections.slice(0, 12), ...signs.map((sign) => `ab${sign}cz`), 'ab-x-cz', 'Nadie']) {
    const { id } = await shop.addClient({ firstName: name, lastNames: 'Azul', phone: phoneOfNicaragua })
    await shop.admin.ok('POST /api/tariffs', { body: { name, type: 'aereo', pricePerPound: 1 } })
    await shop.receive({ clientId: id, description: name })
    await shop.admin.ok('POST /api/shipments', { body: { shippingMethod: 'aereo', guide: name, carrier: 'Azul' } })
    await shop.receive({ clientId: null, clientPackageName: name })
  }
}

async function search(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const neighbour = await openShop(world)
  await stock(shop)
  await neighbour.addClient({ firstName: 'Vecina' })
  const before = (await world.owner.query('select count(*) from users')).rows
  for (const { call, fieldsOf } of lists) {
    const all: Row[] = ((await rowsOf(shop, call)).data ?? []).map((row) => ({
      id: String(row.id),
      fields: fieldsOf(row),
    }))
    for (const query of [...injections, ...signs.map((sign) => `AB${sign}CZ`), ...signs]) {
      const { answer, data } = await rowsOf(shop, call, { search: query })
      const found = data?.map(({ id }) => String(id)).toSorted()
      const expected = all.flatMap((row) => (isFound(query, row) ? [row.id] : [])).toSorted()
      const isSo = answer.statusCode === 200 && found?.join() === expected.join()
      held(isSo, `${call} ${query}: ${found?.length} rows instead of ${expected.length}, ${answer.statusCode}`)
    }
    for (const [name, value] of [
      ['sort', 'name; drop table clients'],
      ['orderBy', '(select pg_sleep(5))'],
      ['filter[x]', '1=1'],
      ['select', '*'],
    ] as const) {
      const { answer, data } = await rowsOf(shop, call, { [name]: value })
      held(answer.statusCode === 400 || data?.length === all.length, `${call} with ${name}=${value}`)
    }
  }
  const after = (await world.owner.query('select count(*) from users')).rows
  held(JSON.stringify(after) === JSON.stringify(before), 'users came or went')
}

/** Receives packages whose trackings are attacks, and scans them: a code names the package that has it, and no other. */
async function scan(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const neighbour = await openShop(world)
  const announced = await shop.receive({ weight: null })
  const codes = [...injections.slice(0, 30), ...signs.map((sign) => `ab${sign}cz`)]
  const numbers = new Map<string, number>()
  for (const tracking of codes) {
    const { data } = await shop.user.ok('POST /api/receptions', {
      body: { tracking, shippingMethod: 'aereo', clientId: shop.client.id, weight: 2, weightSource: 'typed' },
    })
    held(data.result === 'created', `${tracking} was ${data.result}`)
    numbers.set(tracking, data.package.companyPackageId)
  }
  for (const code of [...codes, ...injections.slice(30), ...signs]) {
    const { data } = await shop.user.ok('GET /api/receptions/package', { query: { code } })
    const found = data?.package.companyPackageId
    held(found === numbers.get(code), `${code} names ${found} instead of ${numbers.get(code)}`)
    const { data: foreign } = await neighbour.user.ok('GET /api/receptions/package', { query: { code } })
    held(foreign === null, `${code} names a package of another company`)
  }
  const { data } = await shop.user.ok('GET /api/packages/:id', { params: { id: announced.id } })
  held(data.weight === null, 'a package was filled by a code that is not its own')
}

/** Passes the typed words to the trusted functions directly, without the checks before them. */
async function searchDirectly(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const neighbour = await openShop(world)
  await shop.invoice([await shop.receive()])
  await neighbour.invoice([await neighbour.receive()])
  const actor = { companyId: shop.id, userId: shop.admin.userId }
  for (const payload of [...injections, "%' or company_id is not null or 'a' like '%"]) {
    for (const call of [
      sql`search_clients(${[payload]}, 100, 0)`,
      sql`search_packages(${[payload]}, null, null, null, 100, 0)`,
      sql`search_invoices(${[payload]}, null, true, 100, 0)`,
      sql`search_invoices(array['%'], ${payload}, true, 100, 0)`,
      sql`find_clients_like(${[payload]}, 100)`,
      sql`filter_clients(${[payload]}, '{}', 100, 100, 0)`,
      sql`filter_packages(${[payload]}, '{}', 100, 100, 0)`,
      sql`filter_packages('{}', ${JSON.stringify({ labelCode: payload })}::jsonb, 100, 100, 0)`,
      sql`filter_packages('{}', ${JSON.stringify({ shippingMethod: payload })}::jsonb, 100, 100, 0)`,
      sql`filter_invoices(${[payload]}, '{}', 100, 100, 0)`,
      sql`filter_invoices('{}', ${JSON.stringify({ status: payload })}::jsonb, 100, 100, 0)`,
    ]) {
      const found = await world.database
        .asUser(actor, (db) => sql`select * from ${call}`.execute(db))
        .then(
          ({ rows }) => `${rows.length} rows`,
          (error: Error) => error.message,
        )
      held(found === '0 rows', `${payload}: ${found}`)
    }
  }
}

/** Checks that statements consist of parameters and of texts without any part of a request. */
async function readTheSource(_world: World, held: Held): Promise<void> {
  const root = join(import.meta.dirname, '../..')
  const served = ['server/src/features', 'server/src/platform', 'embedded-postgres/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .map((name) => join(folder, name)),
  )
  // These run before the first request, and contain only names and passwords that the server makes.
  const ownTexts = [
    'embedded-postgres/src/start.ts',
    'server/src/platform/database/login-role.ts',
    'server/src/platform/database/migrate.ts',
  ]
  for (const file of served) {
    const text = readFileSync(join(root, file), 'utf8')
    held(!/\bsql\.raw\b|\bsql\.ref\((?!column\))/.test(text), `${file} writes text into a statement`)
    const isPasted = /\bquery(?:<[^(]*>)?\(\s*(?:`[^`]*\$\{|[^)'"`]*\+\s*['"`])/.test(text)
    held(!isPasted || ownTexts.includes(file), `${file} pastes a statement together`)
  }
  held(served.length > 100, `only ${served.length} files were read`)
}

/** Weakens the search, so that the wildcards of LIKE keep their meaning. */
const forgetSigns = `
  create or replace function like_clauses(searched text, patterns text[]) returns text language sql immutable as $$
    select coalesce(string_agg(format(' and %s like %L', searched, replace(p, '\\', '')), ''), '') from unnest(patterns) p
  $$`

/** Weakens a function, so that it concatenates words into its statement. */
const pasteWords = `
  create or replace function like_clauses(searched text, patterns text[]) returns text language sql immutable as $$
    select coalesce(string_agg(' and ' || searched || ' like ''' || p || '''', ''), '') from unnest(patterns) p
  $$`

threat(
  'T-30',
  { what: 'SQL, LIKE signs and orders smuggled into what is searched and saved', asvs: ['1.2.4', '1.2.1'] },
  ({ proof, control }) => {
    proof('a search finds its text literally, and nothing else', on(search))
    proof('a scanned code names the package that has it literally, and no other', on(scan))
    proof('the trusted functions take every text as a text', on(searchDirectly))
    proof('no statement is pasted together', on(readTheSource))
    control('signs of LIKE that are let through', on(search, { weaken: (world) => asSuperuser(world, forgetSigns) }))
    control(
      'words that are pasted into a statement',
      on(searchDirectly, { weaken: (world) => asSuperuser(world, pasteWords) }),
    )
  },
)
