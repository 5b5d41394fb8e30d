import type { Api } from '@casillero/shared/contract/api'
import {
  cents,
  dollar,
  invoices,
  type Money,
  oracle,
  type Invoice as Random,
} from '@casillero/shared/test/invoice-oracle'
import fc from 'fast-check'
import { seed } from '../support/sampling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'

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
async function lieAboutMoney(world: World, held: Held): Promise<void> {
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
async function sendImpossibleNumbers(world: World, held: Held): Promise<void> {
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

type InvoiceBody = Api['POST /api/invoices']['body']

const largestTotal = 9_999_999_999_999n

/** Makes random rates; the rate of sale is never above the rate of purchase. */
const inOrder = (money: Money): Money => ({
  ...money,
  compra: Math.max(money.compra, money.venta),
  venta: Math.min(money.compra, money.venta),
})

function withRatesInOrder(invoice: Random): Random {
  return {
    ...invoice,
    currency: inOrder(invoice.currency),
    shipping: invoice.shipping && { ...invoice.shipping, currency: inOrder(invoice.shipping.currency) },
    payments: invoice.payments.map((payment) => ({ ...payment, currency: inOrder(payment.currency) })),
  }
}

const discountOf = ({ type, hundredths }: Random['general']) => ({
  type,
  value: type === 'none' ? 0 : hundredths / 100,
})

/** Makes a random invoice as a clerk would: tariffs, packages, rates, and then the invoice. */
async function openCounter(world: World) {
  const shop = await openShop(world)
  const euro = { code: 'EUR', name: 'Euro', symbol: '€', rateCompra: 1, rateVenta: 1 }
  const currencies: Record<string, string> = {
    USD: shop.usd,
    NIO: shop.nio,
    EUR: (await shop.admin.ok('POST /api/currencies', { body: euro })).data.id,
  }
  const tariffs = new Map<number, string>()

  async function tariffOf(price: number): Promise<string> {
    const known = tariffs.get(price)
    if (known) return known
    const body = { name: `A ${price}`, type: 'aereo' as const, pricePerPound: price / 100 }
    const { id } = (await shop.user.ok('POST /api/tariffs', { body })).data
    tariffs.set(price, id)
    return id
  }

  async function setRates({ code, compra, venta }: Money): Promise<void> {
    if (code === dollar.code) return
    const statement = 'update currencies set rate_compra = $3, rate_venta = $4 where company_id = $1 and code = $2'
    await world.owner.query(statement, [shop.id, code, compra / 10_000, venta / 10_000])
  }

  async function createInvoice(invoice: Random) {
    for (const money of [invoice.currency, ...invoice.payments.map((paid) => paid.currency)]) await setRates(money)
    if (invoice.shipping) await setRates(invoice.shipping.currency)
    const packages = await Promise.all(
      invoice.lines.map(async ({ weight, price, own }) => {
        const { type: discountType, value: discountValue } = discountOf(own)
        return await shop.receive({
          tariffId: await tariffOf(price),
          weight: weight / 100,
          discountType,
          discountValue,
        })
      }),
    )
    const currencyOf = ({ code }: Money) => currencies[code] ?? ''
    const general = discountOf(invoice.general)
    const body: InvoiceBody = {
      clientId: shop.client.id,
      currencyId: currencyOf(invoice.currency),
      items: packages.map((courierPackage, index) => {
        const row = discountOf(invoice.lines[index]?.row ?? { type: 'none', hundredths: 0 })
        return { packageId: courierPackage.id, discountType: row.type, discountValue: row.value }
      }),
      generalDiscountType: general.type,
      generalDiscountValue: general.value,
      payments: invoice.payments.map(({ amount, currency }) => ({
        total: amount / 100,
        method: 'cash',
        currencyId: currencyOf(currency),
      })),
      shipping: invoice.shipping && {
        shippingMethodId: shop.methodId,
        currencyId: currencyOf(invoice.shipping.currency),
        shippingPrice: invoice.shipping.amount / 100,
        shippingAddress: 'León',
      },
    }
    return await shop.user.send('POST /api/invoices', { body })
  }
  return { shop, createInvoice }
}

type Invoiced = Api['POST /api/invoices']['reply']['data']

/** Converts an answer to the oracle's integers. */
const inCents = (invoiced: Invoiced) => ({
  lines: invoiced.items.map((item) => ({
    unitPriceMillionths: BigInt(item.unitPrice.toFixed(6).replace('.', '')),
    amount: cents(item.amount),
    finalAmount: cents(item.finalAmount),
    total: cents(item.total),
  })),
  subtotal: cents(invoiced.subtotal),
  shippingTotal: cents(invoiced.shippingTotal),
  discountTotal: cents(invoiced.discountTotal),
  totalAmount: cents(invoiced.totalAmount),
  paidTotal: cents(invoiced.paidTotal),
  pendingTotal: cents(invoiced.pendingTotal),
  isPaid: invoiced.status === 'paid',
  payments: invoiced.payments.map(({ convertedTotal }) => cents(convertedTotal)),
})

const asText = (value: unknown) =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner))

