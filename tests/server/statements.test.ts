import { reportNames } from '@casillero/shared/domain/report-names'
import { beforeAll, expect, test } from 'vitest'
import { openWorld, shareShop } from '../support/open-world.ts'
import { allCalls, isOperators } from '../support/sample-calls.ts'
import { addConsignment, scanArrival } from '../support/sample-consignments.ts'
import { signature } from '../support/sample-handover-calls.ts'
import { openShop, type Shop } from '../support/shop.ts'

const world = openWorld({ hasGateway: true })
const shop = shareShop(world)
let operator: Shop
beforeAll(async () => {
  operator = await openShop(world, { isOperator: true })
  await shop.invoice(await shop.receiveMany(5))
  await shop.receiveMany(30)
})

async function invoiceStatements(lines: number) {
  const shipping = { shippingMethodId: shop.methodId, currencyId: shop.nio, shippingPrice: 50, shippingAddress: 'León' }
  const payments = [
    { total: 1, method: 'cash' as const, currencyId: shop.nio },
    { total: 1, method: 'card' as const, currencyId: shop.usd },
  ]
  const sent = {
    body: shop.invoiceBodyOf(await shop.receiveMany(lines), { shipping, payments }),
    headers: { 'idempotency-key': `lineas-${lines}` },
  }
  return await world.statementsOf(() => shop.user.ok('POST /api/invoices', sent))
}

// What no list is: figures and charts are several sums, whose packages may be is looked up by the numbers and by the names on their labels, the queue is looked at from three sides, why it waits takes a look at the connection, four kinds are
// searched, and whom a dispatch tells depends on the status that it gives.
const more: Record<string, number> = {
  '/api/messages/summary': 5,
  '/api/handovers/ready': 3,
  '/api/packages/unowned': 4,
  '/api/invoice-shipments/sending': 4,
  '/api/companies/waha-status': 4,
  '/api/search': 4,
  '/api/dashboard': 3,
  '/api/dashboard/charts': 4,
}

const lists = allCalls.filter(
  ({ endpoint: { method, path, file } }) =>
    method === 'GET' && file === undefined && !/:id|:name|health|auth/.test(path),
)

test.each(lists)(
  '$name takes at most two statements, with a search, beyond the last page and on every page',
  async ({ name, endpoint, sample }) => {
    const { path } = endpoint
    const { admin } = isOperators(endpoint) ? operator : shop
    const { query } = await sample(shop)
    for (const asked of [query, {}, { page: '1' }, { page: '50' }, { ...query, page: '50' }]) {
      const known = Object.fromEntries(Object.entries(Object(asked)).filter(([key]) => key in Object(query)))
      const sent = /\/(same(-tracking)?|search|receptions\/package|list-views|invoice-shipments\/sending)$/.test(path)
        ? query
        : known
      const statements = await world.statementsOf(async () => {
        expect((await admin.send(name, { query: sent })).statusCode).toBe(200)
      })
      expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(more[path] ?? 2)
      expect(statements.length).toBeGreaterThan(0)
    }
  },
)

test.each(reportNames)('the report %s takes at most three statements, one of them for the right', async (name) => {
  const query = { from: '2026-01-01', to: '2026-12-31', beforeFrom: '2025-01-01', beforeTo: '2025-12-31' }
  const statements = await world.statementsOf(() =>
    shop.admin.ok('GET /api/reports/:name', { params: { name }, query }),
  )
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(3)
})

test('an invoice of three packages that is paid at once takes at most eleven statements', async () => {
  const packages = await shop.receiveMany(3)
  const body = shop.invoiceBodyOf(packages, {
    payments: [{ total: 22.5, method: 'cash' as const, currencyId: shop.usd }],
  })
  const statements = await world.statementsOf(() => shop.user.ok('POST /api/invoices', { body }))
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(11)
})

test('an invoice of three packages with shipping, payments, a key and a notification takes at most eighteen statements', async () => {
  const statements = await invoiceStatements(3)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(18)
})

test('an invoice of fifty packages takes as many statements as one of a single package', async () => {
  const [one, fifty] = [await invoiceStatements(1), await invoiceStatements(50)]
  expect(fifty).toHaveLength(one.length)
})

test('a change of status of fifty packages takes as many statements as one of two', async () => {
  const move = async (count: number) => {
    const packageIds = (await shop.receiveMany(count)).map(({ id }) => id)
    const body = { packageIds, statusId: shop.statuses.delivered }
    return await world.statementsOf(() => shop.user.ok('PATCH /api/packages/status', { body }))
  }
  const [two, fifty] = [await move(2), await move(50)]
  expect(fifty).toHaveLength(two.length)
  // Four for the change and three for its messages.
  expect(two.length).toBeLessThanOrEqual(7)
})

test('a hand-over of fifty packages takes as many statements as one of two', async () => {
  const handOver = async (count: number) => {
    const packageIds = (await shop.receiveMany(count)).map(({ id }) => id)
    const body = { clientId: shop.client.id, packageIds, receivedBy: { name: 'Ana' }, signature }
    return await world.statementsOf(() => shop.user.ok('POST /api/handovers', { body }))
  }
  const [two, fifty] = [await handOver(2), await handOver(50)]
  expect(fifty).toHaveLength(two.length)
  expect(two.length, two.join('\n')).toBeLessThanOrEqual(18)
})

test('a consignment of fifty packages is sent and received with as many statements as one of two', async () => {
  const travel = async (count: number) => {
    const packages = await shop.receiveMany(count)
    const { id } = await addConsignment(shop, packages)
    const sent = await world.statementsOf(() =>
      shop.user.ok('POST /api/shipments/:id/send', { params: { id }, body: {} }),
    )
    for (const one of packages) await scanArrival(shop, id, one)
    const received = await world.statementsOf(() =>
      shop.user.ok('POST /api/shipments/:id/receive', { params: { id }, body: {} }),
    )
    return [sent.length, received.length]
  }
  expect(await travel(50)).toEqual(await travel(2))
})
