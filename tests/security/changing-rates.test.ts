import type { Invoice } from '@casillero/shared/contract/invoices'
import { holding, untilBlocked } from '../support/locks.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'
import { withoutPart } from './support/without-part.ts'

const cordoba = { code: 'NIO', name: 'Córdoba', symbol: 'C$', rateVenta: 30 }

const setRate = (shop: Shop, rateCompra: number) =>
  shop.admin.send('PUT /api/currencies/:id', { params: { id: shop.nio }, body: { ...cordoba, rateCompra } })

/** Three packages of US$ 7.50, a delivery of US$ 1 and US$ 1 paid, in córdobas. */
async function invoiceOfThree(shop: Shop) {
  return shop.invoiceBodyOf(await shop.receiveMany(3), {
    currencyId: shop.nio,
    shipping: { shippingMethodId: shop.methodId, currencyId: shop.usd, shippingPrice: 1, shippingAddress: 'León' },
    payments: [{ total: 1, method: 'cash', currencyId: shop.usd }],
  })
}

/** Says whether all amounts of an invoice follow from one rate. */
function isOfOneRate({ currency, items, shippingTotal, totalAmount, payments }: Invoice): boolean {
  const rate = currency.rateCompra
  const lines = items.every(({ total }) => total === Number((7.5 * rate).toFixed(2)))
  const isWhole = totalAmount === Number((items.length * 7.5 * rate + shippingTotal).toFixed(2))
  return lines && isWhole && shippingTotal === rate && payments.every(({ convertedTotal }) => convertedTotal === 30)
}

async function race(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  for (let round = 0; round < tries(10, 200); round += 1) {
    await setRate(shop, 36)
    const body = await invoiceOfThree(shop)
    const [invoiced, changed] = await Promise.all([shop.user.send('POST /api/invoices', { body }), setRate(shop, 40)])
    const isDone = invoiced.statusCode === 201 && changed.statusCode === 200
    held(isDone, `${invoiced.body} ${changed.body}`)
    if (!isDone) continue
    const { data } = invoiced.json()
    held(isOfOneRate(data) && [36, 40].includes(data.currency.rateCompra), `round ${round}: ${invoiced.body}`)
  }
}

/** Changes the rate while an invoice has read it and waits for its number. */
async function changeInTheMiddle(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const countInvoices = async () => {
    const counted = 'select count(*)::int as count from invoices where company_id = $1'
    return (await world.owner.query<{ count: number }>(counted, [shop.id])).rows[0]?.count
  }
  for (let round = 0; round < tries(3, 20); round += 1) {
    await setRate(shop, 36)
    const body = await invoiceOfThree(shop)
    const lock = `select 1 from company_counters where company_id = $1 and kind = 'invoice' for update`
    const [invoiced, invoicesThen] = await holding(world.owner, [lock, [shop.id]], async (holder) => {
      const invoicing = shop.user.send('POST /api/invoices', { body })
      await untilBlocked(world.owner, 1)
      // The order of the two answers says little; the database after the answer to the change of the rate decides.
      const changing = setRate(shop, 40).then(countInvoices)
      await Promise.race([changing, untilBlocked(world.owner, 2)])
      await holder.query('commit')
      return await Promise.all([invoicing, changing])
    })
    const { rateCompra } = invoiced.json().data.currency
    held(invoicesThen === round + 1 || rateCompra === 40, `an invoice at ${rateCompra} after the rate had become 40`)
  }
}

async function editInvoicedRows(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const body = await invoiceOfThree(shop)
  const { data: invoice } = await shop.user.ok('POST /api/invoices', { body })
  const packageId = invoice.items[0]?.packageId ?? ''
  const checksum = async () => {
    const { rows } = await world.owner.query(
      `select md5(string_agg(t, '')) as sum from (
         select v::text as t from invoices v where company_id = $1
         union all select i::text from invoice_items i where company_id = $1
         union all select s::text from invoice_shipments s where company_id = $1
         union all select p::text from invoice_payments p where company_id = $1 order by 1) rows`,
      [shop.id],
    )
    const { data } = await shop.user.ok('GET /api/invoices/:id', { params: { id: invoice.id } })
    return JSON.stringify([rows, data])
  }
  const before = await checksum()
  const { admin, client, air } = shop
  const edits: [string, () => Promise<unknown>][] = [
    ['rates', () => setRate(shop, 41)],
    [
      'the currency’s name',
      () =>
        admin.ok('PUT /api/currencies/:id', {
          params: { id: shop.nio },
          body: { ...cordoba, name: 'Otro', symbol: 'O$', rateCompra: 50 },
        }),
    ],
    [
      'the tariff’s price',
      () => admin.ok('PUT /api/tariffs/:id', { params: { id: air.id }, body: { ...air, pricePerPound: 9.99 } }),
    ],
    [
      'the client’s name',
      () => admin.ok('PUT /api/client/:id', { params: { id: client.id }, body: { ...client, firstName: 'Otra' } }),
    ],
    [
      'the method’s name',
      () =>
        admin.ok('PUT /api/shipping-methods/:id', {
          params: { id: shop.methodId },
          body: { name: 'Otro', isDefault: true },
        }),
    ],
    [
      'the package’s status',
      () =>
        admin.ok('PATCH /api/packages/status', {
          body: { packageIds: [packageId], statusId: shop.statuses.delivered },
        }),
    ],
    ['the default currency', () => admin.ok('PATCH /api/currencies/:id/set-default', { params: { id: shop.nio } })],
  ]
  for (const [what, edit] of edits) {
    await edit()
    held((await checksum()) === before, `the invoice changed with ${what}`)
  }
}

/** Weakens the schema, so that the rate is stored with the currency alone. */
const followRates = `
  create function follow_rates() returns trigger language plpgsql security definer as $$
  begin
    update invoices set rate_compra = new.rate_compra where company_id = new.company_id and currency_id = new.id;
    return null;
  end $$;
  create trigger follow_rates after update on currencies for each row execute function follow_rates()`

const sharedLock = / for share/g

threat(
  'T-22',
  { what: 'A rate that changes while an invoice is made, or afterwards', asvs: ['2.3.3', '15.4.2'] },
  ({ proof, control }) => {
    proof('an invoice is made of one rate, whichever write is faster', on(race, { instances: 2 }))
    proof('no invoice is made at the old rate once the new one was answered', on(changeInTheMiddle, { instances: 2 }))
    proof('an invoice stays as it was when the rows that it was made of change', on(editInvoicedRows))
    control('rates that are read without being held', on(changeInTheMiddle, { rewire: withoutPart(sharedLock) }))
    control(
      'invoices that follow their currency',
      on(editInvoicedRows, { weaken: (world) => world.owner.query(followRates) }),
    )
  },
)