async function invoiceAtRandom(world: World, held: Held): Promise<void> {
  const { shop, createInvoice } = await openCounter(world)
  for (const random of fc.sample(invoices(3), { seed, numRuns: tries(60, 10_000) })) {
    const invoice = withRatesInOrder(random)
    const { change: _, ...expected } = oracle(invoice)
    const answer = await createInvoice(invoice)
    const what = `SEED=${seed}: ${asText(invoice)}`
    if (expected.subtotal + expected.shippingTotal > largestTotal || expected.paidTotal > largestTotal) {
      held(answer.statusCode === 400 && answer.json().code === 'amount_too_large', what)
      continue
    }
    // A payment that counts not even a cent is refused; totals are looked at before.
    if (expected.payments.some((payment) => payment === 0n)) {
      held(answer.statusCode === 400 && answer.json().code === 'payment_counts_nothing', what)
      continue
    }
    if (answer.statusCode !== 201) {
      held(false, `${what} was answered ${answer.body}`)
      continue
    }
    const { data } = await shop.user.ok('GET /api/invoices/:id', { params: { id: answer.json().data.id } })
    held(asText(inCents(data)) === asText(expected), `${what} became ${asText(inCents(data))}`)
  }
  const { rows } = await world.owner.query(
    `select v.company_invoice_id from invoices v where v.company_id = $1 and (
       v.subtotal <> (select sum(i.total) from invoice_items i where i.company_id = v.company_id and i.invoice_id = v.id)
       or v.total_amount <> v.subtotal + v.shipping_total - v.discount_total
       or v.paid_total <> (select coalesce(sum(p.converted_total), 0) from invoice_payments p
                           where p.company_id = v.company_id and p.invoice_id = v.id))`,
    [shop.id],
  )
  held(rows.length === 0, `these invoices are not the sum of their rows: ${asText(rows)}`)
}

/** Weakens the arithmetic: the price per pound is rounded before it is multiplied, so that lines are off by a cent. */
const roundTwice = `
  create function round_twice() returns trigger language plpgsql as $$
  begin
    new.amount := round(new.quantity * round(new.unit_price, 2), 2);
    return new;
  end $$;
  create trigger round_twice before insert on invoice_items for each row execute function round_twice()`

/** A server that takes a package's price from the request. */
async function trustPrices(world: World): Promise<void> {
  world.app.addHook('preHandler', async (request) => {
    const { pricePerPound } = Object(request.body)
    if (request.method !== 'PUT' || typeof pricePerPound !== 'number') return
    await world.owner.query('update packages set price_per_pound = $1 where id = $2', [
      pricePerPound,
      Object(request.params).id,
    ])
  })
}

threat(
  'T-21',
  { what: 'Money errors and amounts that the browser claims', asvs: ['2.2.1', '2.2.2', '2.3.2'] },
  ({ proof, control }) => {
    proof('random invoices agree to the cent with exact fractions', on(invoiceAtRandom))
    proof('the amounts are those of the server, with any claim of a browser', on(lieAboutMoney))
    proof('a number that is no amount is refused wherever an amount is expected', on(sendImpossibleNumbers))
    control('lines that are rounded twice', on(invoiceAtRandom, { weaken: (world) => world.owner.query(roundTwice) }))
    control('a price that is taken from the browser', on(lieAboutMoney, { weaken: trustPrices }))
  },
)
