import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { addClosed, addReceived, addSent, scanArrival } from '../../../../tests/support/sample-consignments.ts'
import { cellsOf } from '../../../../tests/support/sheet-cells.ts'
import type { Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)
const costs = 'PUT /api/shipments/:id/costs'

const read = async (shop: Shop, id: string) =>
  (await shop.admin.ok('GET /api/shipments/:id/reconciliation', { params: { id } })).data

test('the reconciliation has the pounds and the money of a consignment, and later invoices count too', async () => {
  const [billed, missing] = await shop.receiveMany(2, { weight: 10 })
  const extra = await shop.receive({ weight: 5 })
  if (!billed || !missing) throw new Error('Two packages were asked for')
  const { id } = await addSent(shop, [billed, missing])
  await shop.user.ok('POST /api/shipments/:id/arrivals', {
    params: { id },
    body: { code: billed.tracking ?? '', weight: 10.2 },
  })
  await scanArrival(shop, id, extra)
  await shop.user.ok('POST /api/shipments/:id/receive', { params: { id }, body: { statusId: shop.statuses.ready } })
  expect(await read(shop, id)).toMatchObject({
    weights: {
      sent: { packages: 2, weight: 20 },
      arrived: { packages: 1, weight: 10.2 },
      billed: null,
      invoiced: { packages: 0, weight: 0 },
    },
    // Without a bill the carrier has billed nothing, and what was weighed again is compared with itself alone.
    againstSent: { arrived: 0.2, billed: null, invoiced: null },
    billedNotInvoiced: { packages: 0, weight: 0 },
    invoicedNotBilled: { packages: 0, weight: 0 },
    margin: null,
    marginPerPound: null,
    missing: { packages: 1, weight: 10 },
  })
  const { data } = await shop.admin.ok(costs, {
    params: { id },
    body: {
      billedWeight: 20,
      costs: [
        { concept: 'Agente', currencyId: shop.usd, pricePerPound: 1.5 },
        // In the sheet it is a text like any other.
        { concept: '=Acarreo', currencyId: shop.nio, amount: 92 },
      ],
    },
  })
  expect(data.costs.map(({ amount, usd }) => [amount, usd])).toEqual([
    [30, 30],
    [92, 2.5],
  ])
  await shop.invoice([billed], { currencyId: shop.nio })
  await shop.invoice([extra])
  // 37.50 and 18.75 in dollars, less 32.50 of costs.
  expect(await read(shop, id)).toMatchObject({
    weights: { billed: 20, invoiced: { packages: 2, weight: 15 } },
    againstSent: { arrived: 0.2, billed: 0, invoiced: 0 },
    invoiced: [
      { currency: { code: 'NIO' }, total: 1380, usd: 37.5 },
      { currency: { code: 'USD' }, total: 18.75, usd: 18.75 },
    ],
    invoicedUsd: 56.25,
    costsUsd: 32.5,
    margin: 23.75,
    marginPerPound: 1.58,
    billedNotInvoiced: { packages: 1, weight: 10 },
    invoicedNotBilled: { packages: 1, weight: 5 },
  })
  const sheet = await shop.admin.send('GET /api/shipments/:id/reconciliation-sheet', { params: { id } })
  expect(sheet.headers['content-disposition']).toBe('inline; filename="Cuadre-1.xlsx"')
  const cells = cellsOf(sheet.rawPayload)
  const lineOf = (concept: string) => {
    const [place = ''] = [...cells].find(([, value]) => value === concept) ?? []
    return [...'ACDEFGH'].map((column) => cells.get(column + place.slice(1)) ?? '')
  }
  expect(lineOf('Recibidas en Miami')).toEqual(['Libras', 2, 20, '', '', '', ''])
  expect(lineOf('Pesadas al llegar')).toEqual(['Libras', 1, 10.2, '', '', '', ''])
  expect(lineOf('Facturadas hasta hoy')).toEqual(['Libras', 2, 15, '', '', '', ''])
  expect(lineOf('Facturado en C$')).toEqual(['Dinero', '', '', 'NIO', 1380, '', 37.5])
  expect(lineOf('Agente')).toEqual(['Dinero', '', 20, 'USD', -30, 1, -30])
  expect(lineOf('=Acarreo')).toEqual(['Dinero', '', '', 'NIO', -92, 36.8, -2.5])
  expect(lineOf('Costos')).toEqual(['Dinero', '', '', '', '', '', -32.5])
  expect(lineOf('Margen')).toEqual(['Dinero', '', '', '', '', '', 23.75])
  expect(lineOf('Faltantes')).toEqual(['Diferencias', 1, 10, '', '', '', ''])
})

