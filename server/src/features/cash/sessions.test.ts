import { takingsByCurrency } from '@casillero/shared/domain/takings'
import { expect, test } from 'vitest'
import { movement, openPrincipal, readSession } from '../../../../tests/support/cash-session.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import type { Shop } from '../../../../tests/support/shop.ts'
import { absentId } from '../../../../tests/support/world.ts'

const world = shareWorld()
const shop = openShops(world)

const principal = async ({ user }: Shop) => (await user.ok('GET /api/cash-drawers')).data[0]?.id ?? ''

/** One package of 2 lb at US$3.75 in córdobas: C$276.00. */
const pay = async (shop: Shop, payments: object[], values = {}) =>
  shop.invoice([await shop.receive()], {
    currencyId: shop.nio,
    ...values,
    payments: JSON.parse(JSON.stringify(payments)),
  })

test('a drawer is opened with a float for each currency, and counts its sessions without gaps', async () => {
  const session = await openPrincipal(shop, [
    { currencyId: shop.nio, amount: 2000 },
    { currencyId: shop.usd, amount: 50 },
  ])
  expect(session).toMatchObject({
    companySessionId: 1,
    status: 'open',
    drawer: { name: 'Caja principal' },
    openedBy: { id: shop.user.userId },
    balances: null,
    closedAt: null,
  })
  const { balances } = await readSession(shop, session.id)
  expect(balances?.map(({ code, opening, expected }) => [code, opening, expected])).toEqual([
    ['NIO', 2000, 2000],
    ['USD', 50, 50],
  ])
  const [drawer] = (await shop.user.ok('GET /api/cash-drawers')).data
  expect(drawer?.openSession).toMatchObject({ id: session.id, companySessionId: 1 })
})

