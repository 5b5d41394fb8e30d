import type { Api } from '@casillero/shared/contract/api'
import sharp from 'sharp'
import type { Shop } from './shop.ts'

type Body = Api['POST /api/dispatches']['body']

/** Draws a photo of noise, which no compression makes much smaller, as a `data:` address. */
export async function drawPhoto(width = 40, height = 60): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const drawing = sharp({ create: { width, height, channels: 3, background: '#ddd', noise } })
  return `data:image/jpeg;base64,${(await drawing.jpeg({ quality: 50 }).toBuffer()).toString('base64')}`
}

/** The shipping of an invoice to the client's house. */
export const buildShipping = (shop: Pick<Shop, 'methodId' | 'nio'>) => ({
  shippingMethodId: shop.methodId,
  currencyId: shop.nio,
  shippingPrice: 50,
  shippingAddress: 'Bo. Guanuca, pulpería Sol',
  shippingCity: 'Matagalpa',
  shippingDepartment: 'Matagalpa',
  comments: null,
})

/** Makes an invoice that is sent, paid in full if it is left so, and gives its shipment as the list has it. */
export async function addShipment(
  shop: Shop,
  values: object = {},
  packages?: Awaited<ReturnType<Shop['receiveMany']>>,
) {
  const billed = packages ?? (await shop.receiveMany(1))
  const invoice = await shop.invoice(billed, { currencyId: shop.nio, shipping: buildShipping(shop), ...values })
  if (!('payments' in values)) {
    const body = { total: invoice.totalAmount, method: 'transfer' as const, currencyId: shop.nio }
    await shop.user.ok('POST /api/invoices/:id/payments', { params: { id: invoice.id }, body })
  }
  const { data } = await shop.user.ok('GET /api/invoice-shipments', { query: { status: 'all', limit: '100' } })
  const shipment = data.find((one) => one.invoice.id === invoice.id)
  if (!shipment) throw new Error('The invoice has a shipment')
  return shipment
}

/** Sends shipments, by default a paid one of its own. */
export const addDispatch = async (shop: Shop, values: Partial<Body> = {}) =>
  (
    await shop.user.ok('POST /api/dispatches', {
      body: { shipmentIds: values.shipmentIds ?? [(await addShipment(shop)).id], carrier: 'Cargotrans', ...values },
    })
  ).data
