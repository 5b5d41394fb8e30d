import { expect, test } from 'vitest'
import { previewCells, rowsOf } from '../../../../tests/support/load-file.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = openWorld()

test.each([
  ['a space of no width', 'Caja\u200b azul', 'Caja azul'],
  ['a turn of the direction', '\u202eCaja azul\u202c', 'Caja azul'],
  ['a soft hyphen', 'Ca\u00adja azul', 'Caja azul'],
  ['a filler of Hangul', '\u3164Caja azul\uffa0', 'Caja azul'],
  ['a bell and a zero', 'Caja\u0007 \u0000azul', 'Caja azul'],
  ['nothing but unseen characters', '\u200b\u2060\ufeff', null],
  ['an emoji of several parts', 'Caja 👨‍👩‍👧 ❤️', 'Caja 👨‍👩‍👧 ❤️'],
])('a free text with %s is stored as it is seen', async (_, typed, stored) => {
  const { receive } = await openShop(world)
  expect(await receive({ description: typed, provider: typed })).toMatchObject({
    description: stored,
    provider: stored,
  })
})

test.each(['Ana\u200b', '\u202eAna', 'A\u00adna', 'Ana\u3164', 'An\u0007a'])(
  'the name %j of a client is stored as it is seen',
  async (firstName) => {
    const { addClient } = await openShop(world)
    expect((await addClient({ firstName, phone: '\u202a+505 8888\u00a01234\u202c' })).firstName).toBe('Ana')
  },
)

test('a cell of characters that leave no mark is an empty one, and no refusal names it', async () => {
  const shop = await openShop(world)
  const unseen = '\u200b\u2060\u00ad\u202a'
  const lines = [
    'Tracking;Método;Peso;Casillero;Estado',
    `TBA502887274000;aereo;2;${unseen};${unseen}`,
    `${unseen};aereo;2;;`,
  ]
  const { id } = await previewCells(shop, 'packages', lines.join('\n'))
  const rows = await rowsOf(shop, id)
  expect(rows.map(({ outcome }) => outcome)).toEqual(['new', 'error'])
  for (const { detail } of rows) expect(detail).not.toMatch(/«[\s\p{DI}]*»/u)
})
