import { auditEndpoints } from '@casillero/shared/contract/audit'
import { clientEndpoints } from '@casillero/shared/contract/clients'
import { invoiceEndpoints } from '@casillero/shared/contract/invoices'
import { messageEndpoints } from '@casillero/shared/contract/messages'
import { packageEndpoints } from '@casillero/shared/contract/packages'
import type { Pool } from 'pg'
import { listAuditEntries } from '../server/src/features/audit/queries.ts'
import { listClients } from '../server/src/features/clients/queries.ts'
import { listInvoices } from '../server/src/features/invoices/queries.ts'
import { listMessages } from '../server/src/features/messages/queries.ts'
import { listPackages } from '../server/src/features/packages/queries.ts'
import type { Db } from '../server/src/platform/database/database.ts'
import { goneUser } from './seed-logs.ts'

/** One choice of a filter or an order, as the list's call takes it. */
export type Choice = { name: string; query: string }

/** A list with all that it can be filtered and ordered by. */
export type FilteredList = {
  name: string
  path: string
  /** Reads a page, with the call's query. */
  read: (db: Db, query: unknown) => Promise<unknown>
  filters: readonly Choice[]
  orders: readonly Choice[]
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** Days of which a company has many rows, few, and none. */
const daysOf = (seeded: number): Choice[] => [
  { name: 'from 7 days ago', query: `from=${day(7)}` },
  { name: `to ${seeded - 10} days ago`, query: `to=${day(seeded - 10)}` },
  { name: 'of two old days', query: `from=${day(seeded - 5)}&to=${day(seeded - 6)}` },
  { name: 'of no day', query: `from=${day(seeded + 40)}&to=${day(seeded + 30)}` },
]

const flags = (key: string): Choice[] =>
  ['true', 'false'].map((value) => ({ name: `${key}=${value}`, query: `${key}=${value}` }))

const unknown = '0198f000-0000-7000-8000-000000000000'

async function idsOf(superuser: Pool, company: string) {
  const idOf = async (sql: string): Promise<string> => {
    const { rows } = await superuser.query<{ id: string }>(sql, [company])
    return rows[0]?.id ?? unknown
  }
  const status = (order: number) => `select id from statuses where company_id = $1 and order_position = ${order}`
  return {
    statuses: [await idOf(status(1)), await idOf(status(4))] as const,
    client: await idOf('select client_id as id from packages where company_id = $1 and company_package_id = 4321'),
    tariff: await idOf('select tariff_id as id from packages where company_id = $1 and company_package_id = 4321'),
    otherTariff: await idOf(
      `select t.id from tariffs t where t.company_id = $1
         and not exists (select from packages p where p.company_id = $1 and p.tariff_id = t.id) limit 1`,
    ),
    shipment: await idOf(
      `select l.consignment_id as id from consignment_packages l
       where l.company_id = $1 and l.removed_at is null group by 1 order by count(*) desc limit 1`,
    ),
    currency: await idOf('select currency_id as id from invoices where company_id = $1 limit 1'),
    otherCurrency: await idOf(
      `select k.id from currencies k where k.company_id = $1
         and not exists (select from invoices v where v.company_id = $1 and v.currency_id = k.id) limit 1`,
    ),
    user: await idOf('select id from users where company_id = $1 limit 1'),
    toldPackage: await idOf('select package_id as id from message_packages where company_id = $1 order by 1 limit 1'),
  }
}

/**
 * Every filter and order of the lists that a company's data has a value for, and values that nothing has; its rows came into being in the
 * last so many days.
 */
export async function listsOf(superuser: Pool, company: string, seeded: number): Promise<FilteredList[]> {
  const ids = await idsOf(superuser, company)
  const days = daysOf(seeded)
  const [first, ready] = ids.statuses
  return [
    {
      name: 'packages',
      path: '/api/packages',
      read: (db, query) => listPackages(db, packageEndpoints.list.query.parse(query)),
      filters: [
        { name: 'one status', query: `statusId=${ready}` },
        { name: 'two statuses', query: `statusId=${first}&statusId=${ready}` },
        { name: 'without a status', query: 'statusId=none' },
        { name: 'by air', query: 'shippingMethod=aereo' },
        ...flags('invoiced'),
        ...['client', 'weight', 'tariff'].map((part) => ({ name: `without a ${part}`, query: `missing=${part}` })),
        ...days,
        { name: 'in the status for 30 days', query: `statusSince=${day(30)}` },
        { name: `in the status for ${seeded - 1} days`, query: `statusSince=${day(seeded - 1)}` },
        { name: 'a client', query: `clientId=${ids.client}` },
        { name: 'a tariff', query: `tariffId=${ids.tariff}` },
        { name: 'a tariff of no package', query: `tariffId=${ids.otherTariff}` },
        { name: 'a shipment', query: `shipmentId=${ids.shipment}` },
      ],
      orders: [
        { name: 'oldest first', query: 'sort=number' },
        { name: 'longest in the status first', query: 'sort=statusSince' },
        { name: 'shortest in the status first', query: 'sort=-statusSince' },
      ],
    },
    {
      name: 'invoices',
      path: '/api/invoices',
      read: (db, query) => listInvoices(db, invoiceEndpoints.list.query.parse(query)),
      filters: [
        ...['pending', 'paid', 'cancelled'].map((status) => ({ name: status, query: `status=${status}` })),
        ...flags('debt'),
        ...days,
        { name: 'a client', query: `clientId=${ids.client}` },
        { name: 'a currency', query: `currencyId=${ids.currency}` },
        { name: 'a currency of no invoice', query: `currencyId=${ids.otherCurrency}` },
        { name: 'made by', query: `createdBy=${ids.user}` },
        { name: 'with voided ones', query: 'includeVoided=true' },
      ],
      orders: [{ name: 'oldest first', query: 'sort=number' }],
    },
    {
      name: 'clients',
      path: '/api/client',
      read: (db, query) => listClients(db, clientEndpoints.list.query.parse(query)),
      filters: [...flags('debt'), ...flags('ready'), ...flags('recent'), ...days],
      orders: [{ name: 'from Z to A', query: 'sort=-name' }],
    },
    {
      name: 'messages',
      path: '/api/messages',
      read: (db, query) => listMessages(db, messageEndpoints.list.query.parse(query)),
      filters: [
        ...['read', 'failed', 'queued'].map((state) => ({ name: state, query: `state=${state}` })),
        ...days,
        { name: 'a client', query: `clientId=${ids.client}` },
        { name: 'a package', query: `packageId=${ids.toldPackage}` },
      ],
      orders: [{ name: 'oldest first', query: 'sort=createdAt' }],
    },
    {
      name: 'entries of the log',
      path: '/api/audit',
      read: (db, query) => listAuditEntries(db, auditEndpoints.list.query.parse(query)),
      filters: [
        ...['packages', 'clients', 'tariffs'].map((entity) => ({ name: `of ${entity}`, query: `entity=${entity}` })),
        ...days,
        { name: 'by a user', query: `userId=${ids.user}` },
        { name: 'by a user who is gone', query: `userId=${goneUser}` },
      ],
      orders: [{ name: 'oldest first', query: 'sort=at' }],
    },
  ]
}

const keysOf = ({ query }: Choice) => [...new URLSearchParams(query).keys()]

/** Every two choices that are of different filters, each in every order. */
export function pairsOf({ filters, orders }: FilteredList): Choice[] {
  const pairs = filters.flatMap((one, index) =>
    filters.slice(index + 1).flatMap((other) => {
      const isOfBoth = keysOf(one).some((key) => keysOf(other).includes(key))
      return isOfBoth ? [] : [{ name: `${one.name}, ${other.name}`, query: `${one.query}&${other.query}` }]
    }),
  )
  return [...filters, ...pairs]
    .flatMap((choice) =>
      orders.map((order) => ({ name: `${choice.name}, ${order.name}`, query: `${choice.query}&${order.query}` })),
    )
    .concat(pairs)
}
