import { expect, test } from 'vitest'
import { previewCells, rowsOf, runLoad, undoLoad } from '../../../../tests/support/load-file.ts'
import { expectWhole, openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)

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

const heads = 'Casillero;Nombre;Apellidos;Teléfono;Correo'

async function seenRows(shop: Shop, lines: string[]) {
  const { id } = await previewCells(shop, 'clients', [heads, ...lines].join('\n'))
  return (await rowsOf(shop, id)).map(({ outcome, detail }) => [outcome, detail])
}

test('a second row with the e-mail or the phone of a new client is refused, and changes the client when it comes in a second file', async () => {
  const [first, second] = [';Luz;Uno;83311771;luz@correo.test', ';Luz;Uno;83311772;LUZ@correo.test']
  const abroad = ';Luz;Uno;+505 8331 1771;'
  expect(await seenRows(shop, [first, second, abroad])).toEqual([
    ['new', 'Se le da el siguiente casillero'],
    ['error', 'Correo electrónico: repite la fila 2'],
    ['error', 'Teléfono: repite la fila 2'],
  ])
  await runLoad(world, shop, (await previewCells(shop, 'clients', `${heads}\n${first}`)).id)
  expect(await seenRows(shop, [second])).toEqual([['updated', 'Teléfono: 83311771 pasa a 83311772']])
  expect(await seenRows(shop, [abroad])).toEqual([['updated', 'Teléfono: 83311771 pasa a 50583311771']])
  expect(await seenRows(shop, [';Luz;Uno;Cel. 8331-1771;'])).toEqual([['same', 'Sin cambios']])
})

test('new clients with mailbox numbers of their own share an e-mail, and a later row that names the e-mail alone is refused', async () => {
  const rows = ['701;Luz;Uno;83311771;casa@correo.test', '702;Sol;Uno;83311772;casa@correo.test']
  const open = ';Luz;Uno;83311773;casa@correo.test'
  expect((await seenRows(shop, [...rows, open])).map(([outcome]) => outcome)).toEqual(['new', 'new', 'error'])
  await runLoad(world, shop, (await previewCells(shop, 'clients', `${heads}\n${rows[0]}`)).id)
  expect((await seenRows(shop, [rows[1] ?? ''])).map(([outcome]) => outcome)).toEqual(['new'])
})

test('a phone that another client has, or a row before, is pointed out where it is added', async () => {
  const known = await shop.addClient({ phone: '83311780' })
  const shared = ['711;Luz;Uno;83311781;', '712;Sol;Uno;8331-1781;', '713;Eva;Uno;83311780;']
  const changed = (phone: string) => [`${shop.client.casillero};;;${phone};`, `${known.casillero};;;83311780;`]
  expect(await seenRows(shop, [...shared, ...changed('83311781')])).toMatchObject([
    ['new', ''],
    ['new', 'Mismo teléfono que la fila 2'],
    ['new', `Mismo teléfono que ${known.casillero}`],
    ['updated', expect.stringMatching(/^Teléfono: \d+ pasa a 83311781; Mismo teléfono que la fila 2$/)],
    ['same', 'Sin cambios'],
  ])
  const [row] = await seenRows(shop, changed('83311780'))
  expect(row?.[1]).toContain(`83311780; Mismo teléfono que ${known.casillero}`)
})

test('a row that names the e-mail or the phone that a row before gives to a known client is refused', async () => {
  const { casillero } = shop.client
  const outcomes = await seenRows(shop, [
    `${casillero};;;83311774;nueva@correo.test`,
    ';Luz;Uno;83311775;nueva@correo.test',
    ';Luz;Uno;83311774;',
  ])
  expect(outcomes.map(([outcome]) => outcome)).toEqual(['updated', 'error', 'error'])
})

test('a row that may be one of several clients is refused under the field that fits them', async () => {
  const one = await shop.addClient({ firstName: 'Luz', phone: '50583311776', email: 'dos@correo.test' })
  const other = await shop.addClient({ firstName: 'Sol', phone: '50583311776', email: 'dos@correo.test' })
  const several = `puede ser ${one.casillero} o ${other.casillero}`
  expect(await seenRows(shop, [';Eva;Uno;83311777;dos@correo.test', ';Eva;Uno;83311776;'])).toEqual([
    ['error', `Correo electrónico: ${several}`],
    ['error', `Teléfono: ${several}`],
  ])
})

test('a file keeps phones by the rule of the form, and finds the client with whichever form of it', async () => {
  const wrong = ['error', 'Teléfono: Ingrese un número de teléfono válido para su país']
  const lines = [';Uno;Sol;(954) 555-0123;', ';Dos;Sol;+34 600 111 222;', ';Tres;Sol;305-555-0142 x12;']
  expect(await seenRows(shop, [...lines, ';Seis;Sol;34600111229;', ';Siete;Sol;00000000;'])).toEqual([
    ...lines.map(() => ['new', 'Se le da el siguiente casillero']),
    wrong,
    ['error', 'Teléfono: El teléfono es requerido'],
  ])
  await runLoad(world, shop, (await previewCells(shop, 'clients', [heads, ...lines].join('\n'))).id)
  const { data } = await shop.user.ok('GET /api/client', { query: { search: 'sol' } })
  expect(data.map(({ phone }) => phone).toSorted()).toEqual(['13055550142', '19545550123', '34600111222'])
  const [one] = lines
  expect(await seenRows(shop, [one ?? '', ';Dos;Sol;34600111222;', ';Seis;Sol;34600111229;'])).toEqual([
    ['same', 'Sin cambios'],
    ['same', 'Sin cambios'],
    ['new', 'Se le da el siguiente casillero'],
  ])
})

test('a client keeps a default tariff that is over when a row names it, and no other client gets it', async () => {
  const body = { name: 'Vieja', type: 'aereo' as const, pricePerPound: 6 }
  const { data: old } = await shop.admin.ok('POST /api/tariffs', { body })
  const has = await shop.addClient({ phone: '50583311778', defaultTariffAereoId: old.id })
  const changes = await shop.addClient({ phone: '50583311779', defaultTariffAereoId: old.id })
  await shop.admin.ok('PUT /api/tariffs/:id', {
    params: { id: old.id },
    body: { ...body, version: old.version, isActive: false },
  })
  const text = [
    'Casillero;Tarifa aérea;Ciudad',
    `${has.casillero};vieja;`,
    `${changes.casillero};Vieja;Rivas`,
    `${shop.client.casillero};Vieja;`,
  ].join('\n')
  const { id } = await previewCells(shop, 'clients', text)
  expect((await rowsOf(shop, id)).map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['same', 'Sin cambios'],
    ['updated', 'Ciudad: Rivas'],
    ['error', 'Tarifa aérea: no hay una tarifa vigente «Vieja»'],
  ])
  expect((await runLoad(world, shop, id)).result).toMatchObject({ updated: 1, refused: 0 })
  const { data } = await shop.user.ok('GET /api/client/:id', { params: { id: changes.id } })
  expect([data.city, data.defaultTariffAereoId]).toEqual(['Rivas', old.id])
})
