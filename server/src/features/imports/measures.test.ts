import { expect, test } from 'vitest'
import { expectWhole, previewCells, rowsOf, runLoad, undoLoad } from '../../../../tests/support/load-file.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()

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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  ])
  expect(cells.rows).toEqual([
    ['new', expect.stringContaining('«30x20x10 cm» se leyó 11.8 × 7.9 × 3.9 pulg')],
    ...Array.from({ length: 4 }, () => ['new', expect.any(String)]),
    ['error', expect.stringContaining('«yd» no es una unidad de medida')],
    ['error', 'Peso (lbs): «10 st» no es un número'],
    ['error', expect.stringContaining('«st» no es una unidad')],
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
  const shop = await openShop(world)
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
