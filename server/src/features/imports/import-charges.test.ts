import { expect, test } from 'vitest'
import { previewCells, rowsOf, runLoad, undoLoad } from '../../../../tests/support/load-file.ts'
import { expectWhole, openShops, openWorld } from '../../../../tests/support/open-world.ts'
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
  expect((await preview(shop, ['Tracking;Cargo;Monto', 'CH1;Impuestos;U$ 5', 'CH1;Impuestos;US$6'])).rows).toEqual([
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
const shop = openShops(world)
const heads = 'Casillero;Tracking;Tienda;Descripción;Valor;Fecha esperada'

async function previewPrealerts(shop: Shop, lines: string[]) {
  const { id } = await previewCells(shop, 'prealerts', [heads, ...lines].join('\n'))
  return { id, rows: (await rowsOf(shop, id)).map(({ outcome, detail }) => [outcome, detail]) }
}

const listAll = async (shop: Shop) =>
  (await shop.user.ok('GET /api/prealerts', { query: { view: 'all' } })).data
    .map(({ tracking, client, store, description, declaredValue, expectedOn, state }) => [
      tracking,
      client.id,
      store,
      description,
      declaredValue,
      expectedOn,
      state,
    ])
    .toSorted()

test('a file announces purchases and changes those that are expected, and is taken back where nothing came of it', async () => {
  const { id: clientId, casillero } = shop.client
  const blank = { clientId, store: null, description: null, declaredValue: null, expectedOn: null, claimNote: null }
  await shop.user.ok('POST /api/prealerts', { body: { ...blank, tracking: 'PRE-0001', description: 'Tenis' } })
  const lines = [
    `${casillero};pre-0001;Nike;;74,97;05/12/2026`,
    `${casillero};PRE-0002;Amazon;Ropa de bebé;46,00;28/11/2026`,
    `${casillero};PRE-0003;;;;`,
  ]
  const { id, rows } = await previewPrealerts(shop, lines)
  expect(rows).toEqual([
    ['updated', 'Tienda: Nike; Valor (US$): US$74.97; Se espera: 5 dic 2026'],
    ['new', 'Amazon · Ropa de bebé · US$46.00 · 28 nov 2026'],
    ['new', 'Solo el número'],
  ])
  expect((await runLoad(world, shop, id)).result).toMatchObject({ new: 2, updated: 1, refused: 0 })
  expect(await listAll(shop)).toEqual([
    ['PRE-0001', clientId, 'Nike', 'Tenis', 74.97, '2026-12-05', 'expected'],
    ['PRE-0002', clientId, 'Amazon', 'Ropa de bebé', 46, '2026-11-28', 'expected'],
    ['PRE-0003', clientId, null, null, null, null, 'expected'],
  ])
  expect((await previewPrealerts(shop, lines)).rows.map(([outcome]) => outcome)).toEqual(['same', 'same', 'same'])
  await shop.receive({ tracking: 'PRE-0003' })
  await undoLoad(shop, id)
  await finishLoads(world.database)
  const { data } = await shop.user.ok('GET /api/imports/:id', { params: { id } })
  expect(data.result).toMatchObject({ undone: 2, kept: 1 })
  expect(await listAll(shop)).toEqual([
    ['PRE-0001', clientId, null, 'Tenis', null, null, 'expected'],
    ['PRE-0002', clientId, 'Amazon', 'Ropa de bebé', 46, '2026-11-28', 'cancelled'],
    ['PRE-0003', clientId, null, null, null, null, 'received'],
  ])
  await expectWhole(world)
})

test('a row of pre-alerts says why it cannot be announced', async () => {
  const { id: clientId, casillero } = shop.client
  const other = await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })
  const blank = { store: null, description: null, declaredValue: null, expectedOn: null, claimNote: null }
  await shop.user.ok('POST /api/prealerts', { body: { ...blank, clientId: other.id, tracking: 'PRE-0001' } })
  await shop.user.ok('POST /api/prealerts', { body: { ...blank, clientId, tracking: 'PRE-0002' } })
  const { companyPackageId } = await shop.receive({ tracking: 'PRE-0002' })
  const refusals = [
    [`${casillero};PRE-0001;;;;`, 'Tracking de envío: ya está avisado por Luz Rayo'],
    [`${casillero};PRE-0002;Nike;;;`, `Tracking de envío: ya llegó: es el paquete #${companyPackageId}`],
    ['ZZZ9999;PRE-0003;;;;', 'Cliente (casillero): no hay un cliente «ZZZ9999»'],
    [';PRE-0004;;;;', 'Cliente (casillero): falta'],
    [`${casillero};;Nike;;;`, 'Tracking de envío: Escriba el número de rastreo'],
    [`${casillero};PRE-0005;;;mucho;`, 'Valor (US$): «mucho» no es un monto'],
    [`${casillero};PRE-0009;;;C$500;`, 'Valor (US$): «C$500» está en córdobas: escriba dólares'],
    [`${casillero};PRE-0006;;;-5;`, 'Valor (US$): Ingrese un valor válido'],
    [`${casillero};PRE-0007;;;;pronto`, 'Se espera: «pronto» no es una fecha'],
  ]
  const twice = [`${casillero};PRE-0008;;;;`, `${casillero};pre-0008;;;;`]
  const { rows } = await previewPrealerts(shop, [...refusals.map(([line]) => line ?? ''), ...twice])
  expect(rows.slice(0, -2)).toEqual(refusals.map(([, detail]) => ['error', detail]))
  expect(rows.slice(-2)).toEqual([
    ['new', 'Solo el número'],
    ['error', 'Tracking de envío: repite la fila 11'],
  ])
})

