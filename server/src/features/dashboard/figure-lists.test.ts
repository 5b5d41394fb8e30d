import { ageSteps } from '@casillero/shared/domain/debt-age'
import {
  addDays,
  linkList,
  listFailedMessages,
  listInStatus,
  listInvoicesWith,
  listOfAll,
  listReady,
  listReceived,
} from '@casillero/shared/domain/figure-lists'
import { messageStates } from '@casillero/shared/domain/message-state'
import type { ReportName } from '@casillero/shared/domain/report-names'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { keepBusy } from '../../../../tests/support/busy-shop.ts'
import { shareShop, shareWorld } from '../../../../tests/support/open-world.ts'
import { addReceived, addSent, scanArrival } from '../../../../tests/support/sample-consignments.ts'
import { randomOf } from '../../../../tests/support/trade.ts'

const world = shareWorld()
const shop = shareShop(world)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const now = new Date('2026-11-18T08:30:00Z')
const today = '2026-11-18'
const weekStart = '2026-11-16'
const daysAgo = (days: number) => world.setTime(new Date(now.getTime() - days * 86_400_000))

let arriving: string
beforeAll(async () => {
  await keepBusy(world, shop, { now, days: 40, random: randomOf(seed) })
  // One of each age with an owner and without one, and debts of two ages, whatever chance brings.
  for (const days of [2, 4, 7, 8, 15, 16, 30, 31]) {
    daysAgo(days)
    await shop.receive()
    await shop.receive({ clientId: null })
  }
  for (const days of [9, 1]) {
    daysAgo(days)
    await shop.invoice([await shop.receive()])
  }
  world.setTime(now)
  const [seen, missing] = await shop.receiveMany(2)
  if (!(seen && missing)) throw new Error('Two packages were asked for')
  const { id } = await addSent(shop, [seen, missing])
  arriving = id
  await scanArrival(shop, id, seen)
  await scanArrival(shop, id, await shop.receive())
  await addReceived(shop)
  await world.owner.query(
    `update messages set state = (array['failed', 'queued', 'sent'])[1 + abs(hashtext(id::text)) % 3]
     where company_id = $1`,
    [shop.id],
  )
})
afterEach(() => world.setTime(now))

const calls = {
  '/paquetes': 'GET /api/packages',
  '/facturar': 'GET /api/invoices',
  '/clients': 'GET /api/client',
  '/admin/mensajes': 'GET /api/messages',
} as const

/** How many rows the screen shows that a link opens: its call, with the filters of the address as the screen reads them. */
async function countListed(address: string): Promise<number> {
  const { pathname, searchParams } = new URL(address, 'http://shop.test')
  const path = Object.keys(calls).find((known) => known === pathname) as keyof typeof calls | undefined
  if (!path) throw new Error(`No list is at ${address}`)
  const isDay = (key: string) => ['statusSince', 'statusFrom', 'from', 'to'].includes(key)
  const query = Object.fromEntries(
    [...searchParams]
      .filter(([key]) => key !== 'tab')
      .map(([key, value]) => (key === 'anuladas' ? ['includeVoided', 'true'] : [key, value]))
      .map(([key = '', value = '']) => [
        key,
        isDay(key) && /^\d+$/.test(value) ? addDays(today, -Number(value)) : value,
      ]),
  )
  const { pagination } = await shop.admin.ok(calls[path], { query: { ...query, page: '1' } } as never)
  return pagination.total
}

type Figure = readonly [name: string, value: number, list: string | (() => Promise<number>)]

async function figuresOfDashboard(): Promise<Figure[]> {
  const { received, ready, messages } = (await shop.admin.ok('GET /api/dashboard')).data
  const { statuses, waiting, readyStatusId } = (await shop.admin.ok('GET /api/dashboard/charts')).data
  const { statusId } = ready
  return [
    ['Recibidos hoy', received.day.now, listReceived({ from: today, to: today })],
    ['Recibidos esta semana', received.week.now, listReceived({ from: weekStart, to: today })],
    ['Listos para retirar', ready.count, listReady(statusId)],
    ['Listos sin dueño', ready.unowned, listReady(statusId, { isUnowned: true })],
    ['Más de 15 días', ready.long, listReady(statusId, { from: 16 })],
    ['Mensajes fallidos hoy', messages?.failed.day ?? -1, listFailedMessages({ from: today, to: today })],
    ['Mensajes fallidos esta semana', messages?.failed.week ?? -1, listFailedMessages({ from: weekStart, to: today })],
    ...ageSteps.map(
      ({ label, from, to }, step): Figure => [label, waiting[step] ?? -1, listReady(readyStatusId, { from, to })],
    ),
    ...statuses.map(
      ({ status, count }): Figure => [status?.name ?? 'Sin estado', count, listInStatus(status?.id ?? null)],
    ),
  ]
}

async function figuresOfPorRetirar(): Promise<Figure[]> {
  const { count, unowned, byAge, statusId, clients } = (await shop.viewer.ok('GET /api/waiting/totals')).data
  const listed = async () => (await shop.viewer.ok('GET /api/waiting', { query: { page: '1' } })).pagination.total
  return [
    ['Por retirar, en total', count, listReady(statusId)],
    ['Por retirar, sin dueño', unowned, listReady(statusId, { isUnowned: true })],
    ['Por retirar, clientes', clients, listed],
    ...ageSteps.map(
      ({ label, from, to }, step): Figure => [
        `Por retirar, ${label}`,
        byAge[step] ?? -1,
        listReady(statusId, { from, to }),
      ],
    ),
  ]
}

