import { expect, test } from 'vitest'
import { previewCells, rowsOf, runLoad } from '../../../../tests/support/load-file.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()

async function seenRows(shop: Shop, lines: string[]) {
  const { id } = await previewCells(shop, 'packages', lines.join('\n'))
  return { id, rows: (await rowsOf(shop, id)).map(({ outcome, detail }) => [outcome, detail]) }
}

const heads = 'Tracking;Warehouse;Método;Peso'
const repeated = (row: number) => ['error', `Tracking de envío: repite la fila ${row}`]

test('a row about the warehouse number that a row before gives to a known package is refused in the preview', async () => {
  const shop = await openShop(world)
  await shop.receive({ tracking: 'AN1' })
  const { id, rows } = await seenRows(shop, [heads, 'AN1;AN1W;aereo;', ';an1w;aereo;5', 'AN2;;aereo;5'])
  expect(rows).toEqual([['updated', 'Tracking de bodega: AN1W'], repeated(2), ['new', expect.any(String)]])
  expect((await runLoad(world, shop, id)).result).toMatchObject({ new: 1, updated: 1, refused: 0 })
})

test('a row that gives a known package the warehouse number of a new one before it is refused in the preview', async () => {
  const shop = await openShop(world)
  await shop.receive({ tracking: 'AN3' })
  const { id, rows } = await seenRows(shop, [heads, ';AN3W;aereo;5', 'AN3;AN3W;aereo;'])
  expect(rows).toEqual([['new', expect.any(String)], repeated(2)])
  expect((await runLoad(world, shop, id)).result).toMatchObject({ new: 1, updated: 0, refused: 0 })
})

test('known packages get one warehouse number from one file, as each is found by its own tracking', async () => {
  const shop = await openShop(world)
  await shop.receive({ tracking: 'AN4' })
  await shop.receive({ tracking: 'AN5' })
  const { id, rows } = await seenRows(shop, [heads, 'AN4;AN4W;aereo;', 'AN5;AN4W;aereo;'])
  expect(rows.map(([outcome]) => outcome)).toEqual(['updated', 'updated'])
  expect((await runLoad(world, shop, id, { allOrNothing: true })).result).toMatchObject({ updated: 2, refused: 0 })
})
