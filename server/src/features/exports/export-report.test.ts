import type { Api } from '@casillero/shared/contract/api'
import type { Report } from '@casillero/shared/contract/reports'
import { type ReportName, reportNames, reports } from '@casillero/shared/domain/report-names'
import { reportWords } from '@casillero/shared/domain/report-words'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { csvRows } from '../../../../tests/support/csv-rows.ts'
import { addDispatch } from '../../../../tests/support/dispatch.ts'
import { shareShop, shareWorld } from '../../../../tests/support/open-world.ts'
import { addReceived } from '../../../../tests/support/sample-consignments.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = shareShop(world)
const call = 'GET /api/reports/:name/export'
const span = { from: '2026-01-01', to: '2026-12-31', beforeFrom: '2025-01-01', beforeTo: '2025-12-31' }

beforeAll(async () => {
  world.setTime(new Date('2025-11-18T16:00:00Z'))
  await shop.invoice([await shop.receive({ weight: 7.25 })])
  world.setTime(new Date('2026-11-18T16:00:00Z'))
  const payments = [{ total: 2.5, method: 'transfer' as const, currencyId: shop.usd }]
  await shop.invoice([await shop.receive({ weight: 3.5 })], { payments })
  const cash = [{ total: 100, method: 'cash' as const, currencyId: shop.nio }]
  await shop.invoice([await shop.receive({ shippingMethod: 'maritimo', tariffId: shop.sea.id })], {
    currencyId: shop.nio,
    payments: cash,
  })
  await shop.invoice(await shop.receiveMany(2), { generalDiscountType: 'percentage', generalDiscountValue: 10 })
  const addCharge = async (body: Api['POST /api/charges']['body']) =>
    (await shop.admin.ok('POST /api/charges', { body })).data.id
  const handling = await addCharge({ name: 'Manejo', kind: 'per_package', price: 1.5, isAutomatic: true })
  const duty = await addCharge({ name: 'Impuestos', kind: 'advance' })
  const rule = { freeDays: 0, isPerPound: false, maximum: null, noticeDays: null }
  const storage = await addCharge({ name: 'Almacenaje', kind: 'storage', price: 0.5, isAutomatic: true, storage: rule })
  world.setTime(new Date('2026-11-16T16:00:00Z'))
  const [charged, waived] = await shop.receiveMany(2, { statusId: shop.statuses.ready })
  world.setTime(new Date('2026-11-18T16:00:00Z'))
  await shop.invoice(
    [charged, waived].flatMap((one) => one ?? []),
    {
      charges: [{ chargeId: duty, amount: 350, currencyId: shop.nio }],
      waivedCharges: [
        { chargeId: handling, packageId: waived?.id },
        { chargeId: storage, packageId: charged?.id, reason: 'Buen cliente' },
      ],
    },
  )
  const voided = await shop.invoice([await shop.receive()])
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: voided.id } })
  await shop.receive({ clientId: null })
  await addDispatch(shop, { cost: 80, costCurrencyId: shop.nio })
  await addReceived(shop)
  await shop.makeLate((await shop.receive({ statusId: shop.statuses.inTransit })).id)
  const chat = await shop.receiveChat({ at: '2026-11-18T15:00:00Z' })
  await shop.user.ok('POST /api/conversations/:id/messages', { params: { id: chat }, body: { text: 'Con gusto' } })
  await shop.receiveChat({ text: 'BAJA', at: '2026-11-18T15:30:00Z' })
  await shop.receiveChat({ at: '2026-11-18T15:31:00Z' })
})

const read = async (name: ReportName, query: object = span): Promise<Report> =>
  (await shop.admin.ok('GET /api/reports/:name', { params: { name }, query })).data

const send = async (name: ReportName, query: object = span, caller: Actor = shop.admin) =>
  await caller.send(call, { params: { name }, query: { format: 'csv', ...query } })

const files = new Map<ReportName, Promise<Record<string, string>[]>>()

/** The rows of a file by the names of its columns; each file is made once. */
function rowsOf(name: ReportName): Promise<Record<string, string>[]> {
  const made = files.get(name) ?? makeRows(name)
  files.set(name, made)
  return made
}

async function makeRows(name: ReportName): Promise<Record<string, string>[]> {
  const answer = await send(name)
  expect(answer.statusCode, answer.body).toBe(200)
  const [head = [], ...rows] = csvRows(answer.rawPayload.toString('utf8'))
  return rows.map((row) => Object.fromEntries(head.map((column, at) => [column, row[at] ?? ''])))
}

const shown = (value: number | null | undefined): string => (value == null ? '' : String(value))

