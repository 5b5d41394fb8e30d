import type { CourierPackage } from '@casillero/shared/contract/packages'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { closing, movement, openPrincipal } from '../../../../tests/support/cash-session.ts'
import { csvRows } from '../../../../tests/support/csv-rows.ts'
import { openShops, shareShop, shareWorld } from '../../../../tests/support/open-world.ts'
import { addHandover } from '../../../../tests/support/sample-rows.ts'
import type { Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)
const call = 'GET /api/packages/export'

async function csvOf(shop: Shop, query: Record<string, string> = {}, path = call): Promise<string[][]> {
  const answer = await shop.admin.send(path, { query: { format: 'csv', ...query } })
  expect(answer.statusCode, answer.body).toBe(200)
  return csvRows(answer.rawPayload.toString('utf8'))
}

/** Managua's clock at an instant: six hours behind UTC all year. */
const wallOf = (instant: string): string => new Date(Date.parse(instant) - 6 * 3_600_000).toISOString().slice(0, 19)

const shown = (value: string | number | null | undefined): string => (value == null ? '' : String(value))

/** What a row of the file has to say of a package, by the answer of the list. */
const expectedOf = (one: CourierPackage): string[] => [
  String(one.companyPackageId),
  one.client ? `${one.client.firstName} ${one.client.lastNames}` : '',
  shown(one.client?.casillero),
  shown(one.client?.phone),
  shown(one.tracking),
  shown(one.warehouseTracking),
  one.shippingMethod === 'aereo' ? 'Aéreo' : 'Marítimo',
  shown(one.weight),
  shown(one.status?.name),
  shown(one.tariff?.name),
  shown(one.finalPricePerPound),
  shown(one.totalPrice),
  one.totalPrice === null && one.finalPricePerPound === null ? '' : 'USD',
  shown(one.invoiceItems[0]?.invoice.companyInvoiceId),
  shown(one.shipment?.companyShipmentId),
  shown(one.description),
  shown(one.contents),
  shown(one.provider),
  shown(one.clientPackageName),
  shown(one.comments),
  one.labelCode,
  wallOf(one.createdAt).replace('T', ' '),
  wallOf(one.updatedAt).replace('T', ' '),
  one.id,
  shown(one.clientId),
  wallOf(one.statusSince).replace('T', ' '),
]

test('an export has each value of the packages that its list shows with the same filters, in the same order', async () => {
  const other = await shop.addClient({ firstName: 'Róger, "el Chino"', lastNames: 'Solís; Mejía' })
  await shop.receive({
    description: 'Zapatos\ntalla 8',
    contents: 'a;b,c "d"',
    provider: 'Amazon',
    comments: 'Ñandú 📦',
  })
  await shop.receive({ weight: null, tariffId: null, shippingMethod: 'maritimo' })
  await shop.receive({ clientId: other.id, weight: 12.25, discountType: 'percentage', discountValue: 10 })
  await shop.receive({ clientId: null, statusId: shop.statuses.received, warehouseTracking: 'B-7' })
  await shop.invoice([await shop.receive({ weight: 3.5 })])
  const { id, labelCode } = await shop.receive({ weight: null, tariffId: null })
  await world.owner.query('update packages set status_id = null where id = $1', [id])
  const queries: Record<string, string>[] = [
    {},
    { statusId: shop.statuses.ready, invoiced: 'true' },
    { clientId: other.id, sort: 'number' },
    { search: labelCode, statusId: 'none' },
    { sort: '-statusSince' },
  ]
  for (const query of queries) {
    const list = await shop.viewer.send('GET /api/packages', { query: { page: '1', limit: '100', ...query } })
    const data: CourierPackage[] = list.json().data
    const [, ...rows] = await csvOf(shop, query)
    expect(rows).toEqual(data.map(expectedOf))
    expect(rows.length).toBeGreaterThan(0)
  }
})

/** The cells of a row of a sheet, by their columns. */
function cellsOf(xml: string, row: number): Map<string, { look: string; text?: string; number?: number }> {
  const [, cells = ''] = new RegExp(`<row r="${row}">(.*?)</row>`, 's').exec(xml) ?? []
  return new Map(
    [
      ...cells.matchAll(
        /<c r="([A-Z]+)\d+" s="(\d)"(?: t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is>|><v>([^<]*)<\/v>)<\/c>/g,
      ),
    ].map(([, column = '', look = '', text, number]) => [
      column,
      { look, ...(text === undefined ? { number: Number(number) } : { text }) },
    ]),
  )
}

