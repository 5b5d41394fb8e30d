import type { Coin } from '@casillero/shared/test/cash-oracle'
import { expect, test } from 'vitest'
import { closing, openPrincipal, readSession } from '../../../../tests/support/cash-session.ts'
import { convert, type LedgerInvoice, type Method } from '../../../../tests/support/ledger-rows.ts'
import { MoneyLedger } from '../../../../tests/support/money-ledger.ts'
import { centsOf } from '../../../../tests/support/money-rows.ts'
import { coin, coins, makeRandom } from '../../../../tests/support/money-walk.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { verifyData } from '../../commands/verify-data/report.ts'

const world = openWorld()
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const walks = Number(process.env.WALKS ?? 2)
const steps = 40

type Walk = {
  shop: Shop
  ledger: MoneyLedger
  ids: Map<string, string>
  sessionId: string
  random: (below: number) => number
}

/** Payments of about what is owed, now and then far more, in any currency and by any method. */
function draftPayments({ ledger, ids, random }: Walk, owed: bigint, invoice: Coin, many: number) {
  return Array.from({ length: many }, () => {
    const own = coins[random(3)] ?? invoice
    const share = (owed * BigInt(10 + random(130))) / 100n
    const cents = (share * own.compra) / invoice.compra + BigInt(random(300)) + 20n
    const has = ledger.credit.get(own.code) ?? 0n
    const method: Method = (['cash', 'cash', 'card', 'transfer'] as const)[random(4)] ?? 'cash'
    // Credit that is worth no cent of any currency is refused.
    const isWorth = coins.every((one) => convert(has, own, one) > 0n)
    if (isWorth && random(2) === 0) return { coin: own, cents: cents < has ? cents : has, method: 'credit' as const }
    return { coin: own, cents, method }
  })
    .filter(
      (payment, index, all) => payment.method !== 'credit' || all.findIndex((one) => one.method === 'credit') === index,
    )
    .map((payment) => ({
      ...payment,
      sent: {
        total: Number(payment.cents) / 100,
        method: payment.method,
        currencyId: ids.get(payment.coin.code) ?? '',
      },
    }))
}

async function makeInvoice(walk: Walk): Promise<void> {
  const { shop, ledger, ids, random } = walk
  const own = coins[random(2)] ?? coin('USD')
  const weight = 1 + random(9)
  const total = BigInt(weight) * 375n
  const drafts = draftPayments(walk, own.code === 'USD' ? total : (total * 368n) / 10n, own, random(4))
  const made = await shop.invoice([await shop.receive({ weight })], {
    currencyId: ids.get(own.code) ?? '',
    payments: drafts.map(({ sent }) => sent),
  })
  const invoice: LedgerInvoice = {
    id: made.id,
    coin: own,
    total: centsOf(made.totalAmount),
    payments: [],
    changes: [],
    isVoid: false,
  }
  ledger.invoices.push(invoice)
  if (drafts.length > 0) {
    ledger.take(
      invoice,
      drafts.map((draft, index) => ({ ...draft, id: made.payments[index]?.id ?? '' })),
    )
  }
}

async function payLater(walk: Walk, invoice: LedgerInvoice): Promise<void> {
  const { shop, ledger } = walk
  const owed = ledger.pending(invoice)
  const [draft] = draftPayments(walk, owed, invoice.coin, 1)
  if (!draft) return
  const params = { id: invoice.id }
  const { data: before } = await shop.user.ok('GET /api/invoices/:id', { params })
  const { data } = await shop.user.ok('POST /api/invoices/:id/payments', { params, body: draft.sent })
  const known = new Set(before.payments.map(({ id }) => id))
  ledger.take(invoice, [{ ...draft, id: data.payments.find(({ id }) => !known.has(id))?.id ?? '' }])
}

