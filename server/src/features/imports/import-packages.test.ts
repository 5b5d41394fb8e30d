import type { Tariff } from '@casillero/shared/contract/tariffs'
import { expect, test } from 'vitest'
import { previewCells, rowsOf, runLoad } from '../../../../tests/support/load-file.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import type { Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)

async function seenRows(shop: Shop, lines: string[], kind: 'packages' | 'statuses' = 'packages') {
  const { id } = await previewCells(shop, kind, lines.join('\n'))
  return { id, rows: (await rowsOf(shop, id)).map(({ outcome, detail }) => [outcome, detail]) }
}

const heads = 'Tracking;Warehouse;Método;Peso'
const repeated = (row: number) => ['error', `Tracking de bodega: repite la fila ${row}`]

test('a row about the warehouse number that a row before gives to a known package is refused in the preview', async () => {
  await shop.receive({ tracking: 'AN1' })
  const { id, rows } = await seenRows(shop, [heads, 'AN1;AN1W;aereo;', ';an1w;aereo;5', 'AN2;;aereo;5'])
  expect(rows).toEqual([['updated', 'Tracking de bodega: AN1W'], repeated(2), ['new', expect.any(String)]])
  expect((await runLoad(world, shop, id)).result).toMatchObject({ new: 1, updated: 1, refused: 0 })
})

test('a row that gives a known package the warehouse number of a new one before it is refused in the preview', async () => {
  await shop.receive({ tracking: 'AN3' })
  const { id, rows } = await seenRows(shop, [heads, ';AN3W;aereo;5', 'AN3;AN3W;aereo;'])
  expect(rows).toEqual([['new', expect.any(String)], repeated(2)])
  expect((await runLoad(world, shop, id)).result).toMatchObject({ new: 1, updated: 0, refused: 0 })
})

test('known packages get one warehouse number from one file, as each is found by its own tracking', async () => {
  await shop.receive({ tracking: 'AN4' })
  await shop.receive({ tracking: 'AN5' })
  const { id, rows } = await seenRows(shop, [heads, 'AN4;AN4W;aereo;', 'AN5;AN4W;aereo;'])
  expect(rows.map(([outcome]) => outcome)).toEqual(['updated', 'updated'])
  expect((await runLoad(world, shop, id, { allOrNothing: true })).result).toMatchObject({ updated: 2, refused: 0 })
})

async function end({ admin }: Shop, { id, name, type, pricePerPound, version }: Tariff) {
  const body = { name, type, pricePerPound: pricePerPound + 1, version, isActive: false }
  await admin.ok('PUT /api/tariffs/:id', { params: { id }, body })
}

const addTariff = async ({ admin }: Shop, name: string) =>
  (await admin.ok('POST /api/tariffs', { body: { name, type: 'aereo', pricePerPound: 6 } })).data

test('a package keeps a tariff that is over, and its price, when a row names it, and no other package gets it', async () => {
  const old = await addTariff(shop, 'Vieja')
  await shop.receive({ tracking: 'TA1', tariffId: old.id })
  await shop.receive({ tracking: 'TA2', tariffId: old.id })
  await shop.receive({ tracking: 'TA3' })
  await end(shop, old)
  const other = await shop.addClient({ phone: '50586904466' })
  const none = ['error', 'Tarifa: no hay una tarifa vigente «Vieja» de ese método']
  const { id, rows } = await seenRows(shop, [
    'Tracking;Método;Tarifa;Peso;Casillero',
    'TA1;;vieja;;',
    `TA2;Aéreo;Vieja;5;${other.casillero}`,
    'TA3;;Vieja;;',
    'TA4;Aéreo;Vieja;5;',
  ])
  expect(rows).toEqual([
    ['same', 'Sin cambios'],
    ['updated', expect.stringContaining('Peso: 2.00 pasa a 5.00')],
    none,
    none,
  ])
  expect((await seenRows(shop, ['Tracking;Método;Tarifa', 'TA1;Marítimo;Vieja'])).rows).toEqual([none])
  expect((await runLoad(world, shop, id)).result).toMatchObject({ updated: 1, refused: 0 })
  const { data } = await shop.user.ok('GET /api/packages', { query: { search: 'TA2' } })
  expect(data[0]).toMatchObject({ tariffId: old.id, pricePerPound: 6, totalPrice: 30, client: { id: other.id } })
})

