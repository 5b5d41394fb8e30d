import type { Api } from '@casillero/shared/contract/api'
import { openCompany } from './world.ts'

type PackageBody = Api['POST /api/packages']['body']
type ClientBody = Api['POST /api/client']['body']
type InvoiceBody = Api['POST /api/invoices']['body']
type CourierPackage = Api['POST /api/packages']['reply']['data']

let packageCount = 0

/** A company with two default tariffs and a client, and functions that prepare a test. */
export async function openShop() {
  const company = await openCompany()
  const { api } = company
  const [statuses, currencies, methods, air, sea] = await Promise.all([
    api('GET /api/statuses'),
    api('GET /api/currencies/active'),
    api('GET /api/shipping-methods/active'),
    api('POST /api/tariffs', { body: { name: 'Aéreo', type: 'aereo', pricePerPound: 3.75, isDefault: true } }),
    api('POST /api/tariffs', { body: { name: 'Marítimo', type: 'maritimo', pricePerPound: 2.5, isDefault: true } }),
  ])
  const [received = '', inTransit = '', inCustoms = '', ready = ''] = statuses.data.map(({ id }) => id)
  const idOf = (code: string) => currencies.data.find((currency) => currency.code === code)?.id ?? ''

  async function addClient(values: Partial<ClientBody> = {}) {
    const body = { firstName: 'Ana Lucía', lastNames: 'Núñez Báez', phone: '50586904417', ...values }
    return (await api('POST /api/client', { body })).data
  }
  const client = await addClient()

  return {
    ...company,
    statuses: { received, inTransit, inCustoms, ready },
    usd: idOf('USD'),
    nio: idOf('NIO'),
    methodId: methods.data[0]?.id ?? '',
    air: air.data,
    sea: sea.data,
    client,
    addClient,
    /** A package of the client, 2 lb by air, ready to be picked up unless said otherwise. */
    async receive(values: Partial<PackageBody> = {}): Promise<CourierPackage> {
      packageCount += 1
      const body: PackageBody = {
        shippingMethod: 'aereo',
        clientId: client.id,
        tariffId: air.data.id,
        statusId: ready,
        tracking: `1Z999AA1012345${String(packageCount).padStart(4, '0')}`,
        weight: 2,
        description: 'Zapatos',
        ...values,
      }
      return (await api('POST /api/packages', { body })).data
    },
    /** Invoices the client's packages in US$, as another clerk at another counter would. */
    async invoice(packages: readonly CourierPackage[], values: Partial<InvoiceBody> = {}) {
      const body: InvoiceBody = {
        clientId: client.id,
        currencyId: idOf('USD'),
        items: packages.map((courierPackage) => ({
          packageId: courierPackage.id,
          quantity: courierPackage.weight,
          unitPrice: courierPackage.finalPricePerPound,
        })),
        ...values,
      }
      return (await api('POST /api/invoices', { body })).data
    },
    allInvoices: async () => (await api('GET /api/invoices', { query: { includeVoided: 'true' } })).data,
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>
