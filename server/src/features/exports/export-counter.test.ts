import { beforeAll, expect, test } from 'vitest'
import { closing, movement, openPrincipal } from '../../../../tests/support/cash-session.ts'
import { csvRows } from '../../../../tests/support/csv-rows.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { addHandover } from '../../../../tests/support/sample-rows.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
let shop: Shop
beforeAll(async () => {
  shop = await openShop(world)
  await addHandover(shop, await shop.receiveMany(2))
  await shop.receiveMany(3)
})

/** The cells of the rows under their heads. */
async function rowsOf(path: string, query: Record<string, string> = {}): Promise<Record<string, string>[]> {
  const answer = await shop.viewer.send(path, { query: { format: 'csv', ...query } })
  const [head = [], ...rows] = csvRows(answer.rawPayload.toString('utf8'))
  return rows
    .filter((row) => row.length > 1)
    .map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

test('an export of hand-overs and of what waits has the figures that their lists show', async () => {
  const [handover] = (await shop.user.ok('GET /api/handovers', { query: {} })).data
  const chosen = { clientId: handover?.client.id ?? '' }
  expect((await rowsOf('GET /api/handovers/export', chosen))[0]).toMatchObject({
    Entrega: String(handover?.companyHandoverId),
    Cliente: 'Ana Núñez Báez',
    Retiró: handover?.receivedBy.name,
    Paquetes: '2',
    'Peso (lbs)': String(handover?.weight),
    Entregó: handover?.createdBy.fullName,
    Deshecha: '',
  })
  const { id: other } = await shop.addClient({ phone: '50588776644' })
  expect(await rowsOf('GET /api/handovers/export', { clientId: other })).toEqual([])
  const [waiting] = (await shop.user.ok('GET /api/waiting', { query: {} })).data
  expect((await rowsOf('GET /api/waiting/export'))[0]).toMatchObject({
    Casillero: waiting?.casillero,
    Días: String(waiting?.days),
    Paquetes: String(waiting?.count),
    '0–3 días': String(waiting?.byAge[0]),
    'Más de 30': '0',
  })
})

test('an export of sessions has a row for each currency, and of an open one no sums that a clerk counts without', async () => {
  const session = await openPrincipal(shop)
  expect((await rowsOf('GET /api/cash-sessions/export', { status: 'open' }))[0]).toMatchObject({
    Turno: String(session.companySessionId),
    Cerrado: '',
    Fondo: '',
    Esperado: '',
    Id: session.id,
  })
  await shop.user.ok('POST /api/cash-sessions/:id/movements', movement(session.id, shop.usd, 'in', 40))
  const counts = [
    { currencyId: shop.nio, amount: 2000 },
    { currencyId: shop.usd, amount: 35 },
  ]
  await shop.user.ok('POST /api/cash-sessions/:id/close', closing(session.id, counts, 'Falta un billete'))
  const rows = await rowsOf('GET /api/cash-sessions/export', { status: 'closed' })
  const cells = (name: string) => rows.map((row) => row[name])
  expect(cells('Moneda')).toEqual(['NIO', 'USD'])
  expect(cells('Fondo')).toEqual(['2000', '0'])
  expect(cells('Entradas')).toEqual(['0', '40'])
  expect(cells('Esperado')).toEqual(['2000', '40'])
  expect(cells('Diferencia')).toEqual(['0', '-5'])
  expect(cells('Id')).toEqual([session.id, session.id])
})
