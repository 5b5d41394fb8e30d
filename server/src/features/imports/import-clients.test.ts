import { expect, test } from 'vitest'
import { expectWhole, previewCells, rowsOf, runLoad, undoLoad } from '../../../../tests/support/load-file.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = openWorld()

test('clients are added with their own mailbox numbers or the next ones, changed by number, phone or e-mail, and left alone', async () => {
  const shop = await openShop(world, { subdomain: `tre${Date.now().toString(36)}` })
  const known = await shop.addClient({ firstName: 'Luis', lastNames: 'Paz', phone: '50587654321', city: 'León' })
  const mailed = await shop.addClient({
    firstName: 'Eva',
    lastNames: 'Ruiz',
    phone: '50587654399',
    email: 'eva@correo.test',
  })
  const text = [
    'Casillero;Nombre completo;Teléfono;Correo;Ciudad',
    'TRE 88;María José Peña Ruiz;8690 4411;maria@correo.test;Managua',
    ';Denis Rayo;8690-4412;;',
    `${known.casillero.toLowerCase()};;;;Estelí`,
    ';;+505 8765 4321;;Masaya',
    ';;;EVA@correo.test;Rivas',
    `${mailed.casillero};;;;`,
    ';Ana Solís;12;;',
    'X;Ana Solís;86904419;;',
  ].join('\n')
  const seen = await previewCells(shop, 'clients', text)
  expect(seen.counts).toEqual({ new: 2, updated: 2, same: 0, error: 4 })
  const rows = await rowsOf(shop, seen.id)
  expect(rows.map(({ row, outcome, detail }) => [row, outcome, detail])).toMatchObject([
    [2, 'new', ''],
    [3, 'new', 'Se le da el siguiente casillero'],
    [4, 'updated', 'Ciudad: León pasa a Estelí'],
    [5, 'error', expect.stringContaining('repite la fila 4')],
    [6, 'updated', 'Ciudad: Rivas'],
    [7, 'error', expect.stringContaining('repite la fila 6')],
    [8, 'error', 'Teléfono: Ingrese un número de teléfono válido'],
    [9, 'error', expect.stringContaining('no es un casillero')],
  ])
  const done = await runLoad(world, shop, seen.id)
  expect(done.result).toMatchObject({ new: 2, updated: 2, refused: 0 })
  const { data } = await shop.user.ok('GET /api/client', { query: { limit: '100' } })
  const found = (name: string) => data.find(({ firstName }) => firstName === name)
  expect(found('María')).toMatchObject({
    casillero: 'TRE0088',
    middleName: 'José',
    lastNames: 'Peña Ruiz',
    phone: '86904411',
  })
  // The counter has moved past the number that the file gave.
  expect(found('Denis')).toMatchObject({ casillero: 'TRE0089', lastNames: 'Rayo', email: null })
  expect([found('Luis')?.city, found('Eva')?.city]).toEqual(['Estelí', 'Rivas'])
  expect((await shop.addClient()).casillero).toBe('TRE0090')
  const taken = await previewCells(shop, 'clients', 'Casillero;Nombre;Apellidos;Teléfono\nTRE0500;Al;Vado;86904420')
  await shop.user.ok('POST /api/imports/:id/run', { params: { id: taken.id }, body: {} })
  await undoLoad(shop, taken.id)
  const gone = await previewCells(shop, 'clients', 'Casillero;Nombre;Apellidos;Teléfono\nTRE500;Al;Vado;86904420')
  expect((await rowsOf(shop, gone.id))[0]?.detail).toContain('fue de un cliente eliminado')
  const undone = await undoLoad(shop, seen.id)
  expect(undone.result).toMatchObject({ undone: 4, kept: 0 })
  expect((await shop.user.ok('GET /api/client/:id', { params: { id: known.id } })).data.city).toBe('León')
  await expectWhole(world)
})