test('a voided invoice does not count any more, and what is invoiced again counts once', async () => {
  const { id, seen } = await addReceived(shop)
  await shop.user.ok('PATCH /api/packages/status', { body: { packageIds: [seen.id], statusId: shop.statuses.ready } })
  const invoice = await shop.invoice([seen])
  expect(await read(shop, id)).toMatchObject({ weights: { invoiced: { packages: 1, weight: 2 } }, invoicedUsd: 7.5 })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id } })
  expect(await read(shop, id)).toMatchObject({ weights: { invoiced: { packages: 0 } }, invoiced: [], invoicedUsd: 0 })
  await shop.invoice([seen])
  expect(await read(shop, id)).toMatchObject({ weights: { invoiced: { packages: 1, weight: 2 } }, invoicedUsd: 7.5 })
})

test('a cost keeps the rate of its day while its line stands, and a new line takes the new one', async () => {
  const { id } = await addReceived(shop)
  const line = { concept: 'Acarreo', currencyId: shop.nio, amount: 920 }
  const { data: first } = await shop.admin.ok(costs, { params: { id }, body: { costs: [line] } })
  const { data: nio } = await shop.admin.ok('GET /api/currencies', { query: { search: 'NIO' } })
  const currency = nio[0]
  if (!currency) throw new Error('The company has no córdoba')
  await shop.admin.ok('PUT /api/currencies/:id', {
    params: { id: currency.id },
    body: { ...currency, rateCompra: 40, rateVenta: 39 },
  })
  const body = { costs: [{ ...line, id: first.costs[0]?.id ?? '', amount: 736 }, line] }
  const { data } = await shop.admin.ok(costs, { params: { id }, body })
  expect(data.costs.map(({ rateCompra, usd }) => [rateCompra, usd])).toEqual([
    [36.8, 20],
    [40, 23],
  ])
  expect((await shop.admin.ok(costs, { params: { id }, body: { costs: [] } })).data).toMatchObject({ margin: null })
})

test('costs by the pound ask for the pounds on the bill, and a stale entry is refused', async () => {
  const { id, version } = await addReceived(shop)
  const body = { costs: [{ concept: 'Agente', currencyId: shop.usd, pricePerPound: 3 }], version }
  expect(await shop.admin.refused(costs, { params: { id }, body })).toMatchObject({
    status: 400,
    fields: { billedWeight: 'Ingrese las libras que cobra el agente' },
  })
  const whole = { ...body, billedWeight: 4 }
  const headers = { 'idempotency-key': 'costos' }
  const first = await shop.admin.ok(costs, { params: { id }, body: whole, headers })
  expect(await shop.admin.ok(costs, { params: { id }, body: whole, headers })).toEqual(first)
  expect((await shop.admin.refused(costs, { params: { id }, body: whole })).code).toBe('stale')
  expect((await shop.user.refused(costs, { params: { id }, body: whole })).status).toBe(403)
})

test('a cost by the pound that comes to less than a cent or to more than an amount can be is refused under its price', async () => {
  const { id } = await addReceived(shop)
  const refused = async (billedWeight: number, pricePerPound: number) => {
    const other = { concept: 'Acarreo', currencyId: shop.usd, amount: 5 }
    const line = { concept: 'Agente', currencyId: shop.usd, pricePerPound }
    return (await shop.admin.refused(costs, { params: { id }, body: { billedWeight, costs: [other, line] } })).fields
  }
  const field = 'costs.1.pricePerPound'
  expect(await refused(0.5, 0.0099)).toEqual({ [field]: 'Con estas libras el costo no llega a 0.01' })
  expect(await refused(1_001, 9_999)).toEqual({ [field]: 'El total supera el máximo permitido' })
  expect((await read(shop, id)).costs).toEqual([])
})

