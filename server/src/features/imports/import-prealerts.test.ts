import { expect, test } from 'vitest'
import { expectWhole, previewCells, rowsOf, runLoad, undoLoad } from '../../../../tests/support/load-file.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { finishLoads } from '../../../../tests/support/sample-import-calls.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const heads = 'Casillero;Tracking;Tienda;Descripción;Valor;Fecha esperada'

async function preview(shop: Shop, lines: string[]) {
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
  const shop = await openShop(world)
  const { id: clientId, casillero } = shop.client
  const blank = { clientId, store: null, description: null, declaredValue: null, expectedOn: null, claimNote: null }
  await shop.user.ok('POST /api/prealerts', { body: { ...blank, tracking: 'PRE-0001', description: 'Tenis' } })
  const lines = [
    `${casillero};pre-0001;Nike;;74,97;05/12/2026`,
    `${casillero};PRE-0002;Amazon;Ropa de bebé;46,00;28/11/2026`,
    `${casillero};PRE-0003;;;;`,
  ]
  const { id, rows } = await preview(shop, lines)
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
  expect((await preview(shop, lines)).rows.map(([outcome]) => outcome)).toEqual(['same', 'same', 'same'])
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
  const shop = await openShop(world)
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
    [`${casillero};PRE-0006;;;-5;`, 'Valor (US$): Ingrese un valor válido'],
    [`${casillero};PRE-0007;;;;pronto`, 'Se espera: «pronto» no es una fecha'],
  ]
  const twice = [`${casillero};PRE-0008;;;;`, `${casillero};pre-0008;;;;`]
  const { rows } = await preview(shop, [...refusals.map(([line]) => line ?? ''), ...twice])
  expect(rows.slice(0, -2)).toEqual(refusals.map(([, detail]) => ['error', detail]))
  expect(rows.slice(-2)).toEqual([
    ['new', 'Solo el número'],
    ['error', 'Tracking de envío: repite la fila 10'],
  ])
})

test('a row of pre-alerts whose number was announced since the preview is refused by its turn', async () => {
  const shop = await openShop(world)
  const { casillero } = shop.client
  const other = await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })
  const { id } = await preview(shop, [`${casillero};PRE-0001;;;;`, `${casillero};PRE-0002;;;;`])
  const blank = { store: null, description: null, declaredValue: null, expectedOn: null, claimNote: null }
  await shop.user.ok('POST /api/prealerts', { body: { ...blank, clientId: other.id, tracking: 'PRE-0002' } })
  expect((await runLoad(world, shop, id)).result).toMatchObject({ new: 1, refused: 1 })
  expect((await rowsOf(shop, id))[1]?.detail).toBe('Este tracking ya está avisado por Luz Rayo')
})
