import { expect, test } from 'vitest'
import { expectWhole, previewCells, rowsOf, runLoad, undoLoad } from '../../../../tests/support/load-file.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { finishLoads } from '../../../../tests/support/sample-import-calls.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()

async function openCharges() {
  const shop = await openShop(world)
  const add = async (name: string, kind: 'advance' | 'per_package' | 'per_invoice', price: number | null) =>
    (await shop.admin.ok('POST /api/charges', { body: { name, kind, price } })).data
  const duty = await add('Impuestos', 'advance', null)
  return {
    shop,
    duty,
    handling: await add('Manejo', 'per_package', 1.5),
    customs: await add('Trámite', 'per_invoice', 3),
  }
}

async function preview(shop: Shop, lines: string[]) {
  const { id } = await previewCells(shop, 'charges', lines.join('\n'))
  return { id, rows: (await rowsOf(shop, id)).map(({ outcome, detail }) => [outcome, detail]) }
}

const waitingOn = async ({ viewer }: Shop, id: string) =>
  (await viewer.ok('GET /api/packages/:id/charges', { params: { id } })).data.charges.map(
    ({ name, amount, currency }) => [name, amount, currency?.code ?? null],
  )

test('a file puts charges on packages, changes those that wait, and gives back what was there', async () => {
  const { shop, duty } = await openCharges()
  const one = await shop.receive({ tracking: 'CH1' })
  const two = await shop.receive({ tracking: 'CH2' })
  await shop.user.ok('PUT /api/packages/:id/charges', {
    params: { id: two.id },
    body: { charges: [{ chargeId: duty.id, amount: 10, currencyId: shop.usd }], version: 1 },
  })
  const lines = ['Tracking;Cargo;Monto;Moneda', 'CH1;Impuestos;1,250.50;C$', 'CH1;manejo;;', 'CH2;Impuestos;C$350;']
  const { id, rows } = await preview(shop, lines)
  expect(rows).toEqual([
    ['new', 'Impuestos: C$1,250.50'],
    ['new', 'Manejo'],
    ['updated', 'Impuestos: US$10.00 pasa a C$350.00'],
  ])
  expect((await runLoad(world, shop, id)).result).toMatchObject({ new: 2, updated: 1, refused: 0 })
  expect(await waitingOn(shop, one.id)).toEqual([
    ['Impuestos', 1250.5, 'NIO'],
    ['Manejo', null, null],
  ])
  expect(await waitingOn(shop, two.id)).toEqual([['Impuestos', 350, 'NIO']])
  expect((await preview(shop, lines)).rows.map(([outcome]) => outcome)).toEqual(['same', 'same', 'same'])
  await shop.invoice([one], { currencyId: shop.nio })
  await undoLoad(shop, id)
  await finishLoads(world.database)
  const { data } = await shop.user.ok('GET /api/imports/:id', { params: { id } })
  expect(data.result).toMatchObject({ undone: 1, kept: 2 })
  expect(await waitingOn(shop, two.id)).toEqual([['Impuestos', 10, 'USD']])
  expect(await waitingOn(shop, one.id)).toHaveLength(2)
  await expectWhole(world)
})

test('a row of charges says why it cannot be put on its package', async () => {
  const { shop } = await openCharges()
  await shop.receive({ tracking: 'CH1' })
  const billed = await shop.receive({ tracking: 'CH2' })
  const { companyInvoiceId } = await shop.invoice([billed])
  const refusals = [
    ['CH0;Impuestos;5;US$', 'Tracking de envío: no hay un paquete con «CH0»'],
    [
      'CH2;Impuestos;5;US$',
      `Tracking de envío: el paquete #${billed.companyPackageId} ya está facturado en la factura #${companyInvoiceId}`,
    ],
    ['CH1;Aduana;5;US$', 'Cargo: no hay un cargo «Aduana»'],
    ['CH1;Trámite;;', 'Cargo: «Trámite» no se pone en un paquete'],
    ['CH1;Manejo;5;US$', 'Monto: el monto de «Manejo» lo dice el cargo; déjelo vacío'],
    ['CH1;Impuestos;;C$', 'Monto: falta'],
    ['CH1;Impuestos;x;C$', 'Monto: «x» no es un monto'],
    ['CH1;Impuestos;5;', 'Moneda: falta: diga si es C$ o US$'],
    ['CH1;Impuestos;5;euros', 'Moneda: no hay una moneda «euros»'],
    ['CH1;Impuestos;US$5;C$', 'Monto: «US$5» no está en C$'],
    ['CH1;Impuestos;-5;C$', 'Monto: Ingrese un monto mayor a 0'],
    ['CH1;Impuestos;5.0051;C$', 'Monto: Use como máximo 2 decimales'],
  ]
  const { rows } = await preview(shop, ['Tracking;Cargo;Monto;Moneda', ...refusals.map(([line]) => line ?? '')])
  expect(rows).toEqual(refusals.map(([, detail]) => ['error', detail]))
  expect((await preview(shop, ['Tracking;Cargo;Monto', 'CH1;Impuestos;US$5', 'CH1;Impuestos;US$6'])).rows).toEqual([
    ['new', 'Impuestos: US$5.00'],
    ['error', 'Cargo: repite la fila 2'],
  ])
})

test('charge and currency may hold for the whole file, and a row that is out of date by its turn is refused', async () => {
  const { shop, duty, customs } = await openCharges()
  const one = await shop.receive({ tracking: 'CH1' })
  const two = await shop.receive({ tracking: 'CH2' })
  const { data: load } = await shop.user.ok('POST /api/imports', {
    body: { kind: 'charges', text: 'Guía;Impuestos\nCH1;100\nCH2;200' },
  })
  const params = { id: load.id }
  const mapping = load.mapping.map(({ field }) => field)
  expect(mapping).toEqual(['tracking', 'amount'])
  const review = { params, body: { mapping, fixed: { chargeId: customs.id, currencyId: duty.id } } }
  expect((await shop.user.refused('PUT /api/imports/:id/mapping', review)).fields).toEqual({
    'fixed.chargeId': 'Elija un cargo',
    'fixed.currencyId': 'Elija una moneda',
  })
  await shop.user.ok('PUT /api/imports/:id/mapping', {
    params,
    body: { mapping, fixed: { chargeId: duty.id, currencyId: shop.nio } },
  })
  await shop.invoice([two])
  expect((await runLoad(world, shop, load.id)).result).toMatchObject({ new: 1, refused: 1 })
  expect((await rowsOf(shop, load.id))[1]?.detail).toMatch(/^El paquete #\d+ ya está facturado en la factura #\d+$/)
  expect(await waitingOn(shop, one.id)).toEqual([['Impuestos', 100, 'NIO']])
})
