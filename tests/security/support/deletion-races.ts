import type { Call, Sent } from '../../support/actor.ts'
import type { Shop } from '../../support/shop.ts'
import { newMark } from '../../support/world.ts'

export type Deed = () => Promise<{ statusCode: number; body: string }>
type Deletion = Extract<Call, `DELETE ${string}`>

export const remove =
  (shop: Shop, call: Deletion, id: string): Deed =>
  () =>
    shop.admin.send(call, { params: { id } })

const send =
  <K extends Call>(shop: Shop, call: K, sent: Sent<K>): Deed =>
  () =>
    shop.user.send(call, sent)

export const addTariff = async (shop: Shop, type: 'aereo' | 'maritimo' = 'aereo') =>
  (await shop.admin.ok('POST /api/tariffs', { body: { name: newMark(), type, pricePerPound: 1 } })).data.id
const addStatus = async (shop: Shop) =>
  (await shop.admin.ok('POST /api/statuses', { body: { name: newMark(), isFinalStatus: false } })).data.id
export const addMethod = async (shop: Shop) =>
  (await shop.admin.ok('POST /api/shipping-methods', { body: { name: newMark() } })).data.id

let codes = 0
export async function addCurrency(shop: Shop): Promise<string> {
  const code = `X${String.fromCharCode(65 + (Math.floor(codes / 26) % 26), 65 + (codes++ % 26))}`
  const body = { code, name: code, symbol: code, rateCompra: 2, rateVenta: 2 }
  return (await shop.admin.ok('POST /api/currencies', { body })).data.id
}

export const shippingBy = (shop: Shop, shippingMethodId: string, currencyId = shop.usd) => ({
  shippingMethodId,
  currencyId,
  shippingPrice: 1,
  shippingAddress: 'León',
})

/** Deletes a row while another user takes it into use at the same moment. */
export async function deletionRaces(shop: Shop): Promise<[what: string, deletion: Deed, use: Deed][]> {
  const courierPackage = { shippingMethod: 'aereo' as const, tracking: newMark(), weight: 1 }
  const client = { firstName: 'Eva', lastNames: 'Paz', phone: '88001122' }
  const other = await shop.receive()
  const pending = await shop.invoice([await shop.receive()])
  const [clientId, movedTo, ofPackage, ofClient] = [
    (await shop.addClient()).id,
    (await shop.addClient()).id,
    await addTariff(shop),
    await addTariff(shop),
  ]
  const [entered, moved, invoicing, paying, paid, sending] = [
    await addStatus(shop),
    await addStatus(shop),
    await addCurrency(shop),
    await addCurrency(shop),
    await addCurrency(shop),
    await addCurrency(shop),
  ]
  const [methodId, invoiced] = [await addMethod(shop), await shop.receive()]
  const invoiceWith = async (values: Parameters<Shop['invoiceBodyOf']>[1]) => ({
    body: shop.invoiceBodyOf([await shop.receive()], values),
  })
  return [
    [
      'a client ‖ a new package of theirs',
      remove(shop, 'DELETE /api/client/:id', clientId),
      send(shop, 'POST /api/packages', { body: { ...courierPackage, clientId } }),
    ],
    [
      'a client ‖ a package that is given to them',
      remove(shop, 'DELETE /api/client/:id', movedTo),
      send(shop, 'PUT /api/packages/:id', { params: { id: other.id }, body: { ...other, clientId: movedTo } }),
    ],
    [
      'a tariff ‖ a package at that price',
      remove(shop, 'DELETE /api/tariffs/:id', ofPackage),
      send(shop, 'POST /api/packages', { body: { ...courierPackage, tariffId: ofPackage } }),
    ],
    [
      'a tariff ‖ a client whose default it becomes',
      remove(shop, 'DELETE /api/tariffs/:id', ofClient),
      send(shop, 'POST /api/client', { body: { ...client, defaultTariffAereoId: ofClient } }),
    ],
    [
      'a status ‖ a package that arrives in it',
      remove(shop, 'DELETE /api/statuses/:id', entered),
      send(shop, 'POST /api/packages', { body: { ...courierPackage, statusId: entered } }),
    ],
    [
      'a status ‖ a package that is moved into it',
      remove(shop, 'DELETE /api/statuses/:id', moved),
      send(shop, 'PATCH /api/packages/status', { body: { packageIds: [other.id], statusId: moved } }),
    ],
    [
      'a currency ‖ an invoice in it',
      remove(shop, 'DELETE /api/currencies/:id', invoicing),
      send(shop, 'POST /api/invoices', await invoiceWith({ currencyId: invoicing })),
    ],
    [
      'a currency ‖ a payment in it',
      remove(shop, 'DELETE /api/currencies/:id', paying),
      send(
        shop,
        'POST /api/invoices',
        await invoiceWith({ payments: [{ total: 1, method: 'cash', currencyId: paying }] }),
      ),
    ],
    [
      'a currency ‖ a later payment in it',
      remove(shop, 'DELETE /api/currencies/:id', paid),
      send(shop, 'POST /api/invoices/:id/payments', {
        params: { id: pending.id },
        body: { total: 1, method: 'cash', currencyId: paid },
      }),
    ],
    [
      'a currency ‖ a delivery in it',
      remove(shop, 'DELETE /api/currencies/:id', sending),
      send(shop, 'POST /api/invoices', await invoiceWith({ shipping: shippingBy(shop, shop.methodId, sending) })),
    ],
    [
      'a method ‖ a delivery by it',
      remove(shop, 'DELETE /api/shipping-methods/:id', methodId),
      send(shop, 'POST /api/invoices', await invoiceWith({ shipping: shippingBy(shop, methodId) })),
    ],
    [
      'a package ‖ its invoice',
      remove(shop, 'DELETE /api/packages/:id', invoiced.id),
      send(shop, 'POST /api/invoices', { body: shop.invoiceBodyOf([invoiced]) }),
    ],
  ]
}
