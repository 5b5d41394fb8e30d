import { expect, test } from 'vitest'
import { previewCells, rowsOf, runLoad } from '../../../../tests/support/load-file.ts'
import { formOf } from '../../../../tests/support/multipart-form.ts'
import { expectWhole, openShops, openWorld } from '../../../../tests/support/open-world.ts'
import type { Shop } from '../../../../tests/support/shop.ts'
import { inline, main, office, sheetOf, workbookOf } from '../../../../tests/support/workbook-of.ts'

const world = openWorld()
const shop = openShops(world)

type Choices = { mapping?: unknown; withHidden?: boolean }

const begin = async ({ user }: Shop, kind: 'clients' | 'packages' | 'statuses' | 'tariffs', text: string) =>
  (await user.ok('POST /api/imports', { body: { kind, text } })).data

/** Takes what the answer says of the columns, as it stands there, with these changes. */
async function review({ user }: Shop, load: { id: string; mapping: object[] }, choices: Choices = {}) {
  const body = { mapping: load.mapping, ...choices }
  return await user.send('PUT /api/imports/:id/mapping', { params: { id: load.id }, body })
}

const seen = async (shop: Shop, id: string) =>
  (await rowsOf(shop, id)).map(({ row, outcome, detail }) => [row, outcome, detail])