test('closing keeps the weights of what arrived, and reopening with a reason frees them', async () => {
  const { id, seen, missing, companyShipmentId } = await addClosed(shop)
  const weigh = async (packageId: string) => {
    const { data } = await shop.admin.ok('GET /api/packages/:id', { params: { id: packageId } })
    return { params: { id: packageId }, body: { ...data, weight: 9.5 } }
  }
  const edit = await weigh(seen.id)
  expect((await shop.admin.refused('PUT /api/packages/:id', edit)).message).toBe(
    `El peso del paquete #${seen.companyPackageId} ya no cambia: el embarque #${companyShipmentId} está cerrado`,
  )
  await shop.admin.ok('PUT /api/packages/:id', await weigh(missing.id))
  expect((await shop.admin.refused(costs, { params: { id }, body: { costs: [] } })).code).toBe('shipment_closed')
  const reopen = 'POST /api/shipments/:id/reopen'
  expect((await shop.user.refused(reopen, { params: { id }, body: { reason: 'Error' } })).status).toBe(403)
  await shop.admin.ok(reopen, { params: { id }, body: { reason: 'Llegó la factura' } })
  await shop.admin.ok('PUT /api/packages/:id', edit)
  expect((await shop.admin.refused(reopen, { params: { id }, body: { reason: 'Error' } })).code).toBe(
    'shipment_not_closed',
  )
  const { data } = await shop.admin.ok('GET /api/audit', { query: { entity: 'consignments' } })
  expect(data[0]).toMatchObject({ label: `#${companyShipmentId}`, after: { reopen_reason: 'Llegó la factura' } })
})

test('a missing package that was weighed before the closing counts with that weight, whatever is weighed later', async () => {
  const [seen, missing] = [await shop.receive({ weight: 3 }), await shop.receive({ weight: null })]
  const { id } = await addSent(shop, [seen, missing])
  await scanArrival(shop, id, seen)
  await shop.user.ok('POST /api/shipments/:id/receive', { params: { id }, body: { statusId: shop.statuses.inCustoms } })
  const weigh = async (weight: number) => {
    const { data } = await shop.admin.ok('GET /api/packages/:id', { params: { id: missing.id } })
    await shop.admin.ok('PUT /api/packages/:id', { params: { id: missing.id }, body: { ...data, weight } })
    return (await read(shop, id)).weights.sent
  }
  expect(await weigh(4)).toEqual({ packages: 2, weight: 7 })
  await shop.admin.ok('POST /api/shipments/:id/close', { params: { id } })
  expect(await weigh(9.5)).toEqual({ packages: 2, weight: 7 })
})

test('a missing package that turns up after the closing is marked, and its weight is then for good', async () => {
  const { id, missing } = await addClosed(shop)
  expect(await scanArrival(shop, id, missing)).toMatchObject({ result: 'expected' })
  const { data } = await shop.admin.ok('GET /api/packages/:id', { params: { id: missing.id } })
  const edit = { params: { id: missing.id }, body: { ...data, weight: 9.5 } }
  expect((await shop.admin.refused('PUT /api/packages/:id', edit)).code).toBe('package_weight_closed')
  const extra = { params: { id }, body: { code: (await shop.receive()).tracking ?? '' } }
  expect((await shop.user.refused('POST /api/shipments/:id/arrivals', extra)).code).toBe('shipment_closed')
})

test('a weight that is being corrected while the consignment is closed is refused', async () => {
  const { id, seen } = await addReceived(shop)
  const { data } = await shop.admin.ok('GET /api/packages/:id', { params: { id: seen.id } })
  const lock: [string, unknown[]] = ['select from consignment_packages where package_id = $1 for update', [seen.id]]
  await holding(world.owner, lock, async (holder) => {
    const closing = shop.admin.send('POST /api/shipments/:id/close', { params: { id } })
    await untilBlocked(world.owner, 1)
    const editing = shop.user.send('PUT /api/packages/:id', { params: { id: seen.id }, body: { ...data, weight: 9.5 } })
    await untilBlocked(world.owner, 2)
    await holder.query('rollback')
    expect((await closing).statusCode).toBe(200)
    expect((await editing).json()).toMatchObject({ code: 'package_weight_closed' })
  })
})

test('of two admins who close at once one does, and what has not arrived cannot be closed', async () => {
  const other = await shop.addUser('admin')
  const call = 'POST /api/shipments/:id/close'
  const { id } = await addReceived(shop)
  const lock: [string, unknown[]] = ['select from consignments where id = $1 for update', [id]]
  await holding(world.owner, lock, async (holder) => {
    const answers = [shop.admin, other].map((admin) => admin.send(call, { params: { id } }))
    await untilBlocked(world.owner, 2)
    await holder.query('rollback')
    const codes = (await Promise.all(answers)).map((answer) => answer.json().code ?? 'closed')
    expect(codes.toSorted()).toEqual(['closed', 'shipment_closed'])
  })
  const sent = await addSent(shop)
  expect((await shop.admin.refused(call, { params: { id: sent.id } })).code).toBe('shipment_not_received')
})