test('a row of pre-alerts whose number was announced since the previewPrealerts is refused by its turn', async () => {
  const { casillero } = shop.client
  const other = await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })
  const { id } = await previewPrealerts(shop, [`${casillero};PRE-0001;;;;`, `${casillero};PRE-0002;;;;`])
  const blank = { store: null, description: null, declaredValue: null, expectedOn: null, claimNote: null }
  await shop.user.ok('POST /api/prealerts', { body: { ...blank, clientId: other.id, tracking: 'PRE-0002' } })
  expect((await runLoad(world, shop, id)).result).toMatchObject({ new: 1, refused: 1 })
  expect((await rowsOf(shop, id))[1]?.detail).toBe('Este tracking ya está avisado por Luz Rayo')
})

async function loadLines(shop: Shop, lines: string[]) {
  const { id } = await previewCells(shop, 'packages', lines.join('\n'))
  const rows = (await rowsOf(shop, id)).map(({ outcome, detail }) => [outcome, detail])
  return { id, rows, result: (await runLoad(world, shop, id, { allOrNothing: false })).result }
}

const measuresOf = async ({ viewer }: Shop) =>
  (await viewer.ok('GET /api/packages', { query: { page: '1', limit: '20', sort: 'number' } })).data.map(
    ({ tracking, length, width, height, declaredValue, totalPrice }) => [
      tracking,
      length && [length, width, height].join('x'),
      declaredValue,
      totalPrice,
    ],
  )

test('a file brings measures in one column or three, and prices by the rules of the tariff', async () => {
  const { name } = shop.air
  await shop.admin.ok('PUT /api/tariffs/:id', {
    params: { id: shop.air.id },
    body: { name, type: 'aereo', pricePerPound: 5.5, isDefault: true, roundUpTo: 1, volumetricDivisor: 166 },
  })
  const heads = 'Tracking;Método;Peso;Medidas;Valor declarado'
  const one = await loadLines(shop, [
    heads,
    'MED1;aereo;3.2;12x10x8;US$180.00',
    'MED2;aereo;2;;',
    'MED3;aereo;2;12x10;',
  ])
  expect(one.rows.map(([outcome]) => outcome)).toEqual(['new', 'new', 'error'])
  expect(one.rows[2]?.[1]).toContain('«12x10» no son largo × ancho × alto')
  const three = [
    'Tracking;Método;Peso;Largo;Ancho;Alto',
    'MED4;aereo;3.2;12;10;8.04',
    'MED5;aereo;2;0;0;0',
    'MED6;aereo;2;12;;',
  ]
  const other = await loadLines(shop, three)
  expect(other.rows.map(([outcome]) => outcome)).toEqual(['new', 'new', 'error'])
  expect(await measuresOf(shop)).toEqual([
    ['MED1', '12x10x8', 180, 33],
    ['MED2', null, null, 11],
    ['MED4', '12x10x8', null, 33],
    ['MED5', null, null, 11],
  ])
})

