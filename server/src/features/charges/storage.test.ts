import type { Api } from '@casillero/shared/contract/api'
import { businessDate } from '@casillero/shared/domain/business-date'
import { afterEach, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { verifyData } from '../../commands/verify-data/report.ts'
import { remindingJob } from '../waiting/jobs.ts'

const world = openWorld()
afterEach(() => world.setTime(undefined))

const dayMs = 86_400_000

type Body = Api['POST /api/charges']['body']
const rule = (values: Partial<Body> = {}, storage: object = {}): Body => ({
  name: 'Almacenaje',
  kind: 'storage',
  price: 0.5,
  storage: { freeDays: 7, maximum: 15, noticeDays: 2, ...storage },
  ...values,
})

const receiveAgo = async (shop: Shop, days: number, values: object = {}) => {
  world.setTime(new Date(Date.now() - days * dayMs))
  const received = await shop.receive({ weight: 2, ...values })
  world.setTime(undefined)
  return received
}

test('a company has one rule of storage, which applies by itself to every package and asks for a reason', async () => {
  const shop = await openShop(world)
  const { data } = await shop.admin.ok('POST /api/charges', {
    body: rule({ tariffIds: [shop.air.id], shippingMethod: 'aereo', asksReason: false }),
  })
  expect(data).toMatchObject({
    isAutomatic: true,
    asksReason: true,
    tariffIds: [],
    shippingMethod: null,
    storage: { freeDays: 7, isPerPound: false, maximum: 15, noticeDays: 2 },
  })
  expect(await shop.admin.refused('POST /api/charges', { body: rule({ name: 'Bodega' }) })).toMatchObject({
    status: 409,
    code: 'duplicate',
  })
  expect(await shop.admin.refused('POST /api/charges', { body: rule({ storage: null }) })).toMatchObject({
    fields: { 'storage.freeDays': 'Ingrese los días' },
  })
  expect(
    await shop.admin.refused('POST /api/charges', { body: rule({}, { freeDays: 1.5, noticeDays: 31 }) }),
  ).toMatchObject({
    fields: { 'storage.freeDays': 'Ingrese días enteros', 'storage.noticeDays': 'Ingrese de 1 a 30 días' },
  })
  const waiting = await shop.receive({ weight: 2 })
  expect(
    await shop.user.refused('PUT /api/packages/:id/charges', {
      params: { id: waiting.id },
      body: { charges: [{ chargeId: data.id }], version: 1 },
    }),
  ).toMatchObject({ code: 'charge_not_countable' })
})

test('an invoice has the storage of each package by its days, lowered or taken off with a reason, and reports say both', async () => {
  const shop = await openShop(world)
  const { data: storage } = await shop.admin.ok('POST /api/charges', { body: rule() })
  const free = await receiveAgo(shop, 7)
  const full = await receiveAgo(shop, 13)
  const lowered = await receiveAgo(shop, 17)
  const off = await receiveAgo(shop, 60)
  const packages = [free, full, lowered, off]
  const { data: toBill } = await shop.viewer.ok('GET /api/clients/:id/to-bill', { params: { id: shop.client.id } })
  // Four of US$ 7.50, and 3, 5 and 15 of storage.
  expect(toBill.total).toEqual([{ code: 'USD', symbol: 'US$', amount: 53 }])
  expect(toBill.packages.map(({ names }) => names)).toEqual([
    [],
    [{ name: storage.name, days: 6 }],
    [{ name: storage.name, days: 10 }],
    [{ name: storage.name, days: 53 }],
  ])
  const refuse = async (waiver: object) =>
    await shop.user.refused('POST /api/invoices', {
      body: shop.invoiceBodyOf(packages, {
        currencyId: shop.nio,
        waivedCharges: [{ chargeId: storage.id, packageId: lowered.id, ...waiver }],
      }),
    })
  expect(await refuse({ amount: 100 })).toMatchObject({
    fields: { 'waivedCharges.0.reason': 'Escriba por qué se quita Almacenaje' },
  })
  // US$ 5.00 at 36.80.
  expect(await refuse({ amount: 184, reason: 'Promoción' })).toMatchObject({
    code: 'charge_not_lowered',
    fields: { 'waivedCharges.0.amount': 'Ingrese un monto menor a C$184.00' },
  })
  const invoice = await shop.invoice(packages, {
    currencyId: shop.nio,
    waivedCharges: [
      { chargeId: storage.id, packageId: lowered.id, amount: 100, reason: 'Promoción' },
      { chargeId: storage.id, packageId: off.id, reason: 'Cliente frecuente' },
    ],
  })
  expect(
    invoice.charges.map(({ packageId, days, unitPrice, currency, total, fullTotal, isWaived, waiverReason }) => [
      packageId,
      days,
      `${currency.symbol}${unitPrice}`,
      total,
      fullTotal,
      isWaived,
      waiverReason,
    ]),
  ).toEqual([
    [full.id, 6, 'US$3', 110.4, null, false, null],
    [lowered.id, 10, 'C$100', 100, 184, false, 'Promoción'],
    [off.id, 53, 'US$15', 552, null, true, 'Cliente frecuente'],
  ])
  expect(invoice).toMatchObject({ chargesTotal: 210.4, subtotal: 1314.4 })
  const { data: report } = await shop.admin.ok('GET /api/reports/:name', {
    params: { name: 'waived-charges' },
    query: { from: businessDate(new Date()), to: businessDate(new Date()) },
  })
  expect(report.rows).toMatchObject([{ count: 2, amounts: [{ amount: 636 }] }])
  expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])
})

test('a client is reminded once before storage begins, and the message says what it costs and from when', async () => {
  const shop = await openShop(world)
  await shop.admin.ok('POST /api/charges', { body: rule() })
  const { data: templates } = await shop.admin.ok('GET /api/templates', {})
  const reminder = templates.find(({ key }) => key === 'waiting')
  await shop.admin.ok('PUT /api/templates/:id', {
    params: { id: reminder?.id ?? '' },
    body: { customContent: 'Almacenaje: {{almacenaje}}', version: reminder?.version },
  })
  const reminders = async () =>
    (await shop.viewer.ok('GET /api/messages', { query: { clientId: shop.client.id, page: '1' } })).data.filter(
      ({ templateTitle }) => templateTitle === 'Recordatorio',
    )
  const runRule = () => remindingJob(world.database).run()
  await receiveAgo(shop, 5)
  await runRule()
  expect(await reminders()).toEqual([])
  await receiveAgo(shop, 6)
  await runRule()
  await runRule()
  const [announced, ...more] = await reminders()
  expect(more).toEqual([])
  expect(announced?.body).toMatch(/^Almacenaje: US\$0\.50 por paquete y día desde el \d+ \w+ \d{4}$/)
})