/** What a row of the file has to say, by the answer of the report. */
function expectedOf(name: ReportName, report: Report, figures: Report['total']): Record<string, string> {
  const { currencies, total } = report
  const amounts = currencies.map(({ currencyId, symbol, code }): [string, string] => [
    `${symbol} (${code})`,
    shown(figures.amounts.find((one) => one.currencyId === currencyId)?.amount),
  ])
  return {
    [reportWords[name].count]: String(figures.count),
    ...(total.pounds !== null && { Libras: shown(figures.pounds ?? 0) }),
    ...Object.fromEntries(amounts),
    ...(total.before !== null && { 'Período anterior': shown(figures.before) }),
    ...(total.seconds !== null && { 'Espera (min)': shown(Math.round((figures.seconds ?? 0) / 6) / 10) }),
    ...(total.missed !== null && { 'No era eso': shown(figures.missed ?? 0) }),
    ...(figures.usd && {
      'Facturado (US$)': shown(figures.usd.invoiced),
      'Costos (US$)': shown(figures.usd.costs),
      'Margen (US$)': shown(figures.usd.margin),
    }),
    ...(figures.promises && {
      Cumplidas: shown(figures.promises.kept),
      'Cumplidas (%)': shown((100 * figures.promises.kept) / figures.count),
      'Días hábiles de atraso (mediana)': shown(figures.promises.miss),
    }),
  }
}

test.each(reportNames)(
  'the file of the report %s has each row that the screen shows, and the total below them',
  async (name) => {
    const report = await read(name)
    const rows = await rowsOf(name)
    expect(report.rows.length, 'there is something to export').toBeGreaterThan(0)
    expect(rows).toHaveLength(report.rows.length + 1)
    expect(rows.map((row) => row[reportWords[name].row]).at(-1)).toBe('Total')
    for (const [at, figures] of [...report.rows, report.total].entries()) {
      expect(rows[at], `row ${at}`).toMatchObject(expectedOf(name, report, figures))
      const reference = Object.entries(rows[at] ?? {}).find(([column]) => column.startsWith('Todo en C$'))
      if (report.currencies.length > 0) expect(reference?.[1]).toBe(shown(figures.reference))
    }
    const ids = rows.slice(0, -1).map(({ Id }) => Id)
    if (ids[0] !== undefined) expect(ids).toEqual(report.rows.map(({ key }) => key ?? ''))
  },
)

test('the rows of a report are named in the file as on the screen', async () => {
  const names = async (name: ReportName) => (await rowsOf(name)).map((row) => row[reportWords[name].row])
  expect(await names('sales-by-day')).toEqual(['2026-11-18', 'Total'])
  expect(await names('sales-by-method')).toEqual(['Aéreo', 'Marítimo', 'Total'])
  expect(await names('payments-by-method')).toEqual(expect.arrayContaining(['Transferencia', 'Efectivo', 'Total']))
  expect(await names('debts-by-age')).toEqual(['0–3 días', 'Más de 30', 'Total'])
  expect(await names('pounds-by-client')).toEqual(expect.arrayContaining(['Ana Núñez Báez', 'Sin dueño', 'Total']))
  expect(await names('answers-by-rule')).toEqual(['Baja', 'Total'])
  expect(await names('waiting-now')).toEqual(['Sin asignar', 'Total'])
  const [day] = await rowsOf('sales-by-day')
  expect(Object.keys(day ?? {})).toContain('Todo en C$ (US$ × 36.8000, la tasa de hoy)')
})

test('a report to Excel has real dates and numbers, and its name says which days', async () => {
  const answer = await send('sales-by-day', { ...span, format: 'xlsx' })
  expect(answer.headers['content-disposition']).toBe(
    'attachment; filename="ventas-por-dia-2026-01-01-al-2026-12-31.xlsx"',
  )
  const files = unzipSync(answer.rawPayload)
  const xml = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const serial = Date.parse('2026-11-18T00:00:00Z') / 86_400_000 + 25_569
  expect(xml).toContain(`<c r="A2" s="5"><v>${serial}</v></c><c r="B2" s="4"><v>6</v></c>`)
  expect(xml).toContain('<t xml:space="preserve">Total</t>')
  expect(strFromU8(files['xl/workbook.xml'] ?? new Uint8Array())).toContain('<sheet name="Ventas por día"')
  const today = await send('debts-by-age', {})
  expect(today.headers['content-disposition']).toBe('attachment; filename="por-cobrar-2026-11-18.csv"')
})