test('a drawer has one open session, also when two users open it at once', async () => {
  const body = { drawerId: await principal(shop), opening: [] }
  const answers = await Promise.all(
    [shop.user, shop.admin, shop.user].map((actor) => actor.send('POST /api/cash-sessions', { body })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
  expect(refused).toMatchObject({ code: 'cash_drawer_open', message: 'La caja ya tiene un turno abierto: #1' })
  const { data } = await shop.user.ok('GET /api/cash-sessions', { query: { status: 'open' } })
  expect(data.map(({ companySessionId }) => companySessionId)).toEqual([1])
})

test('a drawer is not opened when it is retired or unknown, or when a currency comes twice', async () => {
  const { data } = await shop.admin.ok('POST /api/cash-drawers', { body: { name: 'Vieja' } })
  const retired = { params: { id: data.id }, body: { name: 'Vieja', isActive: false } }
  await shop.admin.ok('PUT /api/cash-drawers/:id', retired)
  const open = (body: object) =>
    shop.user.refused('POST /api/cash-sessions', { body: JSON.parse(JSON.stringify(body)) })
  expect(await open({ drawerId: data.id })).toMatchObject({ status: 409, code: 'cash_drawer_inactive' })
  expect(await open({ drawerId: absentId })).toMatchObject({ status: 404 })
  const float = { currencyId: shop.nio, amount: 1 }
  const twice = { drawerId: await principal(shop), opening: [float, float] }
  expect(await open(twice)).toMatchObject({ status: 400, fields: { opening: 'Cada moneda va una sola vez' } })
})

test('cash that is taken, given back, put in and taken out is what the drawer should hold', async () => {
  const { id } = await openPrincipal(shop, [
    { currencyId: shop.nio, amount: 2000 },
    { currencyId: shop.usd, amount: 50 },
  ])
  await pay(shop, [{ total: 300.5, method: 'cash' }])
  await pay(shop, [{ total: 276, method: 'transfer', reference: 'BAC 1' }])
  await pay(shop, [{ total: 10, method: 'cash', currencyId: shop.usd }], {
    change: [
      { currencyId: shop.usd, amount: 2, kind: 'cash' },
      { currencyId: shop.nio, kind: 'cash' },
    ],
  })
  await shop.user.ok('POST /api/cash-sessions/:id/movements', movement(id, shop.nio, 'in', 100))
  await shop.user.ok('POST /api/cash-sessions/:id/movements', movement(id, shop.usd, 'out', 40))
  const session = await readSession(shop, id)
  // Change: C$24.50, of which 25 are handed out; then C$88 = US$2.00 (C$72.80, as they were taken) + C$15.20, of which 15 are.
  expect(session.balances).toMatchObject([
    { code: 'NIO', opening: 2000, cash: 300.5, change: 39.7, rounding: -0.3, in: 100, out: 0, expected: 2360.5 },
    { code: 'USD', opening: 50, cash: 10, change: 2, rounding: 0, in: 0, out: 40, expected: 18 },
  ])
  expect(session.takings.map(({ code, method, total, count, change }) => [code, method, total, count, change])).toEqual(
    [
      ['NIO', 'cash', 300.5, 1, 40],
      ['NIO', 'transfer', 276, 1, 0],
      ['USD', 'cash', 10, 1, 2],
    ],
  )
  expect(session.payments).toHaveLength(3)
  expect(session.movements.map(({ direction, amount }) => [direction, amount])).toEqual([
    ['out', 40],
    ['in', 100],
  ])
})

test('a payment goes into the only open session by itself, and into the one that is named where there are more', async () => {
  await pay(shop, [{ total: 276, method: 'cash' }])
  const first = await openPrincipal(shop)
  await pay(shop, [{ total: 276, method: 'cash' }])
  const { data: drawer } = await shop.admin.ok('POST /api/cash-drawers', { body: { name: 'Caja 2' } })
  const { data: second } = await shop.user.ok('POST /api/cash-sessions', { body: { drawerId: drawer.id } })
  await pay(shop, [{ total: 276, method: 'cash' }])
  await pay(shop, [{ total: 276, method: 'cash' }], { cashSessionId: second.id })
  const { id } = await pay(shop, [])
  const later = { total: 276, method: 'cash' as const, cashSessionId: second.id }
  await shop.user.ok('POST /api/invoices/:id/payments', { params: { id }, body: later })
  expect((await readSession(shop, first.id)).payments).toHaveLength(1)
  expect((await readSession(shop, second.id)).payments).toHaveLength(2)
})

test('cash moved to another drawer is taken out of the one and put into the other', async () => {
  const first = await openPrincipal(shop)
  const { data: drawer } = await shop.admin.ok('POST /api/cash-drawers', { body: { name: 'Caja 2' } })
  const transfer = movement(first.id, shop.nio, 'out', 500)
  const body = { ...transfer.body, otherDrawerId: drawer.id }
  const call = { params: transfer.params, body }
  expect(await shop.user.refused('POST /api/cash-sessions/:id/movements', call)).toMatchObject({
    status: 409,
    fields: { otherDrawerId: 'La otra caja no tiene un turno abierto' },
  })
  const { data: second } = await shop.user.ok('POST /api/cash-sessions', { body: { drawerId: drawer.id } })
  await shop.user.ok('POST /api/cash-sessions/:id/movements', call)
  expect((await readSession(shop, first.id)).movements).toMatchObject([
    { direction: 'out', amount: 500, otherDrawer: 'Caja 2' },
  ])
  expect((await readSession(shop, second.id)).movements).toMatchObject([
    { direction: 'in', amount: 500, otherDrawer: 'Caja principal' },
  ])
})

test('two drawers that send cash to each other at once both get it', async () => {
  const first = await openPrincipal(shop)
  const { data: drawer } = await shop.admin.ok('POST /api/cash-drawers', { body: { name: 'Caja 2' } })
  const { data: second } = await shop.user.ok('POST /api/cash-sessions', { body: { drawerId: drawer.id } })
  const send = (id: string, otherDrawerId: string) =>
    shop.user.send('POST /api/cash-sessions/:id/movements', {
      params: { id },
      body: { ...movement(id, shop.nio, 'out', 1).body, otherDrawerId },
    })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 ? send(first.id, drawer.id) : send(second.id, first.drawer.id))),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
  const [one, two] = [await readSession(shop, first.id), await readSession(shop, second.id)]
  expect([one.balances?.[0]?.expected, two.balances?.[0]?.expected]).toEqual([2000, 0])
})

test('a company that asks for an open drawer takes no cash without one, and other payments as before', async () => {
  await shop.admin.ok('PUT /api/companies/update', { body: { requiresCashSession: true } })
  const bodyOf = async (method: 'cash' | 'transfer', total: number) =>
    shop.invoiceBodyOf([await shop.receive()], { payments: [{ total, method }] })
  const body = await bodyOf('cash', 7.5)
  expect(await shop.user.refused('POST /api/invoices', { body })).toMatchObject({
    status: 409,
    message: 'Abra la caja antes de cobrar en efectivo',
  })
  await shop.user.ok('POST /api/invoices', { body: await bodyOf('transfer', 7.5) })
  await openPrincipal(shop)
  await shop.user.ok('POST /api/invoices', { body })
})

const nonZero = (amounts: readonly { currencyId: string; amount: number }[]) =>
  new Map(amounts.filter(({ amount }) => amount !== 0).map(({ currencyId, amount }) => [currencyId, amount]))

