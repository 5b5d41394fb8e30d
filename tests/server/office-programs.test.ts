import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { reportNames } from '@casillero/shared/domain/report-names'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { runLoad } from '../support/load-file.ts'
import { formOf } from '../support/multipart-form.ts'
import { openWorld, shareShop } from '../support/open-world.ts'
import { addConsignment, addReceived } from '../support/sample-consignments.ts'
import { takeSample } from '../support/sampling.ts'

const start = promisify(execFile)
const maxBuffer = 64 * 1024 * 1024

/** Programs of the distribution, each with the Debian package that has it; `npm test` installs them as root. */
const packages = { soffice: 'libreoffice-calc-nogui', ssconvert: 'gnumeric', python3: 'python3' }

type Program = keyof typeof packages

const isThere = (program: Program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/** Leaves a test out on a machine that lacks a program, or may not start it, with a sentence that names the packages. */
function needPrograms(test: TestContext, ...programs: Program[]): void {
  const missing = programs.filter((program) => !isThere(program)).map((program) => packages[program])
  if (missing.length > 0) test.skip(`It needs other programs: install ${missing.join(' ')}.`)
}

const run = async (program: Program, parameters: string[]): Promise<string> =>
  (await start(program, parameters, { maxBuffer })).stdout

/** LibreOffice's filter: which sign parts cells, which one quotes, in which character set, of which texts stay texts. */
const csvFilter = (separator: ',' | ';', charset: 'UTF-8' | 'Windows-1252') =>
  `csv:Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,${charset === 'UTF-8' ? 76 : 1},1,,0,false,false`

const readsCsv = `import csv, json, sys
def rows(path):
    with open(path, encoding='utf-8-sig', newline='') as lines:
        return list(csv.reader(lines))
print(json.dumps([rows(path) for path in sys.argv[1:]]))`

/** Python's own reader of archives: each file's name with its rows. */
const readsZip = `import csv, io, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({name: list(csv.reader(io.StringIO(archive.read(name).decode('utf-8-sig'), newline=''))) for name in archive.namelist()}))`

/** A folder in which programs that are not ours read what was exported and write what is imported. */
function openOffice() {
  const folder = mkdtempSync(join(tmpdir(), 'casillero-office-'))
  const into = join(folder, 'written')
  mkdirSync(into)
  const pathOf = (name: string) => join(folder, name)
  /** One start of LibreOffice for all files: it takes longer than the files do. */
  const libreOffice = (names: readonly string[], to: string, from: string[] = []) =>
    run('soffice', [
      '--headless',
      `-env:UserInstallation=file://${pathOf('profile')}`,
      ...from,
      '--convert-to',
      to,
      '--outdir',
      into,
      ...names.map(pathOf),
    ])
  const written = (name: string) => join(into, name)
  const pythonRows = async (paths: readonly string[]): Promise<string[][][]> =>
    JSON.parse(await run('python3', ['-c', readsCsv, ...paths]))
  const workbook = 'xlsx:Calc MS Excel 2007 XML'
  return {
    put: (name: string, content: Buffer) => writeFileSync(pathOf(name), content),
    written: (name: string): Buffer => readFileSync(written(name)),
    /** What LibreOffice reads in workbooks, by their names without an ending. */
    async readByLibreOffice(names: readonly string[]): Promise<string[][][]> {
      await libreOffice(
        names.map((name) => `${name}.xlsx`),
        csvFilter(',', 'UTF-8'),
      )
      return await pythonRows(names.map((name) => written(`${name}.csv`)))
    },
    saveByLibreOffice: (names: readonly string[]) => libreOffice(names, workbook),
    saveAsOldCsv: (names: readonly string[]) => libreOffice(names, csvFilter(';', 'Windows-1252')),
    /** Opens CSVs as a person does, formulas and all, and saves them as workbooks. */
    openCsv: (names: readonly string[]) =>
      libreOffice(names, workbook, ['--infilter=CSV:44,34,76,1,,0,false,true,false,false,false,0,true']),
    async readByGnumeric(names: readonly string[]): Promise<string[][][]> {
      const texts = names.map((name) => written(`${name}.gnumeric.csv`))
      for (const [index, name] of names.entries())
        await run('ssconvert', ['-T', 'Gnumeric_stf:stf_csv', pathOf(`${name}.xlsx`), texts[index] ?? ''])
      return await pythonRows(texts)
    },
    saveByGnumeric: (name: string) =>
      run('ssconvert', ['-T', 'Gnumeric_Excel:xlsx2', pathOf(name), written(`gnumeric-${name}`)]),
    readByPython: (names: readonly string[]) => pythonRows(names.map(pathOf)),
    async readArchive(name: string): Promise<Record<string, string[][]>> {
      return JSON.parse(await run('python3', ['-c', readsZip, pathOf(name)]))
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const world = openWorld({ hasGateway: true })
const shop = shareShop(world)
const office = openOffice()
afterAll(office.close)

const lists = ['packages', 'client', 'invoices', 'users', 'tariffs', 'messages', 'shipments']
const texts = ['=1+1', '+505 8690', '-7', '@SUM(A1)', '"Peña"; ñandú, 📦', 'dos\nlíneas', '00031', '1/2', 'VERDADERO']
const everyFile = [
  ...lists.map((name) => ({ name, path: `/api/${name}/export`, query: {} })),
  // The log as a whole grows by each export.
  { name: 'audit', path: '/api/audit/export', query: { entity: 'packages' } },
  ...reportNames.map((name) => ({
    name,
    path: `/api/reports/${name}/export`,
    query: { from: '2026-01-01', to: '2026-12-31', beforeFrom: '2025-01-01', beforeTo: '2025-12-31' },
  })),
]
// The packages have the texts of which a program could make a formula.
const files = [...everyFile.slice(0, 1), ...takeSample(everyFile.slice(1), 2)]

beforeAll(async () => {
  for (const text of texts) {
    const { id } = await shop.receive({ weight: 1234.5, tracking: `94001118992231974511${texts.indexOf(text)}8` })
    await world.owner.query('update packages set description = $1 where id = $2', [text, id])
  }
  await shop.invoice([await shop.receive({ weight: 3.5 })])
  await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  await addConsignment(shop, await shop.receiveMany(2))
  await addReceived(shop)
  for (const { name, path, query } of files)
    for (const format of ['xlsx', 'csv']) {
      const answer = await shop.admin.send(`GET ${path}`, { query: { ...query, format } })
      expect(answer.statusCode, answer.body).toBe(200)
      office.put(`${name}.${format}`, answer.rawPayload)
    }
})

/** A cell of a CSV as a value: what kept it from being a formula is taken away, days and numbers are read. */
function readCell(cell: string): string {
  const text = cell.replace(/^'(?=[=+\-@\t\r])/, '')
  const [, year, month, day, time] = /^(\d{4})[-/](\d\d)[-/](\d\d)(?: (\d\d:\d\d)(?::\d\d)?)?$/.exec(text) ?? []
  if (year !== undefined) return [day, month, year].join('/') + (time === undefined ? '' : ` ${time}`)
  // A number, whichever way it is written; a text of digits is longer or begins with a nought.
  if (/^-?(?:0|[1-9][\d,]{0,14})(?:\.\d+)?(?:E\+\d+)?$/.test(text)) return String(Number(text.replaceAll(',', '')))
  return text.replaceAll('\r\n', '\n')
}
const readCells = (rows: string[][]) => rows.map((row) => row.map(readCell))

const names = files.map(({ name }) => name)

/** Compares what a program read in each workbook with what Python reads in the CSV of the same rows. */
async function expectSame(read: (of: readonly string[]) => Promise<string[][][]>): Promise<void> {
  const [found, expected] = [await read(names), await office.readByPython(names.map((name) => `${name}.csv`))]
  for (const [index, name] of names.entries()) {
    const [ours = [], theirs = []] = [expected[index], found[index]]
    expect(ours.length, name).toBeGreaterThan(1)
    expect([name, readCells(theirs)]).toEqual([name, readCells(ours)])
  }
}

test('LibreOffice reads in the workbook of each list and report what Python reads in its CSV', async (context) => {
  needPrograms(context, 'soffice', 'python3')
  await expectSame(office.readByLibreOffice)
})

test('Gnumeric reads in the workbook of each list and report what Python reads in its CSV', async (context) => {
  needPrograms(context, 'ssconvert', 'python3')
  await expectSame(office.readByGnumeric)
})

test('LibreOffice makes a formula of no cell of a CSV, though it is told to', async (context) => {
  needPrograms(context, 'soffice')
  office.put('formula.csv', Buffer.from('a,b\n=1+1,2\n'))
  await office.openCsv(['formula.csv', 'packages.csv'])
  const formulas = ['formula', 'packages'].map((name) => {
    const sheet = unzipSync(office.written(`${name}.xlsx`))['xl/worksheets/sheet1.xml'] ?? new Uint8Array()
    return strFromU8(sheet).match(/<f[ >]/g)?.length ?? 0
  })
  expect(formulas).toEqual([1, 0])
})

test('Python reads the archive of a company, whose description names each column of each file', async (context) => {
  needPrograms(context, 'python3')
  office.put('empresa.zip', (await shop.admin.send('GET /api/company/export')).rawPayload)
  const { 'columnas.csv': described = [], ...tables } = await office.readArchive('empresa.zip')
  expect(Object.keys(tables).length).toBeGreaterThan(30)
  for (const [name, [heads]] of Object.entries(tables))
    expect(described.filter(([file]) => file === name).map(([, column]) => column)).toEqual(heads)
  expect(tables['paquetes.csv']?.length).toBeGreaterThan(texts.length)
})

/** Imports a file as a person does who takes the columns as they are proposed. */
async function load(kind: string, filename: string, content: Buffer) {
  const { contentType, payload } = formOf([
    { name: 'kind', content: kind },
    { name: 'file', content, filename, type: 'application/octet-stream' },
  ])
  const headers = { host: shop.host, authorization: `Bearer ${shop.user.token}`, 'content-type': contentType }
  const answer = await world.app.inject({ method: 'POST', url: '/api/imports', headers, payload })
  expect(answer.statusCode, answer.body).toBe(201)
  const { data } = answer.json()
  expect(data.mapping.filter(({ state }: { state: string }) => state === 'unclear')).toEqual([])
  const mapping = data.mapping.map(({ field }: { field: string | null }) => field)
  const body = { mapping, remember: false }
  const { counts } = (await shop.user.ok('PUT /api/imports/:id/mapping', { params: { id: data.id }, body })).data
  return { id: data.id, counts }
}

test('the example of each kind is imported without an error after LibreOffice and Gnumeric saved it, as a workbook and as a CSV of Windows-1252', async (context) => {
  needPrograms(context, 'soffice', 'ssconvert')
  const kinds = takeSample(['clients', 'packages', 'statuses', 'tariffs'], 1)
  const nameOf = (kind: string) => `ejemplo-${kind}`
  for (const kind of kinds) {
    office.put(`${nameOf(kind)}.xlsx`, (await shop.user.send(`GET /api/imports/samples/${kind}`)).rawPayload)
    await office.saveByGnumeric(`${nameOf(kind)}.xlsx`)
  }
  const examples = kinds.map((kind) => `${nameOf(kind)}.xlsx`)
  await office.saveByLibreOffice(examples)
  await office.saveAsOldCsv(examples)
  const previews: string[] = []
  for (const kind of kinds) {
    const name = nameOf(kind)
    const read = (
      await load(kind, 'ejemplo.xlsx', (await shop.user.send(`GET /api/imports/samples/${kind}`)).rawPayload)
    ).counts
    expect(read.error).toBe(0)
    const csv = office.written(`${name}.csv`)
    // The semicolon parts cells, and no letter takes two bytes as in UTF-8.
    expect([csv.includes(';'), csv.toString('utf8').includes('\ufffd')]).toEqual([true, csv.some((byte) => byte > 127)])
    for (const file of [`${name}.xlsx`, `gnumeric-${name}.xlsx`, `${name}.csv`]) {
      const { id, counts } = await load(kind, file, office.written(file))
      expect([file, counts]).toEqual([file, read])
      if (file.endsWith('.csv')) previews.push(id)
    }
  }
  // Only now: what a load writes, the next preview would find there.
  for (const id of previews) expect((await runLoad(world, shop, id)).status).toBe('done')
})
