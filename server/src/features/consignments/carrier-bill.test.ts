import { expect, test } from 'vitest'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import {
  addClosed,
  addConsignment,
  addReceived,
  addSent,
  scanArrival,
} from '../../../../tests/support/sample-consignments.ts'
import { cellsOf } from '../../../../tests/support/sheet-cells.ts'
import type { Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)
const call = 'POST /api/shipments/:id/bill'

const billOf = (...lines: [code: string | null, pounds: number][]) => ({
  text: ['Tracking\tPeso\tPeso cobrado', ...lines.map(([code, pounds]) => `${code}\t9\t${pounds}`)].join('\n'),
})

const idsIn = async (shop: Shop, id: string, view: 'not_invoiced' | 'not_billed') =>
  (await shop.admin.ok('GET /api/shipments/:id/packages', { params: { id }, query: { view } })).data.map(
    (one) => one.id,
  )

async function shipThree(shop: Shop) {
  const [billed, unbilled, both] = await shop.receiveMany(3, { weight: 10 })
  if (!billed || !unbilled || !both) throw new Error('Three packages were asked for')
  const { id } = await addSent(shop, [billed, unbilled, both])
  for (const one of [billed, unbilled, both]) await scanArrival(shop, id, one)
  await shop.user.ok('POST /api/shipments/:id/receive', { params: { id }, body: { statusId: shop.statuses.ready } })
  return { id, billed, unbilled, both }
}

test('a bill that is read says what the carrier billed and we did not, the other way, and what it names besides', async () => {
  const { id, billed, unbilled, both } = await shipThree(shop)
  await shop.invoice([unbilled, both])
  const body = billOf(
    [billed.tracking, 10.5],
    [both.tracking, 11],
    ['TBA300000000001', 2],
    [both.tracking, 3],
    ['TOTAL', 26.5],
  )
  const { data } = await shop.admin.ok(call, { params: { id }, body })
  expect(data).toMatchObject({
    weights: { billed: 26.5 },
    bill: {
      fileName: 'Celdas copiadas',
      lines: 4,
      weight: 26.5,
      unmatched: 2,
      unmatchedWeight: 5,
      unmatchedLines: [
        { position: 3, code: 'TBA300000000001', weight: 2, isRepeated: false },
        { position: 4, code: both.tracking, weight: 3, isRepeated: true },
      ],
    },
    billedNotInvoiced: { packages: 1, weight: 10 },
    invoicedNotBilled: { packages: 1, weight: 10 },
  })
  expect([await idsIn(shop, id, 'not_invoiced'), await idsIn(shop, id, 'not_billed')]).toEqual([
    [billed.id],
    [unbilled.id],
  ])
})

test('a later bill takes the place of an earlier one, and without one the list counts again', async () => {
  const { id, billed, unbilled } = await shipThree(shop)
  await shop.admin.ok(call, { params: { id }, body: billOf([billed.tracking, 10.5]) })
  const { data } = await shop.admin.ok(call, { params: { id }, body: billOf([unbilled.tracking, 4]) })
  expect(data).toMatchObject({ weights: { billed: 4 }, bill: { lines: 1 }, billedNotInvoiced: { packages: 1 } })
  expect(await idsIn(shop, id, 'not_invoiced')).toEqual([unbilled.id])
  const { data: dropped } = await shop.admin.ok('DELETE /api/shipments/:id/bill', { params: { id } })
  expect(dropped).toMatchObject({ weights: { billed: 4 }, bill: null, billedNotInvoiced: { packages: 3 } })
})

test('costs by the pound follow the pounds of the bill at the rate of their day, and others stay', async () => {
  const { id, billed } = await shipThree(shop)
  const costs = [
    { concept: 'Agente', currencyId: shop.nio, pricePerPound: 36.8 },
    { concept: 'Acarreo', currencyId: shop.usd, amount: 5 },
  ]
  await shop.admin.ok('PUT /api/shipments/:id/costs', { params: { id }, body: { billedWeight: 30, costs } })
  const { data } = await shop.admin.ok(call, { params: { id }, body: billOf([billed.tracking, 12]) })
  expect(data.costs.map(({ amount, usd }) => [amount, usd])).toEqual([
    [441.6, 12],
    [5, 5],
  ])
  expect(data.costsUsd).toBe(17)
})

test('a bill with whose pounds a cost comes to less than a cent is refused, and the one before stands', async () => {
  const { id, billed } = await shipThree(shop)
  const costs = [{ concept: 'Agente', currencyId: shop.usd, pricePerPound: 0.01 }]
  await shop.admin.ok('PUT /api/shipments/:id/costs', { params: { id }, body: { billedWeight: 30, costs } })
  const { fields } = await shop.admin.refused(call, { params: { id }, body: billOf([billed.tracking, 0.2]) })
  expect(fields).toEqual({ file: 'Con estas libras el costo no llega a 0.01' })
  const { data } = await shop.admin.ok('GET /api/shipments/:id/reconciliation', { params: { id } })
  expect(data).toMatchObject({ bill: null, weights: { billed: 30 }, costs: [{ amount: 0.3 }] })
})

