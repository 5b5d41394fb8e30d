import { expect, test } from 'vitest'
import { type Kind, previewCells, rowsOf, runLoad, undoLoad } from '../../../../tests/support/load-file.ts'
import { expectWhole, openShops, openWorld } from '../../../../tests/support/open-world.ts'
import type { Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)

async function load(shop: Shop, kind: Kind, text: string, options?: { notify?: boolean }) {
  return await runLoad(world, shop, (await previewCells(shop, kind, text)).id, options)
}

const newest = async ({ user }: Shop, search: string) =>
  (await user.ok('GET /api/packages', { query: { search } })).data[0]

test('packages are added with client, price, method and date, or changed, and a mailbox number of no client is refused', async () => {
  const { client } = shop
  const typed = `${client.casillero.slice(0, 3)} ${Number(client.casillero.slice(3))}`
  const text = [
    'Tracking #\tCasillero\tConsignatario\tWeight (kg)\tServicio\tFecha\tEstatus',
    `1Z1\t${typed}\tX\t2.04\tAIR\t2026-10-02 14:30\tEntregado`,
    '1Z2\t\tANA NUÑEZ\t1\tOCEAN\t\t',
    '1Z3\t\tSIN NADIE\t\tAéreo\t\t',
    '1Z4\tZZZ999\t\t1\tAéreo\t\t',
    '1Z5\t\t\t12 aprox\tAéreo\t\t',
    '9.4E+21\t\t\t1\tAéreo\t\t',
  ].join('\n')
  const seen = await previewCells(shop, 'packages', text)
  expect(seen.mapping.map(({ field }) => field)).toEqual([
    'tracking',
    'casillero',
    'clientPackageName',
    'weightKg',
    'shippingMethod',
    'receivedAt',
    'status',
  ])
  expect((await rowsOf(shop, seen.id)).map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['new', `«${typed}» se leyó ${client.casillero} · Entregado · recibido 2 oct 2026`],
    ['new', expect.any(String)],
    ['new', expect.stringContaining('sin dueño')],
    ['error', 'Cliente (casillero): no hay un cliente ZZZ0999'],
    ['error', 'Peso (kg, se convierte a lbs): «12 aprox» no es un número'],
    ['error', expect.stringContaining('perdió dígitos')],
  ])
  const done = await runLoad(world, shop, seen.id)
  expect([done.status, done.result]).toEqual(['done', { new: 3, updated: 0, refused: 0, undone: 0, kept: 0 }])
  const first = await newest(shop, '1Z1')
  expect(first).toMatchObject({
    weight: 4.5,
    pricePerPound: 3.75,
    totalPrice: 16.88,
    createdAt: '2026-10-02T20:30:00.000Z',
  })
  expect(first?.client?.id).toBe(client.id)
  expect(JSON.parse(first?.statusHistory ?? '[]')).toMatchObject([
    { from: null, to: 'Entregado', date: '2026-10-02T20:30:00.000Z' },
  ])
  expect((await newest(shop, '1Z2'))?.client?.id).toBe(client.id)
  expect(await newest(shop, '1Z3')).toMatchObject({ client: null, clientPackageName: 'SIN NADIE' })
  await expectWhole(world)

  const again = await previewCells(shop, 'packages', 'Tracking;Peso;Comentarios\n1z1;4.5;\n1Z2;9;Frágil')
  expect((await rowsOf(shop, again.id)).map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['same', 'Sin cambios'],
    ['updated', 'Peso: 2.20 pasa a 9.00 lbs; Comentarios: Frágil'],
  ])
  await runLoad(world, shop, again.id)
  expect(await newest(shop, '1Z2')).toMatchObject({ weight: 9, totalPrice: 22.5, comments: 'Frágil', version: 2 })
  const undone = await undoLoad(shop, again.id)
  expect([undone.status, undone.result.undone]).toEqual(['undone', 1])
  expect(await newest(shop, '1Z2')).toMatchObject({ weight: 2.2, totalPrice: 5.5, comments: null })
  await expectWhole(world)
})

test('an undo takes back what did not change, and names what stays: changed, invoiced', async () => {
  const { client, statuses } = shop
  const lines = ['A1', 'A2', 'A3', 'A4'].map((tracking) => `${tracking};${client.casillero};2;Aéreo;Listo para retirar`)
  const { id } = await load(shop, 'packages', ['Tracking;Casillero;Peso;Método;Estado', ...lines].join('\n'))
  const [edited, invoiced] = [await newest(shop, 'A2'), await newest(shop, 'A3')]
  if (!edited || !invoiced) throw new Error('The load wrote nothing')
  const body = { packageIds: [edited.id], statusId: statuses.inTransit }
  await shop.user.ok('PATCH /api/packages/status', { body })
  await shop.invoice([invoiced])
  const { data } = await shop.user.ok('GET /api/imports/:id/undo', { params: { id } })
  expect(data).toEqual({
    takenBack: 2,
    staying: 2,
    stays: [
      { row: 3, code: 'A2', reason: 'cambió después' },
      { row: 4, code: 'A3', reason: 'ya se facturó' },
    ],
  })
  const undone = await undoLoad(shop, id)
  expect([undone.status, undone.result]).toEqual(['undone', { new: 4, updated: 0, refused: 0, undone: 2, kept: 2 }])
  expect([await newest(shop, 'A1'), await newest(shop, 'A4')]).toEqual([undefined, undefined])
  expect((await newest(shop, 'A2'))?.statusId).toBe(statuses.inTransit)
  await expectWhole(world)
})

