import { openShop, type Shop } from '../../support/shop.ts'
import type { World } from '../../support/world.ts'
import type { Held } from './threat.ts'

/** False amounts that a browser could claim of a package, a line or an invoice. */
const lies = {
  package: { pricePerPound: 0.01, finalPricePerPound: 0.01, totalPrice: 0.02, companyPackageId: 1, invoiceItems: [] },
  line: { amount: 0.01, finalAmount: 0.01, total: 0.01, price: 0.01, currency: 'NIO', rate: 0.01, weight: 0.01 },
  invoice: {
    subtotal: 0.01,
    shippingTotal: 0,
    discountTotal: 7.49,
    totalAmount: 0.01,
    total: 0.01,
    paidTotal: 7.5,
    pendingTotal: 0,
    status: 'paid',
    isPaid: true,
    companyInvoiceId: 99,
    rateCompra: 0.01,
    rateVenta: 0.01,
    createdBy: { fullName: 'Nadie' },
    createdAt: '2020-01-01T00:00:00.000Z',
    voidedAt: '2020-01-01T00:00:00.000Z',
  },
}

const eachOf = (claims: object) => Object.entries(claims).map(([name, value]) => ({ [name]: value }))

/** Claims false amounts of a package, a line or an invoice: the amounts must stay those of the server. */
export async function lieAboutMoney(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  for (const claim of [...eachOf(lies.package), lies.package]) {
    const courierPackage = await shop.receive()
    const body = { ...courierPackage, comments: 'Otra nota', ...claim }
    const answer = await shop.user.send('PUT /api/packages/:id', { params: { id: courierPackage.id }, body })
    const { data } = await shop.user.ok('GET /api/packages/:id', { params: { id: courierPackage.id } })
    const kept = [data.pricePerPound, data.finalPricePerPound, data.totalPrice, data.companyPackageId]
    const isSo = JSON.stringify(kept) === JSON.stringify([3.75, 3.75, 7.5, courierPackage.companyPackageId])
    held(isSo, `PUT of a package with ${JSON.stringify(claim)}: ${answer.body}`)
  }
  const invoiced = [...eachOf(lies.line), lies.line].map((line) => ({ line, whole: {} }))
  for (const { line, whole } of [
    ...invoiced,
    ...[...eachOf(lies.invoice), lies.invoice].map((claim) => ({ line: {}, whole: claim })),
  ]) {
    const honest = shop.invoiceBodyOf([await shop.receive()])
    const body = { ...honest, ...whole, items: honest.items.map((item) => ({ ...item, ...line })) }
    const answer = await shop.user.send('POST /api/invoices', { body })
    const { items, ...rest } = answer.json().data ?? {}
    const isSo =
      [rest.totalAmount, rest.pendingTotal, items?.[0]?.total, items?.[0]?.unitPrice].join() === '7.5,7.5,7.5,3.75'
    const isOwn = rest.status === 'pending' && rest.voidedAt === null && rest.createdBy.fullName === 'user Prueba'
    held(
      isSo && isOwn && rest.companyInvoiceId < 99,
      `an invoice with ${JSON.stringify({ line, whole })}: ${answer.body}`,
    )
  }
  for (const seen of [{ unitPrice: 0.01 }, { quantity: 0.01 }, { unitPrice: 3.75, quantity: 0.02 }]) {
    const honest = shop.invoiceBodyOf([await shop.receive()])
    const body = { ...honest, items: honest.items.map((item) => ({ ...item, ...seen })) }
    const answer = await shop.user.send('POST /api/invoices', { body })
    held(answer.statusCode === 409, `an invoice with ${JSON.stringify(seen)}: ${answer.body}`)
  }
}

/** Numbers as they would stand in the JSON, quotes included. */
const impossible = [
  'NaN',
  '"NaN"',
  'Infinity',
  '-Infinity',
  '"Infinity"',
  '1e30',
  '1e400',
  '-1',
  '0.00005',
  '"1.00"',
  '[1]',
  'true',
]

const amounts: {
  call: 'POST /api/invoices' | 'POST /api/packages' | 'POST /api/tariffs' | 'POST /api/currencies'
  field: string
  also?: string[]
}[] = [
  { call: 'POST /api/tariffs', field: 'pricePerPound', also: ['0.005', '1000'] },
  { call: 'POST /api/currencies', field: 'rateCompra', also: ['0'] },
  { call: 'POST /api/currencies', field: 'rateVenta', also: ['0'] },
  { call: 'POST /api/packages', field: 'weight', also: ['0', '0.005', '10000'] },
  { call: 'POST /api/packages', field: 'discountValue', also: ['0.005', '101'] },
  { call: 'POST /api/invoices', field: 'generalDiscountValue', also: ['0.005', '101'] },
  { call: 'POST /api/invoices', field: 'discountValue', also: ['0.005', '101'] },
  { call: 'POST /api/invoices', field: 'shippingPrice', also: ['0', '0.005'] },
  { call: 'POST /api/invoices', field: 'total', also: ['0', '0.005', '10000000'] },
]

/** A body for the call whose one number is left out for the attack; percentages, so that 101 is too much. */
function bodyWithHole({ call, field }: (typeof amounts)[number], shop: Shop, packageId: string): object {
  const hole = { [field]: '§' }
  const percentage = { discountType: 'percentage', discountValue: 10 }
  switch (call) {
    case 'POST /api/tariffs':
      return { name: 'Una', type: 'aereo', ...hole }
    case 'POST /api/currencies':
      return { code: 'GTQ', name: 'Quetzal', symbol: 'Q', rateCompra: 10_000, rateVenta: 0.0001, ...hole }
    case 'POST /api/packages':
      return { shippingMethod: 'aereo', tariffId: shop.air.id, tracking: 'X1', weight: 1, ...percentage, ...hole }
    case 'POST /api/invoices': {
      const of = (name: string) => (field === name ? hole : {})
      return {
        ...shop.invoiceBodyOf([]),
        items: [{ packageId, ...percentage, ...of('discountValue') }],
        generalDiscountType: 'percentage',
        ...of('generalDiscountValue'),
        shipping: {
          shippingMethodId: shop.methodId,
          currencyId: shop.usd,
          shippingPrice: 1,
          shippingAddress: 'León',
          ...of('shippingPrice'),
        },
        payments: [{ total: 1, method: 'cash', ...of('total') }],
      }
    }
  }
}

/** Puts texts and numbers that are no amount into every place of an amount. */
export async function sendImpossibleNumbers(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const { id } = await shop.receive()
  for (const place of amounts) {
    const [method = '', url = ''] = place.call.split(' ')
    for (const number of [...impossible, ...(place.also ?? [])]) {
      const answer = await world.app.inject({
        method: method as 'POST',
        url,
        headers: {
          host: shop.host,
          authorization: `Bearer ${shop.admin.token}`,
          'content-type': 'application/json',
        },
        payload: JSON.stringify(bodyWithHole(place, shop, id)).replace('"§"', number),
      })
      held(answer.statusCode === 400, `${place.call} with ${place.field} ${number}: ${answer.body}`)
    }
  }
}