/** One payment or several over all that is open; now and then an amount is typed for an invoice. */
async function collectOver(walk: Walk): Promise<void> {
  const { shop, ledger, random } = walk
  const open = ledger.invoices.filter((invoice) => !invoice.isVoid && ledger.pending(invoice) > 0n)
  const dollar = coin('USD')
  const owed = open.reduce((sum, invoice) => sum + convert(ledger.pending(invoice), invoice.coin, dollar), 0n)
  const drafts = draftPayments(walk, owed, dollar, 1 + random(3))
  const one = open[random(open.length)]
  const typed = new Map(one && random(3) === 0 ? [[one, (ledger.pending(one) * BigInt(random(101))) / 100n]] : [])
  const divided = ledger.divideOver(drafts, typed)
  const isShort = [...typed].some(([{ id }]) => (divided.due.get(id) ?? 0n) > 0n)
  const answer = await shop.user.send('POST /api/clients/:id/collections', {
    params: { id: shop.client.id },
    body: {
      payments: drafts.map(({ sent }) => sent),
      allocations: [...typed].map(([{ id }, cents]) => ({ invoiceId: id, amount: Number(cents) / 100 })),
    },
  })
  const refusal = isShort ? 'collection_short' : divided.parts.length === 0 ? 'nothing_to_collect' : undefined
  expect([answer.statusCode, answer.json().code]).toEqual([
    refusal === undefined ? 201 : refusal === 'collection_short' ? 400 : 409,
    refusal,
  ])
  if (refusal === undefined) ledger.takeOver(answer.json().data.id, drafts, divided)
}

async function reverseCollection(walk: Walk): Promise<void> {
  const { shop, ledger, random } = walk
  const live = ledger.collections.filter(({ isLive }) => isLive)
  const collection = live[random(Math.max(live.length, 1))]
  if (!collection) return
  const changeReturned = random(2) === 0
  const refusal = ledger.reverseCollection(collection, changeReturned)
  const answer = await shop.admin.send('POST /api/collections/:id/reverse', {
    params: { id: collection.id },
    body: { reason: 'Error', changeReturned },
  })
  expect([answer.statusCode, answer.json().code]).toEqual([refusal === undefined ? 200 : 409, refusal])
}

async function reverseOne(walk: Walk, invoice: LedgerInvoice): Promise<void> {
  const { shop, ledger, random } = walk
  const live = invoice.payments.filter(({ isLive, collection }) => isLive && collection === undefined)
  const payment = live[random(live.length)]
  if (!payment) return
  const changeReturned = random(2) === 0
  const isDone = ledger.reverse(invoice, payment, changeReturned)
  const answer = await shop.admin.send('POST /api/payments/:id/reverse', {
    params: { id: payment.id },
    body: { reason: 'Error', changeReturned },
  })
  expect([answer.statusCode, answer.json().code]).toEqual(isDone ? [200, undefined] : [409, 'change_still_handed'])
}

async function nextDay(walk: Walk, day: number): Promise<void> {
  const { shop, ledger, random } = walk
  world.setTime(new Date(Date.UTC(2026, 9, 1 + day, 16)))
  ledger.day = `2026-10-${String(1 + day).padStart(2, '0')}`
  if (random(2) === 0 && walk.sessionId !== '') return
  if (walk.sessionId !== '') {
    const { balances } = await readSession(shop, walk.sessionId)
    const counts = (balances ?? []).map(({ currencyId }) => ({ currencyId, amount: 0 }))
    await shop.user.ok('POST /api/cash-sessions/:id/close', closing(walk.sessionId, counts, 'Sin contar'))
  }
  walk.sessionId = (await openPrincipal(shop, [])).id
  ledger.drawer.clear()
}

const nonZero = (cents: Iterable<readonly [string, bigint]>) => new Map([...cents].filter(([, value]) => value !== 0n))