test('statuses are moved by tracking, on the day that the file says, and put back', async () => {
  const one = await shop.receive({ tracking: 'S1' })
  const text = 'Tracking;Estado;Fecha\nS1;Entregado;2026-11-05\nS9;Entregado;\nS1;En Managua;'
  const seen = await previewCells(shop, 'statuses', text)
  expect((await rowsOf(shop, seen.id)).map(({ outcome }) => outcome)).toEqual(['updated', 'error', 'error'])
  await runLoad(world, shop, seen.id)
  expect((await newest(shop, 'S1'))?.statusId).toBe(shop.statuses.delivered)
  await undoLoad(shop, seen.id)
  expect((await newest(shop, 'S1'))?.statusId).toBe(one.statusId)
  await expectWhole(world)
})

test('tariffs are added and changed by name and method, and taken back', async () => {
  const seen = await load(shop, 'tariffs', 'Nombre;Método;Precio\nAéreo;Aéreo;4,10\nNueva;Marítimo;2.5\nMala;Aéreo;x')
  expect(seen.result).toMatchObject({ new: 1, updated: 1 })
  const names = async () =>
    (await shop.user.ok('GET /api/tariffs', { query: {} })).data.map(({ name, pricePerPound }) => [name, pricePerPound])
  expect(await names()).toEqual([
    ['Aéreo', 4.1],
    ['Marítimo', 2.5],
    ['Nueva', 2.5],
  ])
  await undoLoad(shop, seen.id)
  expect(await names()).toEqual([
    ['Aéreo', 3.75],
    ['Marítimo', 2.5],
  ])
})

test('the rules of tariffs are read as an export writes them, kept where a file says nothing of them, and taken back', async () => {
  const rows = [
    [
      'Nombre',
      'Método',
      'Precio',
      'Se cobra por',
      'Mínimo (lbs)',
      'Redondeo hacia arriba',
      'Se perdona hasta',
      'Pulgadas³ por libra',
      'Tramos',
    ],
    ['Aéreo', 'Aéreo', '5.50', 'Libra', '1', '1', '0.1', '166', 'desde 20: US$5.00; desde 50: US$4.50'],
    ['Celular', 'Aéreo', '25', 'Pieza', '', '', '', '', ''],
    ['Malo', 'Marítimo', '28', 'Barril', '', '', '', '', ''],
    ['Peor', 'Marítimo', '28', 'Libra', '', '0.3', '', '', '20'],
  ]
  const seen = await load(shop, 'tariffs', rows.map((row) => row.join('\t')).join('\n'))
  expect(seen.result).toMatchObject({ new: 1, updated: 1 })
  const read = async () => (await shop.user.ok('GET /api/tariffs', { query: {} })).data
  const rules = { unit: 'pound', minimumPounds: 1, roundUpTo: 1, roundingGrace: 0.1, volumetricDivisor: 166 }
  const tiers = [
    { from: 20, price: 5 },
    { from: 50, price: 4.5 },
  ]
  const named = async (name: string) => (await read()).find((one) => one.name === name)
  expect(await named('Aéreo')).toMatchObject({ ...rules, tiers, pricePerPound: 5.5 })
  expect(await named('Celular')).toMatchObject({ unit: 'piece', pricePerPound: 25 })
  const next = await load(shop, 'tariffs', 'Nombre;Método;Precio;Tramos\nAéreo;Aéreo;6;10: 5')
  expect(await named('Aéreo')).toMatchObject({ ...rules, tiers: [{ from: 10, price: 5 }], pricePerPound: 6 })
  await undoLoad(shop, next.id)
  expect(await named('Aéreo')).toMatchObject({ ...rules, tiers, pricePerPound: 5.5 })
})

test('a load of which all or nothing is to be written is refused with errors, and writes nothing where a row fails', async () => {
  const bad = await previewCells(shop, 'packages', 'Tracking;Método\nN1;Aéreo\nN2;Barril')
  const refused = await shop.user.refused('POST /api/imports/:id/run', {
    params: { id: bad.id },
    body: { allOrNothing: true },
  })
  expect(refused.code).toBe('import_has_errors')
  const good = await previewCells(shop, 'packages', 'Tracking;Método\nN3;Aéreo\nN4;Aéreo')
  await shop.receive({ tracking: 'N4' })
  const failed = await runLoad(world, shop, good.id, { allOrNothing: true })
  expect([failed.status, failed.result.new, failed.failure]).toEqual(['failed', 0, expect.stringContaining('Fila 3')])
  expect(await newest(shop, 'N3')).toBeUndefined()
  await expectWhole(world)
  // The numbers that were drawn for it are given again.
  expect((await shop.receive({ tracking: 'N5' })).companyPackageId).toBe(2)
})

test('one load runs at a time in a company, and the refusal names it', async () => {
  const one = await previewCells(shop, 'packages', 'Tracking;Método\nO1;Aéreo')
  await runLoad(world, shop, one.id)
  await shop.resumeImport(one.id)
  const two = await previewCells(shop, 'packages', 'Tracking;Método\nO2;Aéreo')
  const refused = await shop.user.refused('POST /api/imports/:id/run', { params: { id: two.id }, body: {} })
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'import_running',
    'Ya hay una carga en curso: Celdas copiadas. Espere a que termine',
  ])
})

test('notices leave only where they are ticked, one for a client and status', async () => {
  const text = (mark: string) =>
    [
      'Tracking;Casillero;Método;Estado',
      ...[1, 2].map((n) => `${mark}${n};${shop.client.casillero};Aéreo;Listo para retirar`),
    ].join('\n')
  const messages = async () => {
    const { rows } = await world.owner.query('select id from messages where company_id = $1', [shop.id])
    return rows.length
  }
  await load(shop, 'packages', text('Q'))
  expect(await messages()).toBe(0)
  await load(shop, 'packages', text('R'), { notify: true })
  expect(await messages()).toBe(1)
})