test('a file that is no bill is refused under its field, and nothing is written', async () => {
  const { id } = await shipThree(shop)
  const refused = async (text: string) =>
    (await shop.admin.refused(call, { params: { id }, body: { text } })).fields?.file
  expect(await refused('')).toBe('Elija un archivo')
  expect(await refused('Cliente\tPeso\nAna\t2')).toContain('«Tracking» y «Peso lb»')
  expect(await refused('Tracking\tPeso\nTBA309482119414\t')).toBe('La fila 2 del archivo no dice cuántas libras cobra')
  expect(await refused('Tracking\tPeso\n9.40011E+21\t2')).toContain('fila 2; guarde esa columna como texto')
  const many = Array.from({ length: 1_001 }, (_, index) => `TBA${index}\t9999.99`).join('\n')
  expect(await refused(`Tracking\tPeso\n${many}`)).toBe('El total supera el máximo permitido')
  const { data } = await shop.admin.ok('GET /api/shipments/:id/reconciliation', { params: { id } })
  expect(data).toMatchObject({ bill: null, weights: { billed: null } })
})

test('the bill of an open or a closed consignment is not read, nor one by a user', async () => {
  const [open, closed, received] = [await addConsignment(shop), await addClosed(shop), await addReceived(shop)]
  const body = billOf(['TBA309482119414', 1])
  expect((await shop.admin.refused(call, { params: { id: open.id }, body })).code).toBe('shipment_not_sent')
  expect((await shop.admin.refused(call, { params: { id: closed.id }, body })).code).toBe('shipment_closed')
  const drop = 'DELETE /api/shipments/:id/bill'
  expect((await shop.admin.refused(drop, { params: { id: closed.id } })).code).toBe('shipment_closed')
  expect((await shop.user.refused(call, { params: { id: received.id }, body })).status).toBe(403)
})
const manifest = 'GET /api/shipments/:id/manifest'
const sheet = 'GET /api/shipments/:id/arrival-sheet'

async function addGuided(shop: Shop) {
  const client = await shop.addClient({ firstName: '=SUMA(A1)', lastNames: 'Núñez & <Hijos>' })
  const packages = [
    await shop.receive({ weight: 10.5, tracking: '9400111899223197451188', contents: 'Zapatos' }),
    await shop.receive({ weight: null, clientId: client.id, description: 'Teléfono', contents: null }),
  ]
  const { id } = await addConsignment(shop, packages)
  const body = {
    shippingMethod: 'aereo' as const,
    guide: '230-4471 8836',
    carrier: 'Volaris Cargo',
    expectedAt: '2026-11-24',
  }
  await shop.user.ok('PUT /api/shipments/:id', { params: { id }, body })
  return { id, packages, client }
}

test('a manifest is a letter with what is known of the shipment and every package, the same at each call', async () => {
  const { id, packages } = await addGuided(shop)
  const answer = await shop.viewer.send(manifest, { params: { id } })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="Manifiesto-1.pdf"',
  })
  const text = (await pagesOf(answer.rawPayload)).join(' ')
  const numbers = packages.map(({ companyPackageId }) => `#${companyPackageId}`)
  for (const part of [
    'Manifiesto #1',
    '230-4471 8836',
    'Volaris Cargo',
    '24 nov 2026',
    '9400111899223197451188',
    '10.50',
    'Zapatos',
    'Teléfono',
    shop.client.casillero,
    ...numbers,
  ])
    expect(text).toContain(part)
  const again = await shop.viewer.send(manifest, { params: { id } })
  expect(again.rawPayload.equals(answer.rawPayload)).toBe(true)
})

test('a manifest for Excel has texts as texts, also one that begins like a formula, and pounds as numbers', async () => {
  const { id, packages, client } = await addGuided(shop)
  const answer = await shop.viewer.send(manifest, { params: { id }, query: { format: 'xlsx' } })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'inline; filename="Manifiesto-1.xlsx"',
  })
  const cells = cellsOf(answer.rawPayload)
  const rowOf = (text: string) => [...cells].find(([, value]) => value === text)?.[0].replace(/\D/g, '') ?? ''
  const first = rowOf(`#${packages[0]?.companyPackageId}`)
  expect([cells.get(`A${first}`), cells.get(`E${first}`), cells.get(`G${first}`)]).toEqual([
    1,
    '9400111899223197451188',
    10.5,
  ])
  const second = rowOf(client.casillero)
  expect([cells.get(`D${second}`), cells.get(`G${second}`)]).toEqual(['=SUMA(A1) Núñez &amp; &lt;Hijos&gt;', undefined])
  const again = await shop.viewer.send(manifest, { params: { id }, query: { format: 'xlsx' } })
  expect(again.rawPayload.equals(answer.rawPayload)).toBe(true)
})

test('an arrival sheet has the packages by mailbox, and what was seen is ticked off', async () => {
  const { id, seen, missing } = await addReceived(shop)
  const answer = await shop.viewer.send(sheet, { params: { id } })
  expect(answer.headers['content-disposition']).toBe('inline; filename="Llegada-1.pdf"')
  const text = (await pagesOf(answer.rawPayload)).join(' ')
  const lineOf = (mark: string, { companyPackageId }: { companyPackageId: number }) =>
    new RegExp(`${mark} ${shop.client.casillero} Ana Núñez Báez #${companyPackageId} `)
  expect(text).toMatch(lineOf('✓', seen))
  expect(text).toMatch(lineOf('□', missing))
})