test('an export to Excel has texts, numbers and dates of Managua as what they are, under a head that stays', async () => {
  const one = await shop.receive({ weight: 12.25, tracking: '9400111899223197451188' })
  const answer = await shop.admin.send(call, { query: { format: 'xlsx' } })
  expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="paquetes-\d{4}-\d\d-\d\d\.xlsx"$/)
  const xml = strFromU8(unzipSync(answer.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2"')
  expect(xml).not.toMatch(/<f[ >]/)
  const cells = cellsOf(xml, 2)
  expect(cells.get('A')).toEqual({ look: '4', number: one.companyPackageId })
  expect(cells.get('E')).toEqual({ look: '1', text: '9400111899223197451188' })
  expect(cells.get('H')).toEqual({ look: '0', number: 12.25 })
  expect(cells.get('L')).toEqual({ look: '3', number: one.totalPrice })
  const days = Date.parse(`${wallOf(one.createdAt)}Z`) / 86_400_000 + 25_569
  expect(cells.get('V')?.look).toBe('6')
  expect(cells.get('V')?.number).toBeCloseTo(days, 6)
})

const formulas = [
  ['=1+1', "'=1+1"],
  ['+505 8690', "'+505 8690"],
  ['-7', "'-7"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['a;=1+1', "a;'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['\u200b=1+1', "'\u200b=1+1"],
] as const

test('a text gets an apostrophe in a CSV where a formula would begin, and is a text in Excel', async () => {
  for (const [text] of formulas) {
    const { id } = await shop.receive()
    await world.owner.query('update packages set description = $1 where id = $2', [text, id])
  }
  const [head = [], ...rows] = await csvOf(shop, { sort: 'number' })
  expect(rows.map((row) => row[head.indexOf('Descripción')])).toEqual(formulas.map(([, written]) => written))
  const excel = await shop.viewer.send(call, { query: { format: 'xlsx' } })
  const xml = strFromU8(unzipSync(excel.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(xml).not.toMatch(/<f[ >]/)
  for (const [text] of formulas) expect(xml).toContain(`<t xml:space="preserve">${text}</t>`)
})

test('negative numbers stay numbers in a CSV', async () => {
  const { csvLine } = await import('./write-csv.ts')
  expect(csvLine([-7.5, { whole: -3 }, { number: -0.25 }, '-7'])).toBe("-7.5,-3,-0.25,'-7\r\n")
})

test('a CSV begins with the sign of UTF-8, parts cells by commas and ends its lines as Excel does', async () => {
  const answer = await shop.viewer.send(call, { query: { format: 'csv' } })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(answer.body).toMatch(/^\ufeffPaquete,Cliente,Casillero,.*\r\n$/)
})

test('the log has an export from its beginning, and its rows when it has ended', async () => {
  await shop.receiveMany(3)
  await shop.user.send(call, { query: { format: 'csv', statusId: shop.statuses.ready } })
  const { data } = await shop.admin.ok('GET /api/audit', { query: { page: '1', entity: 'exports' } })
  expect(data.map(({ action, label, userId }) => [action, label, userId])).toEqual([
    ['update', 'Paquetes', shop.user.userId],
    ['insert', 'Paquetes', shop.user.userId],
  ])
  expect(data[0]?.after).toMatchObject({ row_count: 3, outcome: 'done' })
  expect(data[1]?.after).toMatchObject({
    list: 'packages',
    format: 'csv',
    criteria: { statusId: [shop.statuses.ready] },
  })
})

test('an export refuses what its list refuses, and pages are nothing to it', async () => {
  await shop.receiveMany(2)
  for (const query of [{ statusId: 'x' }, { format: 'pdf' }, { format: '' }]) {
    const answer = await shop.viewer.send(call, { query: { format: 'csv', ...query } })
    expect(answer.statusCode).toBe(400)
  }
  expect(await csvOf(shop, { page: '2', limit: '1' })).toHaveLength(3)
})
const counter = shareShop(world)
beforeAll(async () => {
  await addHandover(counter, await counter.receiveMany(2))
  await counter.receiveMany(3)
})

/** The cells of the rows under their heads. */
async function rowsOf(path: string, query: Record<string, string> = {}): Promise<Record<string, string>[]> {
  const answer = await counter.viewer.send(path, { query: { format: 'csv', ...query } })
  const [head = [], ...rows] = csvRows(answer.rawPayload.toString('utf8'))
  return rows
    .filter((row) => row.length > 1)
    .map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

test('an export of hand-overs and of what waits has the figures that their lists show', async () => {
  const [handover] = (await counter.user.ok('GET /api/handovers', { query: {} })).data
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
  const { id: other } = await counter.addClient({ phone: '50588776644' })
  expect(await rowsOf('GET /api/handovers/export', { clientId: other })).toEqual([])
  const [waiting] = (await counter.user.ok('GET /api/waiting', { query: {} })).data
  expect((await rowsOf('GET /api/waiting/export'))[0]).toMatchObject({
    Casillero: waiting?.casillero,
    Días: String(waiting?.days),
    Paquetes: String(waiting?.count),
    '0–3 días': String(waiting?.byAge[0]),
    'Más de 30': '0',
  })
})

test('an export of sessions has a row for each currency, and of an open one no sums that a clerk counts without', async () => {
  const session = await openPrincipal(counter)
  expect((await rowsOf('GET /api/cash-sessions/export', { status: 'open' }))[0]).toMatchObject({
    Turno: String(session.companySessionId),
    Cerrado: '',
    Fondo: '',
    Esperado: '',
    Id: session.id,
  })
  await counter.user.ok('POST /api/cash-sessions/:id/movements', movement(session.id, counter.usd, 'in', 40))
  const counts = [
    { currencyId: counter.nio, amount: 2000 },
    { currencyId: counter.usd, amount: 35 },
  ]
  await counter.user.ok('POST /api/cash-sessions/:id/close', closing(session.id, counts, 'Falta un billete'))
  const rows = await rowsOf('GET /api/cash-sessions/export', { status: 'closed' })
  const cells = (name: string) => rows.map((row) => row[name])
  expect(cells('Moneda')).toEqual(['NIO', 'USD'])
  expect(cells('Fondo')).toEqual(['2000', '0'])
  expect(cells('Entradas')).toEqual(['0', '40'])
  expect(cells('Esperado')).toEqual(['2000', '40'])
  expect(cells('Diferencia')).toEqual(['0', '-5'])
  expect(cells('Id')).toEqual([session.id, session.id])
})
