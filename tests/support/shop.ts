import type { Api } from '@casillero/shared/contract/api'
import { clientDraft } from '@casillero/shared/contract/client-draft'
import type { Client } from '@casillero/shared/contract/clients'
import type { Invoice } from '@casillero/shared/contract/invoices'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { createClient } from '../../server/src/features/clients/save-clients.ts'
import { tariffs } from '../../server/src/features/tariffs/queries.ts'
import type { Company, World } from './world.ts'

type PackageBody = Api['POST /api/packages']['body']
type InvoiceBody = Api['POST /api/invoices']['body']
type ClientBody = Api['POST /api/client']['body']

/** A company with two default tariffs and a client, and the ids of its catalogues. */
export type Shop = Company & {
  statuses: { received: string; inTransit: string; inCustoms: string; ready: string; delivered: string }
  usd: string
  nio: string
  methodId: string
  /** 3.75 a pound. */
  air: Tariff
  /** 2.50 a pound. */
  sea: Tariff
  client: Client
  addClient(values?: Partial<ClientBody>): Promise<Client>
  /** A package of the client, 2 lb by air, ready unless said otherwise. */
  receive(values?: Partial<PackageBody>): Promise<CourierPackage>
  receiveMany(count: number, values?: Partial<PackageBody>): Promise<CourierPackage[]>
  /** What the screen sends to invoice these packages in US$, without payments. */
  invoiceBodyOf(packages: CourierPackage[], values?: Partial<InvoiceBody>): InvoiceBody
  invoice(packages: CourierPackage[], values?: Partial<InvoiceBody>): Promise<Invoice>
}

let receivedCount = 0

export const phoneOfNicaragua = '50586904417'

const sampleClient = { firstName: 'Ana', lastNames: 'Núñez Báez', phone: phoneOfNicaragua }

export async function openShop(world: World, options?: { subdomain?: string; isOperator?: boolean }): Promise<Shop> {
  const company = await world.openCompany(options)
  const { admin } = company
  // By the product's own statements in one transaction: the calls behind them would take most of the time of a test.
  const opened = await world.database.asUser({ companyId: company.id, userId: admin.userId }, async (db) => {
    const kind = { isDefault: true, isActive: true, startDate: null, endDate: null, notes: null }
    const air = await tariffs.create(db, { ...kind, name: 'Aéreo', type: 'aereo', pricePerPound: 3.75 })
    const sea = await tariffs.create(db, { ...kind, name: 'Marítimo', type: 'maritimo', pricePerPound: 2.5 })
    const client = await createClient(db, clientDraft.parse(sampleClient), { userType: 'admin' })
    const statuses = await db.selectFrom('statuses').select('id').orderBy('order_position').execute()
    const currencies = await db.selectFrom('currencies').select(['id', 'code']).execute()
    const method = await db.selectFrom('shipping_methods').select('id').executeTakeFirstOrThrow()
    return { air, sea, client, statuses, currencies, methodId: method.id }
  })
  const { air, client } = opened
  const [received = '', inTransit = '', inCustoms = '', ready = '', delivered = ''] = opened.statuses.map(
    ({ id }) => id,
  )
  const currency = (code: string) => opened.currencies.find((each) => each.code === code)?.id ?? ''

  const addClient: Shop['addClient'] = async (values) => {
    return (await admin.ok('POST /api/client', { body: { ...sampleClient, ...values } })).data
  }

  const receive: Shop['receive'] = async (values) => {
    const body = {
      shippingMethod: 'aereo' as const,
      clientId: client.id,
      tariffId: air.id,
      statusId: ready,
      tracking: `1Z${++receivedCount}`,
      weight: 2,
      ...values,
    }
    return (await admin.ok('POST /api/packages', { body })).data
  }

  const invoiceBodyOf: Shop['invoiceBodyOf'] = (packages, values) => ({
    clientId: client.id,
    currencyId: currency('USD'),
    items: packages.map((courierPackage) => ({
      packageId: courierPackage.id,
      quantity: courierPackage.weight,
      unitPrice: courierPackage.finalPricePerPound,
    })),
    ...values,
  })

  return {
    ...company,
    statuses: { received, inTransit, inCustoms, ready, delivered },
    usd: currency('USD'),
    nio: currency('NIO'),
    methodId: opened.methodId,
    air,
    sea: opened.sea,
    client,
    addClient,
    receive,
    async receiveMany(count, values) {
      const received: CourierPackage[] = []
      // As many at a time as there are connections, so that no call waits too long for one on a busy machine.
      while (received.length < count) {
        const next = Array.from({ length: Math.min(5, count - received.length) }, () => receive(values))
        received.push(...(await Promise.all(next)))
      }
      return received.toSorted((one, other) => one.companyPackageId - other.companyPackageId)
    },
    invoiceBodyOf,
    invoice: async (packages, values) =>
      (await admin.ok('POST /api/invoices', { body: invoiceBodyOf(packages, values) })).data,
  }
}
