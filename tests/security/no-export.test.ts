import { strFromU8, unzipSync } from 'fflate'
import { csvRows } from '../support/csv-rows.ts'
import { allCalls } from '../support/sample-calls.ts'
import { listServedRoutes } from '../support/served-routes.ts'
import { openShop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on, untilFirst } from './support/on-world.ts'
import { isNoUnaskedTable } from './support/sheet-answers.ts'
import { type Held, threat } from './support/threat.ts'

/** Checks that no address but a call's offers a table, in which a client's name could be a formula. */
async function askForTables(world: World, held: Held): Promise<void> {
  const { admin } = await openShop(world)
  const headers = { accept: 'text/csv, application/vnd.ms-excel' }
  const calls: string[] = allCalls.map(({ name }) => name)
  for (const route of (await listServedRoutes(world.app)).filter((one) => !calls.includes(one))) {
    const answer = await admin.send(route, { params: { file: 'x.csv', token: 'x' }, headers })
    const isNone = answer.statusCode < 500 && isNoUnaskedTable(route, answer.headers)
    held(isNone, `${route}: ${answer.statusCode} ${answer.headers['content-type']}`)
  }
}

/** Formulas, each with one that may be the tracking of a package: an address without a number in it may not. */
const formulas: [formula: string, tracking: string][] = [
  ['=1+1', '=1+1'],
  ['+1', '+1'],
  ['-1', '-1'],
  ['@SUM(A1)', '@SUM(A1)'],
  ['=HYPERLINK("http://example.test")', '=HYPERLINK("EXAMPLE")'],
  ['=cmd|calc', '=CMD|CALC'],
]

const worksheetOf = (content: Uint8Array) =>
  strFromU8(unzipSync(content)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())

/** Fills a shipment with formulas and looks for one in its sheet, as `open` reads it. */
const readSheet =
  (open: (content: Uint8Array) => string) =>
  async (world: World, held: Held): Promise<void> => {
    const shop = await openShop(world)
    for (const [formula, tracking] of formulas) {
      const client = await shop.addClient({ firstName: formula, lastNames: formula })
      const texts = { tracking, description: formula, contents: formula }
      const one = await shop.receive({ clientId: client.id, ...texts })
      const head = { guide: formula, carrier: formula, note: formula }
      const { data } = await shop.admin.ok('POST /api/shipments', { body: { shippingMethod: 'aereo', ...head } })
      const params = { id: data.id }
      await shop.admin.ok('POST /api/shipments/:id/packages', { params, body: { packageIds: [one.id] } })
      const call = 'GET /api/shipments/:id/manifest'
      const xml = open((await shop.viewer.send(call, { params, query: { format: 'xlsx' } })).rawPayload)
      const inXml = (text: string) => text.replaceAll('"', '&quot;')
      const isThere = xml.split(inXml(formula)).length > 6 && xml.includes(`>${inXml(tracking)}<`)
      held(isThere && !/<f[ >]/.test(xml), `${formula}: ${xml}`)
    }
  }

/** Fills packages with formulas and looks for one in their CSV, as `open` reads its cells. */
const readCsv =
  (open: (cell: string) => string) =>
  async (world: World, held: Held): Promise<void> => {
    const shop = await openShop(world)
    for (const [formula, tracking] of formulas) {
      const client = await shop.addClient({ firstName: formula, lastNames: formula })
      await shop.receive({ clientId: client.id, tracking, description: formula, contents: formula })
    }
    const { rawPayload } = await shop.viewer.send('GET /api/packages/export', { query: { format: 'csv' } })
    const cells = csvRows(rawPayload.toString('utf8')).flat().map(open)
    const isThere = formulas.flat().every((formula) => cells.some((cell) => cell.includes(formula)))
    held(isThere && !cells.some((cell) => /^[=+@\t\r]|^-\D/.test(cell)), cells.join('|'))
  }

/** Reads a sheet as a spreadsheet reads a file without types. */
const guessTypes = (content: Uint8Array) =>
  worksheetOf(content).replace(/<is><t[^>]*>([=+@-][^<]*)<\/t><\/is>/g, '<f>$1</f>')

const addExport = async ({ app }: World) =>
  app.get('/api/export', (_request, reply) => reply.type('text/csv').send('=1+1'))

threat('T-16', { what: 'formulas in exports', asvs: ['1.2.10'] }, ({ proof, control }) => {
  proof('every address that is no call answers with JSON or a page, and offers no table to save', on(askForTables))
  proof('what begins like a formula is a text in the sheet of a shipment', on(readSheet(worksheetOf)))
  control('the same sheet, read as a file without types', on(readSheet(guessTypes)))
  proof('what begins like a formula has an apostrophe before it in a CSV', on(readCsv((cell) => cell)))
  control('the same CSV, without apostrophes', on(readCsv((cell) => cell.replace(/^'/, ''))))
  control('the same, with an export added', untilFirst(on(askForTables, { weaken: addExport })))
})
