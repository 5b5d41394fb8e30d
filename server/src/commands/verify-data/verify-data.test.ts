import type { Invoice } from '@casillero/shared/contract/invoices'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { damages } from '../../../../tests/support/damages.ts'
import { addDispatch } from '../../../../tests/support/dispatch.ts'
import { openWorld, shareShop } from '../../../../tests/support/open-world.ts'
import { addClosed } from '../../../../tests/support/sample-consignments.ts'
import { addHandover } from '../../../../tests/support/sample-rows.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { superuserUrl, urlOf } from '../../../../tests/support/test-database.ts'
import { checks, runChecks, verifyData, writeReport } from './report.ts'

const world = openWorld()
const shop = shareShop(world)
let other: Shop
let superuser: Client

/** Business of every kind: invoices in both currencies with discounts, shipping and payments, one void, and messages. */
async function trade(at: Shop): Promise<void> {
  // One after the other: the damages name them by their numbers.
  const [first, second] = [await at.receive({ declaredValue: 180 }), await at.receive()]
  const [third, fourth] = [await at.receive(), await at.receive()]
  const discounted = await at.receive({ weight: 3.1, discountType: 'fixed_amount', discountValue: 1 })
  const shipping = {
    shippingMethodId: at.methodId,
    shippingAddress: 'Managua',
    shippingPrice: 5,
    currencyId: at.usd,
  }
  const { data: insurance } = await at.admin.ok('POST /api/charges', {
    body: { name: 'Seguro', kind: 'percent_of_value', price: 2 },
  })
  const pending = await at.invoice([first, discounted], {
    currencyId: at.nio,
    shipping,
    charges: [{ chargeId: insurance.id, packageId: first.id }],
    generalDiscountType: 'percentage',
    generalDiscountValue: 10,
    payments: [
      { total: 10, method: 'cash', currencyId: at.usd },
      { total: 33.33, method: 'cash', currencyId: at.nio },
    ],
  })
  await at.user.ok('POST /api/invoices/:id/payments', {
    params: { id: pending.id },
    body: { total: 7.77, method: 'cash', currencyId: at.usd },
    headers: { 'Idempotency-Key': `pay-${pending.id}` },
  })
  const voided = await at.invoice([second])
  await at.admin.ok('DELETE /api/invoices/:id', { params: { id: voided.id } })
  await at.user.ok('POST /api/invoices', {
    body: at.invoiceBodyOf([second, third], { payments: [{ total: 600, method: 'cash', currencyId: at.nio }] }),
    headers: { 'Idempotency-Key': `invoice-${second.id}` },
  })
  await at.admin.ok('PATCH /api/packages/status', {
    body: { packageIds: [fourth.id], statusId: at.statuses.delivered },
  })
  await at.receive({ weight: null, tariffId: null })
  await at.admin.ok('DELETE /api/packages/:id', { params: { id: (await at.receive()).id } })
  await tradeAtDrawer(at)
  await handOverTwice(at)
  await addDispatch(at)
  await consign(at)
  await mergeClients(at)
}

/** A client with a package and credit who is merged into another one. */
async function mergeClients(at: Shop): Promise<void> {
  const { id } = await at.addClient({ firstName: 'Anita' })
  await at.receive({ clientId: id })
  const credit = { direction: 'in' as const, currencyId: at.nio, amount: 3, reason: 'Por la demora' }
  await at.admin.ok('POST /api/clients/:id/credit', { params: { id }, body: credit })
  await at.admin.ok('POST /api/clients/:id/merge', { params: { id }, body: { intoClientId: at.client.id } })
}

/** A consignment with costs in both currencies that is closed, with a package that is missing. */
async function consign(at: Shop): Promise<void> {
  const { id } = await addClosed(at)
  const params = { id }
  await at.admin.ok('POST /api/shipments/:id/reopen', { params, body: { reason: 'Faltan los costos' } })
  const costs = [
    { concept: 'Agente', currencyId: at.usd, pricePerPound: 3.1 },
    { concept: 'Acarreo', currencyId: at.nio, amount: 920 },
  ]
  await at.admin.ok('PUT /api/shipments/:id/costs', { params, body: { billedWeight: 4.05, costs } })
  await at.admin.ok('POST /api/shipments/:id/close', { params })
}

/** A hand-over that is undone, and the same package handed over again. */
async function handOverTwice(at: Shop): Promise<void> {
  const packages = [await at.receive()]
  const { id } = await addHandover(at, packages)
  await at.admin.ok('POST /api/handovers/:id/undo', { params: { id }, body: { reason: 'Error' } })
  await addHandover(at, packages)
}

/** A session with cash, change, movements and a difference, credit that is kept and used, and a session that stays open. */
async function tradeAtDrawer(at: Shop): Promise<void> {
  const [drawer] = (await at.user.ok('GET /api/cash-drawers')).data
  const body = { drawerId: drawer?.id ?? '', opening: [{ currencyId: at.nio, amount: 500 }] }
  const { data: session } = await at.user.ok('POST /api/cash-sessions', { body })
  const params = { id: session.id }
  const later = await at.invoice([await at.receive()], {
    currencyId: at.nio,
    payments: [{ total: 300.5, method: 'cash' }],
  })
  await at.invoice([await at.receive()], { payments: [{ total: 9, method: 'transfer' }] })
  await at.invoice([await at.receive()], { payments: [{ total: 1.25, method: 'credit' }] })
  const movement = { direction: 'out' as const, currencyId: at.nio, amount: 20, reason: 'Agua' }
  await at.user.ok('POST /api/cash-sessions/:id/movements', { params, body: movement })
  const closing = { counts: [{ currencyId: at.nio, amount: 750 }], note: 'Faltan cinco' }
  await at.user.ok('POST /api/cash-sessions/:id/close', { params, body: closing })
  await at.user.ok('POST /api/cash-sessions', { body })
  await takeBack(at, later)
  await collectOften(at)
  await oweUsedCredit(at)
}