async function compare({ shop, ledger, sessionId }: Walk, invoice: LedgerInvoice | undefined): Promise<void> {
  const { data: account } = await shop.viewer.ok('GET /api/clients/:id/account', { params: { id: shop.client.id } })
  expect(nonZero(account.credit.map(({ code, amount }) => [code, centsOf(amount)] as const))).toEqual(
    nonZero(ledger.credit),
  )
  const { balances } = await readSession(shop, sessionId)
  expect(nonZero((balances ?? []).map(({ code, expected }) => [code, centsOf(expected)] as const))).toEqual(
    nonZero(ledger.drawer),
  )
  if (!invoice) return
  const { data } = await shop.viewer.ok('GET /api/invoices/:id', { params: { id: invoice.id } })
  expect([centsOf(data.pendingTotal), centsOf(data.changeTotal)]).toEqual(
    invoice.isVoid ? [0n, 0n] : [ledger.pending(invoice), ledger.given(invoice)],
  )
}

/** At the end: every day's sums in the report, and what the statement says is owed. */
async function compareDays({ shop, ledger, ids }: Walk): Promise<void> {
  const codes = new Map([...ids].map(([code, id]) => [id, code]))
  for (const [day, collected] of ledger.collected) {
    const query = { from: day, to: day }
    const { data } = await shop.admin.ok('GET /api/reports/:name', { params: { name: 'payments-by-currency' }, query })
    const amounts = data.total.amounts.map(
      ({ currencyId, amount }) => [codes.get(currencyId) ?? '', centsOf(amount)] as const,
    )
    expect(nonZero(amounts)).toEqual(nonZero(collected))
  }
  const query = { from: '2026-10-01', to: '2026-10-31' }
  const { data } = await shop.viewer.ok('GET /api/clients/:id/statement', { params: { id: shop.client.id }, query })
  const owed = new Map<string, bigint>()
  for (const invoice of ledger.invoices.filter(({ isVoid }) => !isVoid)) {
    owed.set(invoice.coin.code, (owed.get(invoice.coin.code) ?? 0n) + ledger.pending(invoice))
  }
  expect(nonZero(data.accounts.map((one) => [one.code, centsOf(one.owed)] as const))).toEqual(nonZero(owed))
}

async function walkOnce(random: Walk['random']): Promise<void> {
  const shop = await openShop(world)
  const colon = { code: 'CRC', name: 'Colón', symbol: '₡', rateCompra: 517.5, rateVenta: 510 }
  const { data: crc } = await shop.admin.ok('POST /api/currencies', { body: colon })
  const ids = new Map([
    ['USD', shop.usd],
    ['NIO', shop.nio],
    ['CRC', crc.id],
  ])
  const walk: Walk = { shop, ledger: new MoneyLedger(coin('NIO')), ids, sessionId: '', random }
  for (let step = 0; step < steps; step += 1) {
    if (step % 10 === 0) await nextDay(walk, step / 10)
    const living = walk.ledger.invoices.filter(({ isVoid }) => !isVoid)
    const invoice = living[random(Math.max(living.length, 1))]
    const move = random(11)
    const isOpen = living.some((one) => walk.ledger.pending(one) > 0n)
    if (!invoice || move < 2) await makeInvoice(walk)
    else if (move < 4 && walk.ledger.pending(invoice) > 0n) await payLater(walk, invoice)
    else if (move < 6) await reverseOne(walk, invoice)
    else if (move < 8 && isOpen) await collectOver(walk)
    else if (move < 10) await reverseCollection(walk)
    else {
      const isOfCollection = invoice.payments.some(({ isLive, collection }) => isLive && collection !== undefined)
      const isGivenBack = !isOfCollection && random(2) === 0
      walk.ledger.voidInvoice(invoice, isGivenBack)
      const query = isGivenBack ? { refund: 'cash' as const } : {}
      await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id }, query })
    }
    await compare(walk, invoice ?? walk.ledger.invoices.at(-1))
  }
  await compareDays(walk)
}

test(`payments, collections, changes, credits, reversals and voids of random days agree to the cent with exact fractions (SEED=${seed})`, async () => {
  const random = makeRandom(seed)
  for (let walk = 0; walk < walks; walk += 1) await walkOnce(random)
  world.setTime(undefined)
  expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])
})
