import { allEndpoints } from '@casillero/shared/contract/api'
import { isCall, sampleCalls } from '../support/sample-calls.ts'
import { openShop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { servedRoutes } from './support/served-routes.ts'
import { type Held, threat } from './support/threat.ts'

/** Content types that a spreadsheet opens, and the header that makes a browser save an answer. */
const sheet = /csv|excel|spreadsheet|tab-separated|octet-stream/i

/** The calls that answer with a paper to print, which no spreadsheet opens. */
const papers = allEndpoints.filter(({ file }) => file !== undefined).map(({ method, path }) => `${method} ${path}`)

/** The pages outside the app, which a spreadsheet opens no more than those of the app. */
const pages = ['GET /f/:secret', 'GET /f/:secret/:part']

/** Checks that no answer can be opened as a table, in which a client's name could be a formula. */
async function askForTables(world: World, held: Held): Promise<void> {
  const [shop, operator] = [await openShop(world), await openShop(world, { isOperator: true })]
  const accept = { accept: 'text/csv, application/vnd.ms-excel' }
  await shop.addClient({ firstName: `=HYPERLINK("http://example.test")` })
  for (const route of await servedRoutes(world.app)) {
    const caller = route.includes('/companies/') ? operator.admin : await shop.addUser('admin')
    const sample = isCall(route) ? await sampleCalls[route](shop) : { params: { file: 'x.csv', token: 'x' } }
    const { statusCode, headers } = await caller.send(route, { ...sample, headers: accept })
    const type = String(headers['content-type'])
    const isJson = /^application\/json\b/.test(type) && !sheet.test(type) && !headers['content-disposition']
    const isPaper = papers.includes(route) && type === 'application/pdf'
    const isPage = pages.includes(route) && /^text\/html\b/.test(type) && !headers['content-disposition']
    held(statusCode < 500 && (isJson || isPaper || isPage), `${route}: ${statusCode} ${type}`)
  }
}

const addExport = async ({ app }: World) =>
  app.get('/api/export', (_request, reply) => reply.type('text/csv').send('=1+1'))

threat('T-16', { what: 'formulas in exports: there is no export', asvs: ['1.2.10'] }, ({ proof, control }) => {
  proof(
    'every address answers with JSON, a page or a paper, and offers no table to save',
    on(askForTables, { hasGateway: true }),
  )
  control('the same, with an export added', on(askForTables, { hasGateway: true, weaken: addExport }))
})