test('what was collected is one number in the drawer, the reports and on the dashboard, with change, reversals, a void and a collection', async () => {
  const { id } = await openPrincipal(shop)
  const pay = (method: 'cash' | 'card') => (total: number, currencyId: string) => ({ total, method, currencyId })
  const [cash, card] = [pay('cash'), pay('card')]
  const invoice = async (payments: ReturnType<typeof cash>[]) =>
    await shop.invoice([await shop.receive({ weight: 10 })], { currencyId: shop.nio, payments })
  // C$1,380.00 each: change in two currencies, change that stays out, change that comes back, a void, and a debt.
  await invoice([cash(50, shop.usd)])
  const [first, second] = (await invoice([cash(1000, shop.nio), card(500, shop.nio)])).payments
  await shop.admin.ok('POST /api/payments/:id/reverse', {
    params: { id: second?.id ?? '' },
    body: { reason: 'Error', changeReturned: false },
  })
  expect(first?.method).toBe('cash')
  const back = await invoice([cash(1500, shop.nio)])
  await shop.admin.ok('POST /api/payments/:id/reverse', {
    params: { id: back.payments[0]?.id ?? '' },
    body: { reason: 'Error', changeReturned: true },
  })
  const gone = await invoice([cash(1380, shop.nio)])
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: gone.id }, query: { refund: 'cash' } })
  await shop.user.ok('POST /api/clients/:id/collections', {
    params: { id: shop.client.id },
    body: { payments: [cash(40, shop.usd), card(900.5, shop.nio)] },
  })

  const { takings } = await readSession(shop, id)
  const drawer = nonZero(takingsByCurrency(takings).map(({ currencyId, total: amount }) => ({ currencyId, amount })))
  const { today, money } = (await shop.admin.ok('GET /api/dashboard')).data
  const dashboard = (money?.collected ?? []).map(({ currencyId, day }) => ({ currencyId, amount: day.now }))
  expect(drawer.size).toBe(2)
  expect(nonZero(dashboard)).toEqual(drawer)
  for (const name of ['payments-by-method', 'payments-by-currency', 'payments-by-person'] as const) {
    const query = { from: today, to: today }
    const { data } = await shop.admin.ok('GET /api/reports/:name', { params: { name }, query })
    expect(nonZero(data.total.amounts)).toEqual(drawer)
  }
})

test('the paper of a session has its balances once it is closed, and every payment and movement, on letter and ticket', async () => {
  const [drawer] = (await shop.admin.ok('GET /api/cash-drawers')).data
  const { data: session } = await shop.admin.ok('POST /api/cash-sessions', {
    body: { drawerId: drawer?.id ?? '', opening: [{ currencyId: shop.usd, amount: 50 }] },
  })
  const params = { id: session.id }
  await shop.invoice([await shop.receive()], { payments: [{ total: 7.5, method: 'cash', reference: 'REC-9' }] })
  await shop.invoice([await shop.receive()])
  await shop.user.ok('POST /api/clients/:id/collections', {
    params: { id: shop.client.id },
    body: { payments: [{ total: 7.5, method: 'card', currencyId: shop.usd, reference: 'POS-3' }] },
  })
  const back = await shop.invoice([await shop.receive()], {
    payments: [{ total: 7.5, method: 'transfer', reference: 'BAC-1' }],
  })
  const payment = { id: back.payments[0]?.id ?? '' }
  await shop.admin.ok('POST /api/payments/:id/reverse', { params: payment, body: { reason: 'Otra cuenta' } })
  const movement = { direction: 'out' as const, currencyId: shop.usd, amount: 2, reason: 'Agua' }
  await shop.admin.ok('POST /api/cash-sessions/:id/movements', { params, body: movement })
  const textOf = async (format: 'letter' | 'ticket') => {
    const answer = await shop.viewer.send('GET /api/cash-sessions/:id/document', { params, query: { format } })
    expect(answer.statusCode, answer.body).toBe(200)
    return (await pagesOf(answer.rawPayload)).join(' ')
  }
  expect(await textOf('letter')).not.toContain('Esperado')
  const closing = { counts: [{ currencyId: shop.usd, amount: 55 }], note: 'Falta medio' }
  await shop.admin.ok('POST /api/cash-sessions/:id/close', { params, body: closing })
  for (const format of ['letter', 'ticket'] as const) {
    const text = await textOf(format)
    for (const part of [
      'Turno de caja',
      'US$50.00',
      'US$7.50',
      '−US$2.00',
      'US$55.50',
      'US$55.00',
      '−US$0.50',
      'Agua',
      'REC-9',
      'Cobro #1',
      'POS-3',
      'BAC-1 (revertido)',
      'Falta medio',
    ])
      expect(text, `${format}: ${part}`).toContain(part)
  }
})