async function figuresOfReports(): Promise<Figure[]> {
  const span = { from: '2026-10-20', to: today }
  const names: ReportName[] = ['sales-by-day', 'sales-by-person', 'debts-by-age', 'pounds-by-client', 'new-clients']
  const figures: Figure[] = []
  for (const name of names) {
    const { rows, total } = (await shop.admin.ok('GET /api/reports/:name', { params: { name }, query: span })).data
    figures.push([`${name}, en total`, total.count, listOfAll(name, span) ?? ''])
    for (const { key, count } of rows) figures.push([`${name}, ${key}`, count, linkList(name, key, span) ?? ''])
  }
  return figures
}

async function figuresOfClient(): Promise<Figure[]> {
  const { id } = shop.client
  const { owed, ready, counts } = (await shop.viewer.ok('GET /api/clients/:id/account', { params: { id } })).data
  const { statusId } = (await shop.admin.ok('GET /api/dashboard')).data.ready
  const packages = (delivered: 'true' | 'false') => async () =>
    (await shop.viewer.ok('GET /api/clients/:id/packages', { params: { id }, query: { page: '1', delivered } }))
      .pagination.total
  return [
    ['Debe', owed.reduce((sum, { count }) => sum + count, 0), listInvoicesWith({ debt: 'true', clientId: id })],
    ['Listos del cliente', ready.count, listReady(statusId, { clientId: id })],
    ['Pestaña Paquetes', counts.packages, packages('false')],
    ['Ver entregados', counts.delivered, packages('true')],
    ['Pestaña Facturas', counts.invoices, listInvoicesWith({ clientId: id })],
    ['Pestaña Mensajes', counts.messages, `/admin/mensajes?clientId=${id}`],
  ]
}

async function figuresOfMessagesAndMenu(): Promise<Figure[]> {
  const { waiting, today: states } = (await shop.admin.ok('GET /api/messages/summary')).data
  const menu = (await shop.user.ok('GET /api/messages/connection')).data.waiting
  const unowned = (await shop.viewer.ok('GET /api/packages/unowned/count')).data.count
  const debtors = (await shop.admin.ok('GET /api/dashboard')).data.money?.owed.clients ?? -1
  return [
    ['Mensajes en la cola', waiting, '/admin/mensajes?state=queued'],
    ['Mensajes en el menú', menu, '/admin/mensajes?state=queued'],
    ['Sin dueño en el menú', unowned, '/paquetes?missing=client'],
    [
      'Sin dueño',
      unowned,
      async () => (await shop.viewer.ok('GET /api/packages/unowned', { query: {} })).pagination.total,
    ],
    ['Por cobrar, clientes', debtors, async () => (await shop.viewer.ok('GET /api/debts')).pagination.total],
    ...messageStates.map(
      (state): Figure => [
        `Mensajes de hoy, ${state}`,
        states[state],
        `/admin/mensajes?state=${state}&from=${today}&to=${today}`,
      ],
    ),
  ]
}

async function figuresOfShipments(): Promise<Figure[]> {
  const counts = (await shop.viewer.ok('GET /api/shipments/counts')).data
  const inState = (status: 'open' | 'in_transit' | 'received' | 'closed') => async () =>
    (await shop.viewer.ok('GET /api/shipments', { query: { status } })).pagination.total
  const params = { id: arriving }
  const feed = (await shop.viewer.ok('GET /api/shipments/:id/arrivals', { params })).data
  const row = (await shop.viewer.ok('GET /api/shipments/:id', { params })).data
  const view = (name?: 'missing' | 'seen' | 'extra') => async () =>
    (await shop.viewer.ok('GET /api/shipments/:id/packages', { params, query: name ? { view: name } : {} })).pagination
      .total
  const missing = async () => (await shop.viewer.ok('GET /api/shipments/missing', { query: {} })).pagination.total
  return [
    ['Embarques abiertos', counts.open, inState('open')],
    ['Embarques en tránsito', counts.inTransit, inState('in_transit')],
    ['Embarques recibidos', counts.received, inState('received')],
    ['Embarques cerrados', counts.closed, inState('closed')],
    ['Faltantes de todos', counts.missing, missing],
    ['Faltantes de una llegada', feed.missingCount, view('missing')],
    ['Vistos de una llegada', feed.seenCount, view('seen')],
    ['Sobrantes de una llegada', feed.extraCount, view('extra')],
    ['Paquetes de un embarque', row.packageCount, view()],
  ]
}

test.each([
  ['the dashboard', figuresOfDashboard],
  ['Por retirar', figuresOfPorRetirar],
  ['the reports', figuresOfReports],
  ['a client’s page', figuresOfClient],
  ['messages, the menu and Por cobrar', figuresOfMessagesAndMenu],
  ['shipments', figuresOfShipments],
])(`each figure of %s is the count of the list that it opens (SEED=${seed})`, async (_, read) => {
  const figures = await read()
  const listed: [string, number][] = []
  for (const [name, , list] of figures) {
    listed.push([name, typeof list === 'string' ? await countListed(list) : await list()])
  }
  expect(figures.map(([name, value]) => [name, value])).toEqual(listed)
  expect(figures.some(([, value]) => value > 0)).toBe(true)
})

test('Listos para retirar and its age count what has no owner too', async () => {
  const { ready } = (await shop.admin.ok('GET /api/dashboard')).data
  const owned = (await shop.viewer.ok('GET /api/waiting', { query: { page: '1', limit: '100' } })).data
  expect(ready.unowned).toBeGreaterThanOrEqual(8)
  expect(ready.count).toBe(owned.reduce((sum, { count }) => sum + count, 0) + ready.unowned)
})