/** Credit that is used and then loses its payment, and a collection that pays a part of it. */
async function oweUsedCredit(at: Shop): Promise<void> {
  const { id } = await at.addClient({ firstName: 'Rosa', lastNames: 'Gil' })
  const owe = async () => at.invoice([await at.receive({ clientId: id })], { clientId: id })
  const first = await owe()
  const paid = { params: { id: first.id }, body: { total: 20, method: 'transfer' as const } }
  const { payments } = (await at.user.ok('POST /api/invoices/:id/payments', paid)).data
  await owe()
  const collect = async (method: 'credit' | 'transfer', total: number) => {
    const body = { payments: [{ method, total, currencyId: at.usd }] }
    await at.user.ok('POST /api/clients/:id/collections', { params: { id }, body })
  }
  await collect('credit', 6)
  const reversal = { params: { id: payments[0]?.id ?? '' }, body: { reason: 'No llegó' } }
  await at.admin.ok('POST /api/payments/:id/reverse', reversal)
  await collect('transfer', 12)
}

/** Two collections in both currencies, with credit that is used and kept; one of them is reversed. */
async function collectOften(at: Shop): Promise<void> {
  const { id } = await at.addClient({ firstName: 'Luis', lastNames: 'Paz' })
  const owe = async () => at.invoice([await at.receive({ clientId: id })], { clientId: id, currencyId: at.nio })
  const cash = { method: 'cash' as const, currencyId: at.usd }
  const credit = { total: 2, method: 'credit' as const, currencyId: at.nio }
  const adjustment = { direction: 'in' as const, currencyId: at.nio, amount: 10, reason: 'Por la demora' }
  await at.admin.ok('POST /api/clients/:id/credit', { params: { id }, body: adjustment })
  await owe()
  const first = {
    payments: [{ ...cash, total: 90 }, credit],
    change: [{ currencyId: at.nio, kind: 'credit' as const }],
  }
  await at.user.ok('POST /api/clients/:id/collections', { params: { id }, body: first })
  await owe()
  const second = { payments: [{ ...cash, total: 7 }, credit] }
  const { data } = await at.user.ok('POST /api/clients/:id/collections', { params: { id }, body: second })
  const reversal = { params: { id: data.id }, body: { reason: 'Por error', changeReturned: true } }
  await at.admin.ok('POST /api/collections/:id/reverse', reversal)
}

/** Reversals of a closed session and of the open one, a void with its cash given back, and an adjustment of credit. */
async function takeBack(at: Shop, later: Invoice): Promise<void> {
  const now = await at.invoice([await at.receive()], { payments: [{ total: 9, method: 'transfer' }] })
  for (const { payments } of [later, now]) {
    const params = { id: payments[0]?.id ?? '' }
    await at.admin.ok('POST /api/payments/:id/reverse', { params, body: { reason: 'Por error', changeReturned: true } })
  }
  const { id } = await at.invoice([await at.receive()], { payments: [{ total: 10, method: 'cash' }] })
  await at.admin.ok('DELETE /api/invoices/:id', { params: { id }, query: { refund: 'cash' } })
  const body = { direction: 'in' as const, currencyId: at.nio, amount: 5, reason: 'Por la demora' }
  await at.admin.ok('POST /api/clients/:id/credit', { params: { id: at.client.id }, body })
}

beforeAll(async () => {
  other = await openShop(world)
  await trade(shop)
  await trade(other)
  // Opened by the operator without an admin, as it may be.
  await world.owner.query("select open_company('Sin personal', 'sin-personal', false)")
  const name = new URL(world.ownerUrl).pathname.slice(1)
  superuser = new Client({ connectionString: urlOf(superuserUrl(), name) })
  await superuser.connect()
})
afterAll(() => superuser.end())

test('every line of the report on a healthy database is OK', async () => {
  const findings = await verifyData(world.ownerUrl)
  expect(findings.filter(({ count }) => count > 0)).toEqual([])
  expect(writeReport(findings).at(-1)).toBe(`All ${checks.length} hold.`)
})

describe('exactly one line turns red for', () => {
  beforeEach(async () => {
    await superuser.query('begin')
    await superuser.query("set local session_replication_role = 'replica'")
  })
  afterEach(async () => {
    await superuser.query('rollback')
  })

  test.each(damages)('exactly one line turns red for %s: %s', async (line, _what, statements) => {
    for (const statement of statements) {
      const { rowCount } = await superuser.query(statement, statement.includes('$1') ? [shop.id] : [])
      if (statement.includes('$1')) expect(rowCount).toBeGreaterThan(0)
    }
    const wrong = (await runChecks(superuser)).filter(({ count }) => count > 0)
    // A damaged sum makes what its client owes wrong too.
    const isBeside = ({ says }: { says: string }) => says.startsWith('What a statement says') && wrong.length > 1
    const own = wrong.filter((finding) => !isBeside(finding)).map(({ says }) => says)
    expect(own).toEqual([expect.stringMatching(new RegExp(`^${line}`))])
    const isOfAll = line.startsWith('Every reference') || line.startsWith('The tables')
    const about = isOfAll ? /./ : new RegExp(`^${shop.subdomain}: `)
    for (const { places } of wrong) for (const place of places) expect(place).toMatch(about)
  })

  test('every line of the report can turn red', () => {
    const red = new Set(damages.map(([line]) => checks.find(({ says }) => says.startsWith(line))))
    expect(checks.filter((check) => !red.has(check)).map(({ says }) => says)).toEqual([])
  })
})