test('a unit that a cell, the heading or a column of its own says counts in a file, and one that is unknown is refused', async () => {
  const heads = 'Tracking;Casillero;Peso (lbs);Método;Medidas;Unidad'
  const row = (tracking: string, weight: string, measures: string, unit = '') =>
    `${tracking};${shop.client.casillero};${weight};aéreo;${measures};${unit}`
  const cells = await loadLines(shop, [
    heads,
    row('UN1', '2.5', '30x20x10 cm', 'lbs'),
    row('UN2', '2 lb 3 oz', '12"x10"x8"', 'KG'),
    row('UN3', '10', '', 'KG'),
    row('UN4', '16', '', 'OZ'),
    row('UN5', '2.5', '30x20x10', 'cm'),
    row('UN6', '2.5', '30x20x10 yd'),
    row('UN7', '10 st', '', 'lb'),
    row('UN8', '10', '', 'st'),
    row('UNA', 'C$25', '', 'lb'),
  ])
  expect(cells.rows).toEqual([
    ['new', expect.stringContaining('«30x20x10 cm» se leyó 11.8 × 7.9 × 3.9 pulg')],
    ...Array.from({ length: 4 }, () => ['new', expect.any(String)]),
    ['error', expect.stringContaining('«yd» no es una unidad de medida')],
    ['error', 'Peso (lbs): «10 st» no es un número'],
    ['error', expect.stringContaining('«st» no es una unidad')],
    ['error', 'Peso (lbs): «C$25» no es un número'],
  ])
  const headings = ['Tracking;Método;Peso (oz);Largo cm;Ancho (cm);Alto cm', 'UN9;aereo;8;30;20;10']
  expect((await loadLines(shop, headings)).rows.map(([outcome]) => outcome)).toEqual(['new'])
  expect((await loadLines(shop, ['Tracking;Método;Medidas (cm)', 'UN0;aereo;30x20x10'])).rows).toHaveLength(1)
  const { data } = await shop.viewer.ok('GET /api/packages', { query: { limit: '20', sort: 'number' } })
  const box = '11.8x7.9x3.9'
  expect(
    data.map(({ tracking, weight, length, width, height }) => [tracking, weight, `${length}x${width}x${height}`]),
  ).toEqual([
    ['UN1', 2.5, box],
    ['UN2', 2.19, '12x10x8'],
    ['UN3', 22.05, 'nullxnullxnull'],
    ['UN4', 1, 'nullxnullxnull'],
    ['UN5', 2.5, box],
    ['UN9', 0.5, box],
    ['UN0', null, box],
  ])
})

test('a load that changes measures of a known package prices it anew, and undone leaves it as it was', async () => {
  const { data: tariff } = await shop.admin.ok('POST /api/tariffs', {
    body: { name: 'Volumen', type: 'aereo', pricePerPound: 5.5, roundUpTo: 1, volumetricDivisor: 166 },
  })
  await shop.receive({ tracking: 'MED7', tariffId: tariff.id, weight: 3.2, length: 10, width: 10, height: 10 })
  const { id } = await loadLines(shop, ['Tracking;Medidas', 'MED7;12x10x8'])
  expect(await measuresOf(shop)).toEqual([['MED7', '12x10x8', null, 33]])
  expect((await undoLoad(shop, id)).result.undone).toBe(1)
  expect(await measuresOf(shop)).toEqual([['MED7', '10x10x10', null, 38.5]])
  await expectWhole(world)
})
