import { expect, test } from 'vitest'
import { closing, openPrincipal, readSession } from '../../../../tests/support/cash-session.ts'
import { convert, type LedgerInvoice } from '../../../../tests/support/ledger-rows.ts'
import { MoneyLedger } from '../../../../tests/support/money-ledger.ts'
import { centsOf } from '../../../../tests/support/money-rows.ts'
import { expectWhole, openWorld } from '../../../../tests/support/open-world.ts'
import { sumByCode } from '../../../../tests/support/owed-credit.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { randomOf } from '../../../../tests/support/trade.ts'
import {
  coin,
  coins,
  type Draft,
  draftCredit,
  draftPayments,
  draftTransfer,
  type Walk,
} from '../../../../tests/support/walk-payments.ts'

const world = openWorld()
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const walks = Number(process.env.WALKS ?? 2)
const steps = 40

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
    day: ledger.day,
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

const draftLater = (walk: Walk, invoice: LedgerInvoice) =>
  draftPayments(walk, walk.ledger.pending(invoice), invoice.coin, 1)[0]

async function payLater(walk: Walk, invoice: LedgerInvoice, draft = draftLater(walk, invoice)): Promise<void> {
  const { shop, ledger } = walk
  if (!draft) return
  const params = { id: invoice.id }
  const { data: before } = await shop.user.ok('GET /api/invoices/:id', { params })
  const { data } = await shop.user.ok('POST /api/invoices/:id/payments', { params, body: draft.sent })
  const known = new Set(before.payments.map(({ id }) => id))
  ledger.take(invoice, [{ ...draft, id: data.payments.find(({ id }) => !known.has(id))?.id ?? '' }])
}

function draftOver(walk: Walk): Draft[] {
  const dollar = coin('USD')
  const owed = walk.ledger.listPayable().reduce((sum, one) => sum + convert(one.cents, one.coin, dollar), 0n)
  return draftPayments(walk, owed, dollar, 1 + walk.random(3))
}

/** Credit that a transfer leaves is used by a collection, and the transfer or the collection before it is taken back. */
async function loseUsedCredit(walk: Walk, invoice: LedgerInvoice): Promise<void> {
  await payLater(walk, invoice, draftTransfer(walk, invoice))
  const payment = invoice.payments.at(-1)
  await makeInvoice(walk)
  const credit = draftCredit(walk, invoice.coin)
  if (credit.length > 0 && walk.ledger.listPayable().length > 0) await collectOver(walk, credit)
  if (walk.random(3) > 0) await reverseOne(walk, invoice, payment)
}

/** One payment or several over all that is open; now and then an amount is typed for an invoice. */
async function collectOver(walk: Walk, drafts: Draft[] = draftOver(walk)): Promise<void> {
  const { shop, ledger, random } = walk
  const open = ledger.invoices.filter((invoice) => !invoice.isVoid && ledger.pending(invoice) > 0n)
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

function choosePayment({ random }: Walk, { payments }: LedgerInvoice) {
  const live = payments.filter(({ isLive, collection }) => isLive && collection === undefined)
  return live[random(live.length)]
}

async function reverseOne(walk: Walk, invoice: LedgerInvoice, payment = choosePayment(walk, invoice)): Promise<void> {
  const { shop, ledger, random } = walk
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
  noteClosing(walk)
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

/** Notes what the client owes less the credit at the end of a day. */
function noteClosing({ ledger, closings }: Walk): void {
  const credit = [...ledger.credit].map(([code, cents]) => ({ coin: coin(code), cents: -cents }))
  closings.set(ledger.day, sumByCode([...ledger.listPayable(), ...credit]))
}

const nonZero = (cents: Iterable<readonly [string, bigint]>) => new Map([...cents].filter(([, value]) => value !== 0n))

async function compare({ shop, ledger, sessionId }: Walk, invoice: LedgerInvoice | undefined): Promise<void> {
  const { data: account } = await shop.viewer.ok('GET /api/clients/:id/account', { params: { id: shop.client.id } })
  expect(nonZero(account.credit.map(({ code, amount }) => [code, centsOf(amount)] as const))).toEqual(
    nonZero(ledger.credit),
  )
  expect(nonZero(account.owed.map(({ code, amount }) => [code, centsOf(amount)] as const))).toEqual(
    nonZero(sumByCode(ledger.listPayable())),
  )
  expect(account.debts.map(({ currency, pendingTotal }) => [currency.code, centsOf(pendingTotal)])).toEqual(
    ledger.debts.filter(({ left }) => left > 0n).map((debt) => [debt.coin.code, debt.left]),
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
async function compareDays({ shop, ledger, ids, closings }: Walk): Promise<void> {
  const codes = new Map([...ids].map(([code, id]) => [id, code]))
  for (const [day, collected] of ledger.collected) {
    const query = { from: day, to: day }
    const { data } = await shop.admin.ok('GET /api/reports/:name', { params: { name: 'payments-by-currency' }, query })
    const amounts = data.total.amounts.map(
      ({ currencyId, amount }) => [codes.get(currencyId) ?? '', centsOf(amount)] as const,
    )
    expect(nonZero(amounts)).toEqual(nonZero(collected))
  }
  for (const [day, cents] of [...closings].filter(([one]) => one !== '')) {
    const query = { from: day, to: day }
    const { data } = await shop.viewer.ok('GET /api/clients/:id/statement', { params: { id: shop.client.id }, query })
    expect(nonZero(data.accounts.map((one) => [one.code, centsOf(one.closing)] as const))).toEqual(nonZero(cents))
  }
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
  const closings: Walk['closings'] = new Map()
  const walk: Walk = { shop, ledger: new MoneyLedger(coin('NIO')), ids, sessionId: '', random, closings }
  for (let step = 0; step < steps; step += 1) {
    if (step % 10 === 0) await nextDay(walk, step / 10)
    const living = walk.ledger.invoices.filter(({ isVoid }) => !isVoid)
    const invoice = living[random(Math.max(living.length, 1))]
    const move = random(13)
    const isOpen = walk.ledger.listPayable().length > 0
    if (!invoice || move < 2) await makeInvoice(walk)
    else if (move < 4 && walk.ledger.pending(invoice) > 0n) await payLater(walk, invoice)
    else if (move < 6) await reverseOne(walk, invoice)
    else if (move < 8 && isOpen) await collectOver(walk)
    else if (move < 10) await reverseCollection(walk)
    else if (move < 12 && walk.ledger.pending(invoice) > 0n) await loseUsedCredit(walk, invoice)
    else {
      const isOfCollection = invoice.payments.some(({ isLive, collection }) => isLive && collection !== undefined)
      const isGivenBack = !isOfCollection && random(2) === 0
      walk.ledger.voidInvoice(invoice, isGivenBack)
      const query = isGivenBack ? { refund: 'cash' as const } : {}
      await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id }, query })
    }
    await compare(walk, invoice ?? walk.ledger.invoices.at(-1))
  }
  noteClosing(walk)
  await compareDays(walk)
}

test(`payments, collections, changes, credits, reversals and voids of random days agree to the cent with exact fractions (SEED=${seed})`, async () => {
  const random = randomOf(seed)
  for (let walk = 0; walk < walks; walk += 1) await walkOnce(random)
  world.setTime(undefined)
  await expectWhole(world)
})