/** Sends a workbook as a browser does. */
async function upload({ host, user }: Shop, content: Buffer, name = 'lista.xlsx') {
  const { contentType, payload } = formOf([
    { name: 'kind', content: 'packages' },
    { name: 'file', content, filename: name, type: 'application/octet-stream' },
  ])
  const headers = { host, authorization: `Bearer ${user.token}`, 'content-type': contentType }
  const answer = await world.app.inject({ method: 'POST', url: '/api/imports', headers, payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data
}

test('a number that fits both ways is asked about, and read as it was chosen, by this file and the next like it', async () => {
  const text = 'Tracking;Método;Peso\nNU1;Aéreo;1,234\nNU2;Aéreo;12'
  const load = await begin(shop, 'packages', text)
  expect(load.columns[2]?.facts).toMatchObject({ decimals: 'both', number: '1,234' })
  expect(load.mapping[2]).toMatchObject({ field: 'weight', state: 'unclear', decimals: null })
  const refused = await review(shop, load)
  expect(refused.json().fields).toEqual({
    'mapping.2': 'Elija cómo se leen los números: «1,234» puede tener decimales o miles',
  })
  const weights = async (decimals: string) => {
    const mapping = load.mapping.with(2, { ...load.mapping[2], field: 'weight', decimals } as never)
    expect((await review(shop, load, { mapping })).statusCode).toBe(200)
    return (await rowsOf(shop, load.id)).map(({ weight }) => weight)
  }
  expect(await weights('.')).toEqual([1234, 12])
  expect(await weights(',')).toEqual([1.23, 12])
  const next = await begin(shop, 'packages', text)
  expect(next.mapping[2]).toMatchObject({ field: 'weight', state: 'remembered', decimals: ',' })
  const decided = await begin(shop, 'packages', `${text}\nNU3;Aéreo;85.25`)
  expect(decided.mapping[2]).toMatchObject({ state: 'remembered', decimals: '.' })
  const tariffs = await begin(shop, 'tariffs', 'Nombre;Método;Precio\nUno;Aéreo;1,250')
  expect((await review(shop, tariffs)).statusCode).toBe(400)
})

test('a day that fits both ways is asked about, one late row decides for all, and a time with a zone is moved to Managua', async () => {
  const rows = Array.from({ length: 240 }, (_, at) => `DA${at};Aéreo;11/01/2026`)
  const head = 'Tracking;Método;Fecha'
  const open = await begin(shop, 'packages', [head, ...rows].join('\n'))
  expect(open.mapping[2]).toMatchObject({ field: 'receivedAt', state: 'unclear', dates: null })
  expect((await review(shop, open)).json().fields['mapping.2']).toContain('«11/01/2026» puede ser día/mes o mes/día')
  const asNames = await shop.user.send('PUT /api/imports/:id/mapping', {
    params: { id: open.id },
    body: { mapping: ['tracking', 'shippingMethod', 'receivedAt'] },
  })
  expect(asNames.statusCode).toBe(400)
  const decided = await begin(shop, 'packages', [head, ...rows, 'DA900;Aéreo;11/23/2026'].join('\n'))
  expect(decided.mapping[2]).toMatchObject({ state: 'known', dates: 'mdy' })
  expect((await review(shop, decided)).statusCode).toBe(200)
  expect((await rowsOf(shop, decided.id))[0]?.detail).toContain('recibido 1 nov 2026')
  const older = await begin(shop, 'packages', `${head}\nDA1;Aéreo;11/01/2026`)
  const body = { mapping: ['tracking', 'shippingMethod', 'receivedAtUs'], remember: false }
  const { data } = await shop.user.ok('PUT /api/imports/:id/mapping', { params: { id: older.id }, body })
  expect(data.mapping[2]).toMatchObject({ field: 'receivedAt', dates: 'mdy' })
  const zoned = await previewCells(shop, 'packages', `${head}\nZO1;Aéreo;2026-11-21T03:00:00Z`)
  await runLoad(world, shop, zoned.id)
  const { data: found } = await shop.user.ok('GET /api/packages', { query: { search: 'ZO1' } })
  expect(found[0]?.createdAt).toBe('2026-11-21T03:00:00.000Z')
})

test('a cell that a spreadsheet cut, or that shows its error, is refused in any field', async () => {
  const clients = await previewCells(
    shop,
    'clients',
    'Casillero\tNombre\tApellidos\tTeléfono\tCédula\n\tEva\tLuz\t5.05881E+10\t\n\tLía\tPaz\t88123301\t1,234E+13\n9E+05\tAna\tMora\t88123302\t\n\t#N/D\tRuiz\t88123303\t',
  )
  const lost = 'perdió dígitos en la hoja de cálculo; dé formato de texto a la columna'
  expect(await seen(shop, clients.id)).toEqual([
    [2, 'error', `Teléfono: ${lost}`],
    [3, 'error', `Cédula: ${lost}`],
    [4, 'error', `Casillero: ${lost}`],
    [5, 'error', expect.stringMatching(/^Nombre: B5 tiene un error de la hoja de cálculo: #N\/D/)],
  ])
  const packages = await previewCells(
    shop,
    'packages',
    'Tracking\tMétodo\tPeso\tDescripción\n9400110200881230000000\tAéreo\t1\t\n#¡REF!\tAéreo\t1\t\n1Z5\tAéreo\t#VALUE!\t\n1Z6\tAéreo\t1\t#NAME?',
  )
  expect(await seen(shop, packages.id)).toEqual([
    [2, 'error', `Tracking de envío: ${lost}`],
    [3, 'error', expect.stringContaining('A3 tiene un error de la hoja de cálculo: #¡REF!')],
    [4, 'error', 'Peso (lbs): C4 tiene un error de la hoja de cálculo: #VALUE!'],
    [5, 'error', 'Descripción: D5 tiene un error de la hoja de cálculo: #NAME?'],
  ])
})

test('a workbook’s formulas without a value are errors of their rows, hidden rows and further sheets are a choice, sums are counted', async () => {
  const head = `<row r="1">${inline('A1', 'Tracking')}${inline('B1', 'Método')}${inline('C1', 'Peso')}</row>`
  const row = (at: number, weight: string, more = '') =>
    `<row r="${at}"${more}>${inline(`A${at}`, `HI${at}`)}${inline(`B${at}`, 'Aéreo')}<c r="C${at}">${weight}</c></row>`
  const sums = `<row r="5">${inline('A5', 'TOTAL')}<c r="C5"><f>SUM(C2:C4)</f></c></row>`
  const sheet = sheetOf(head + row(2, '<f>1+1</f>') + row(3, '<v>1.234</v>') + row(4, '<v>2</v>', ' hidden="1"') + sums)
  const second = Buffer.from(sheetOf(head + row(7, '<v>3</v>')))
  const load = await upload(shop, workbookOf({ sheet, more: { 'xl/worksheets/sheet2.xml': second } }))
  expect(load).toMatchObject({
    sheetName: 'Recibidos',
    sheets: [{ name: 'Oculta', isHidden: true }, { name: 'Recibidos' }],
    hiddenRows: 1,
    withHidden: false,
    rowCount: 3,
    sumRows: 1,
  })
  const formula = 'Peso (lbs): la fórmula de C2 no trae su resultado; ábralo en Excel, guárdelo y súbalo de nuevo'
  const shown = [
    [2, 'error', formula],
    [3, 'new', expect.any(String)],
  ]
  await review(shop, load, { withHidden: true })
  expect(await seen(shop, load.id)).toEqual([...shown, [4, 'new', expect.any(String)]])
  const { counts } = (await review(shop, load)).json().data
  expect([counts.new, await seen(shop, load.id)]).toEqual([1, shown])
  expect((await rowsOf(shop, load.id))[1]?.weight).toBe(1.23)

  const params = { id: load.id }
  const { data } = await shop.user.ok('PUT /api/imports/:id/sheet', { params, body: { sheet: 'Oculta' } })
  expect(data).toMatchObject({ sheetName: 'Oculta', rowCount: 1, hiddenRows: 0, status: 'mapping' })
  expect((await shop.user.refused('PUT /api/imports/:id/sheet', { params, body: { sheet: 'Otra' } })).code).toBe(
    'import_sheets_gone',
  )
  await review(shop, data)
  const done = await runLoad(world, shop, load.id)
  expect(done.result.new).toBe(1)
  const kept = await world.owner.query('select from import_files where import_id = $1 and content is not null', [
    load.id,
  ])
  expect(kept.rowCount).toBe(0)
  await expectWhole(world)
})

test('letters of a text file that are Spanish in two ways are read as the line that is chosen', async () => {
  const load = await upload(shop, Buffer.from('Tracking;Método;Notas\n1ZL1;Aéreo;JOSé', 'latin1'), 'lista.csv')
  expect(load).toMatchObject({ isCsv: true, sheets: [] })
  const doubted = await upload(shop, Buffer.from('Tracking;Notas\n1ZL1;JOSé', 'latin1'), 'lista.csv')
  expect(doubted).toMatchObject({ isCsv: true, sheetName: '1ZL1;JOSé' })
  const chosen = { params: { id: doubted.id }, body: { sheet: '1ZL1;JOSÚ' } }
  const { data } = await shop.user.ok('PUT /api/imports/:id/sheet', chosen)
  expect([data.sheetName, data.columns[1]?.samples]).toEqual(['1ZL1;JOSÚ', ['JOSÚ']])
})

test('a mailbox number that is merged over rows owns each of them', async () => {
  const line = (at: number, owner = '') =>
    `<row r="${at}">${owner && inline(`A${at}`, owner)}${inline(`B${at}`, `ME${at}`)}${inline(`C${at}`, 'AIR')}</row>`
  const head = `<row r="1">${inline('A1', 'Casillero')}${inline('B1', 'Tracking')}${inline('C1', 'Servicio')}</row>`
  const sheet = `<worksheet ${main}><sheetData>${head}${line(2, shop.client.casillero)}${line(3)}${line(4)}${line(5)}</sheetData><mergeCells count="1"><mergeCell ref="A2:A4"/></mergeCells></worksheet>`
  const load = await upload(
    shop,
    workbookOf({ sheet, sheets: `<sheets xmlns:k="${office}"><sheet name="A" k:id="rId1"/></sheets>` }),
  )
  await review(shop, load)
  expect((await rowsOf(shop, load.id)).map(({ client }) => client?.casillero ?? null)).toEqual([
    ...[shop.client.casillero, shop.client.casillero, shop.client.casillero],
    null,
  ])
})

test('a row that repeats another is refused under what they share', async () => {
  const clients = await previewCells(
    shop,
    'clients',
    'Nombre\tApellidos\tTeléfono\tCorreo\nAna\tPaz\t88123301\ta@b.test\nEva\tPaz\t88123301\t\nLía\tPaz\t88123303\tA@b.test',
  )
  expect((await seen(shop, clients.id)).slice(1)).toEqual([
    [3, 'error', 'Teléfono: repite la fila 2'],
    [4, 'error', 'Correo electrónico: repite la fila 2'],
  ])
  const packages = await previewCells(shop, 'packages', 'WR\tMétodo\n881\tAIR\n881\tAIR')
  expect((await seen(shop, packages.id))[1]).toEqual([3, 'error', 'Tracking de bodega: repite la fila 2'])
})

test('a name with its surnames before a comma is split there, and names its client', async () => {
  const clients = await previewCells(shop, 'clients', 'Nombre\tTeléfono\nPÉREZ LÓPEZ, JUAN CARLOS\t88123301')
  await runLoad(world, shop, clients.id)
  const { data } = await shop.user.ok('GET /api/client', { query: { search: 'PÉREZ' } })
  expect(data[0]).toMatchObject({ firstName: 'JUAN', middleName: 'CARLOS', lastNames: 'PÉREZ LÓPEZ' })
  const packages = await previewCells(
    shop,
    'packages',
    'Tracking\tMétodo\tConsignee\nCO1\tAIR\tPérez López, Juan Carlos',
  )
  expect((await rowsOf(shop, packages.id))[0]?.client?.casillero).toBe(data[0]?.casillero)
})

test('a cell with characters that no text may hold is imported without them', async () => {
  const rows = ['Tracking', '_x0000_UU_x0000_1', 'U\u200bU2\u00ad', '\u202aUU2\u202c'].map(
    (text, at) =>
      `<row r="${at + 1}">${inline(`A${at + 1}`, text)}${inline(`B${at + 1}`, at === 0 ? 'Método' : 'AIR')}</row>`,
  )
  const load = await upload(shop, workbookOf({ sheet: sheetOf(rows.join('')) }))
  await review(shop, load)
  expect(await rowsOf(shop, load.id)).toMatchObject([
    { outcome: 'new', code: 'UU1' },
    { outcome: 'new', code: 'UU2' },
    { outcome: 'error', detail: 'Tracking de envío: repite la fila 3' },
  ])
})