test('a name that several tariffs have means the one of the package, else the one of its method', async () => {
  const [own] = [await addTariff(shop, 'Doble'), await addTariff(shop, 'Doble')]
  await shop.receive({ tracking: 'TA5', tariffId: own.id })
  await shop.receive({ tracking: 'TA6' })
  await shop.receive({ tracking: 'TA7', shippingMethod: 'maritimo', tariffId: shop.sea.id })
  await shop.admin.ok('POST /api/tariffs', { body: { name: 'Doble', type: 'maritimo', pricePerPound: 1 } })
  await end(shop, own)
  const { id, rows } = await seenRows(shop, ['Tracking;Tarifa', 'TA5;Doble', 'TA6;Doble', 'TA7;Doble', 'TA6;Marítimo'])
  expect(rows.map(([outcome]) => outcome)).toEqual(['same', 'updated', 'updated', 'error'])
  expect((await runLoad(world, shop, id)).result).toMatchObject({ updated: 2, refused: 0 })
})

test('an export of packages that is imported as it is changes nothing', async () => {
  const old = await addTariff(shop, 'Vieja')
  await shop.receive({
    tariffId: old.id,
    warehouseTracking: 'WH1',
    description: 'Zapatos',
    contents: 'Dos pares',
    provider: 'Amazon',
  })
  await shop.receive({ clientId: null, tariffId: null, weight: null, clientPackageName: 'SIN NADIE', comments: '=1+1' })
  await shop.receive({ shippingMethod: 'maritimo', tariffId: shop.sea.id, clientPackageName: 'OTRO NOMBRE' })
  await shop.invoice([await shop.receive()])
  await shop.receive({ statusId: shop.statuses.delivered })
  await end(shop, old)
  await world.owner.query('update companies set requires_paid_handover = true where id = $1', [shop.id])
  const answer = await shop.user.send('GET /api/packages/export', { query: { format: 'csv' } })
  const { rows } = await seenRows(shop, [answer.rawPayload.toString('utf8')])
  expect(rows).toEqual(Array.from({ length: 5 }, () => ['same', 'Sin cambios']))
})

test('a final status that only a hand-over gives is accepted of a package that has it, and of no other', async () => {
  await shop.receive({ tracking: 'FI1', statusId: shop.statuses.delivered })
  await shop.receive({ tracking: 'FI2' })
  await world.owner.query('update companies set requires_paid_handover = true where id = $1', [shop.id])
  const lines = ['Tracking;Estado', 'FI1;Entregado', 'FI2;Entregado']
  const expected = [
    ['same', 'Sin cambios'],
    ['error', 'Estado: este estado se pone al entregar'],
  ]
  expect((await seenRows(shop, lines)).rows).toEqual(expected)
  expect((await seenRows(shop, lines, 'statuses')).rows).toEqual(expected)
})