test('a name that looks like a formula is a text in the file of a report', async () => {
  const name = '=HYPERLINK("http://example.test")'
  const client = await shop.addClient({ firstName: name, lastNames: '@SUM(A1)' })
  await shop.receive({ clientId: client.id, weight: 2 })
  const rows = await makeRows('pounds-by-client')
  expect(rows.map((row) => row.Cliente)).toContain(`'${name} @SUM(A1)`)
  const symbol = '=1+1'
  await world.owner.query(`update currencies set symbol = $1 where id = $2`, [symbol, shop.nio])
  const { body } = await send('sales-by-day')
  expect(body).toContain(`,'${symbol} (NIO),`)
  await world.owner.query(`update currencies set symbol = 'C$' where id = $1`, [shop.nio])
})

test('the file has all rows where the screen shows the first five hundred', async () => {
  const many = await openShop(world)
  const { id } = await many.receive()
  await world.owner.query(
    `with quiet as materialized (select set_config('app.audit', 'off', true)), added as (
       insert into clients (company_id, casillero, first_name, last_names, phone, search_text, sort_name)
       select $1, 'X' || n, 'Cliente', n::text, '50588887777', '', '' from quiet, generate_series(1, 600) n returning id
     )
     insert into packages (company_id, company_package_id, client_id, shipping_method, tracking, search_text, weight)
     select p.company_id, 1000 + row_number() over (), a.id, 'aereo', 'T', '', 2 from packages p, added a where p.id = $2`,
    [many.id, id],
  )
  const query = { format: 'csv', from: '2020-01-01', to: '2020-12-31' }
  expect(csvRows((await many.viewer.send(call, { params: { name: 'pounds-by-client' }, query })).body)).toHaveLength(2)
  const now = { format: 'csv', from: '2026-11-01', to: '2026-11-30' }
  const answer = await many.viewer.send(call, { params: { name: 'pounds-by-client' }, query: now })
  const rows = csvRows(answer.rawPayload.toString('utf8'))
  const { rows: sums } = await world.owner.query<{ clients: number; pounds: string }>(
    'select count(distinct client_id)::int as clients, sum(weight)::float8::text as pounds from packages where company_id = $1',
    [many.id],
  )
  expect(rows).toHaveLength((sums[0]?.clients ?? 0) + 2)
  expect(rows.at(-1)?.slice(0, 3)).toEqual(['Total', '601', sums[0]?.pounds])
})

test('the file of a report is given to those who may see it alone', async () => {
  const allow = (seesMoneyReports: boolean) =>
    shop.admin.ok('PUT /api/users/:id', { params: { id: shop.user.userId }, body: { seesMoneyReports } })
  const statusesOf = async (names: readonly ReportName[], caller: Actor) =>
    new Set(await Promise.all(names.map(async (name) => (await send(name, {}, caller)).statusCode)))
  const named = (who: string) => reportNames.filter((name) => reports[name] === who)
  const guarded = reportNames.filter((name) => reports[name] !== 'all')
  for (const caller of [shop.user, shop.viewer]) {
    expect(await statusesOf(guarded, caller)).toEqual(new Set([403]))
    expect(await statusesOf(named('all').slice(0, 1), caller)).toEqual(new Set([200]))
  }
  await allow(true)
  expect(await statusesOf(named('admins'), shop.user)).toEqual(new Set([403]))
  expect((await send('sales-by-day', {}, shop.user)).statusCode).toBe(200)
  await allow(false)
})

test('a report that is refused leaves nothing in the log, and one that is given leaves its beginning and its end', async () => {
  const entries = async () => (await shop.admin.ok('GET /api/audit', { query: { page: '1', entity: 'exports' } })).data
  const before = await entries()
  expect((await send('sales-by-day', span, shop.user)).statusCode).toBe(403)
  expect((await send('sales-by-day', { from: '2026-11-18', to: '2026-11-09' })).statusCode).toBe(400)
  expect(await entries()).toEqual(before)
  expect((await send('sales-by-person')).statusCode).toBe(200)
  const [end, begin] = await entries()
  expect([begin?.label, end?.label]).toEqual(['Reporte', 'Reporte'])
  const criteria = { report: 'sales-by-person', ...span }
  expect(begin?.after).toMatchObject({ list: 'report', format: 'csv', criteria })
  expect(end?.after).toMatchObject({ outcome: 'done' })
})

test('a report of another company has nothing in its file', async () => {
  const other = await openShop(world)
  for (const name of ['pounds-by-client', 'sales-by-day', 'debts-by-age'] as const) {
    const { body } = await send(name, span, other.admin)
    expect(body).not.toContain(shop.client.id)
    expect(csvRows(body), name).toHaveLength(2)
  }
})
