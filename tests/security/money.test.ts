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
import { openShop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { lieAboutMoney, sendImpossibleNumbers } from './support/claimed-amounts.ts'
import { on } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'

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
  for (const random of fc.sample(invoices(3), { seed, numRuns: tries(120, 10_000) })) {
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