test('a name in a file means a client by a given name and a surname, each word once; any other leaves the package to “Sin dueño”, which offers the clients', async () => {
  const more = []
  for (const lastNames of ['Paz', 'Ríos', 'Mora', 'Díaz']) more.push(await shop.addClient({ lastNames }))
  const only = await shop.addClient({ firstName: 'Luz', middleName: 'Z', lastNames: 'Vega' })
  const andres = await shop.addClient({ firstName: 'ANDRES', middleName: 'FELIPE', lastNames: 'MENA ZAPATA' })
  const [second, third] = more.map(({ casillero }) => casillero)
  const { id, rows } = await seenRows(shop, [
    'Tracking;Cliente;Consignatario;Método',
    'NA1;ana;;Aéreo',
    'NA2;;ANA;Aéreo',
    'NA3;Ana Paz;;Aéreo',
    'NA4;Vega;;Aéreo',
    'NA5;Zoe;;Aéreo',
    'NA6;;VEGA, LUZ;Aéreo',
    'NA7;;Z;Aéreo',
    'NA8;;ANDRES MENA MENA;Aéreo',
    'NA9;FELIPE;;Aéreo',
  ])
  const several = (name: string) =>
    `«${name}» puede ser ${shop.client.casillero}, ${second}, ${third} o 2 más · sin dueño`
  const unowned = expect.stringContaining('sin dueño')
  expect(rows.map(([outcome, detail]) => [outcome, detail])).toEqual([
    ['new', expect.stringContaining(several('ana'))],
    ['new', expect.stringContaining(several('ANA'))],
    ['new', expect.not.stringContaining('sin dueño')],
    ['new', expect.stringContaining(`«Vega» puede ser ${only.casillero} · sin dueño`)],
    ['new', unowned],
    ['new', expect.not.stringContaining('sin dueño')],
    ['new', unowned],
    ['new', unowned],
    ['new', expect.stringContaining(`«FELIPE» puede ser ${andres.casillero} · sin dueño`)],
  ])
  await runLoad(world, shop, id)
  expect(await ownersOf(shop)).toMatchObject({
    NA3: more[0]?.id,
    NA4: 'Vega',
    NA5: 'Zoe',
    NA6: only.id,
    NA8: 'ANDRES MENA MENA',
    NA9: 'FELIPE',
  })
  const { data } = await shop.user.ok('GET /api/packages/unowned', { query: { search: 'MENA MENA' } })
  expect(data[0]?.candidates.map(({ id: candidate }) => candidate)).toContain(andres.id)
})

/** The client of each package, or what its label says. */
const ownersOf = async ({ user }: Shop) =>
  Object.fromEntries(
    (await user.ok('GET /api/packages', { query: { limit: '50' } })).data.map((one) => [
      one.tracking,
      one.client?.id ?? one.clientPackageName,
    ]),
  )

test('a mailbox number beside the name of another client gives the package to neither, and beside the name of a relative to its client', async () => {
  const { casillero, id: own } = shop.client
  const other = await shop.addClient({ firstName: 'Teresa', middleName: 'del Carmen', lastNames: 'Rocha Blanco' })
  const { id, rows } = await seenRows(shop, [
    'Tracking;Casillero;Cliente;Consignatario;Método',
    `NB1;${casillero};;TERESA ROCHA;Aéreo`,
    `NB2;${casillero};Luis Solo;;Aéreo`,
    `NB3;${casillero};;LUIS SOLO;Aéreo`,
    `NB4;${casillero};Luis Núñez;ANA NUNEZ;Aéreo`,
    `NB5;${casillero};Teresa Rocha;;Aéreo`,
  ])
  expect(rows.map(([, detail]) => detail)).toEqual([
    expect.stringContaining(`«TERESA ROCHA» es ${other.casillero}, no ${casillero} · sin dueño`),
    expect.stringContaining(`«Luis Solo» no es ${casillero} · sin dueño`),
    expect.not.stringContaining('sin dueño'),
    expect.not.stringContaining('sin dueño'),
    expect.stringContaining(`«Teresa Rocha» es ${other.casillero}, no ${casillero} · sin dueño`),
  ])
  await runLoad(world, shop, id)
  expect(await ownersOf(shop)).toMatchObject({ NB1: `TERESA ROCHA ${casillero}`, NB3: own, NB4: own })
  const { data } = await shop.user.ok('GET /api/packages/unowned', { query: { search: 'TERESA' } })
  expect(data[0]?.candidates.map(({ id: candidate }) => candidate).toSorted()).toEqual([own, other.id].toSorted())
})
