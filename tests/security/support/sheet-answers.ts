import { allEndpoints } from '@casillero/shared/contract/api'

/** Content types that a spreadsheet opens, and the header that makes a browser save an answer. */
const sheet = /csv|excel|spreadsheet|tab-separated|octet-stream/i

const files = allEndpoints.filter(({ file }) => file !== undefined)
/** The calls that answer with a paper to print, which no spreadsheet opens; one of them is a sheet where the caller asks for it. */
const papers = files.map(({ method, path }) => `${method} ${path}`)
/** The calls that answer with a list as a file: for Excel, where each text is marked as one, as a CSV only where the caller asks. */
const exported = files
  // The example of a load, its errors and the reconciliation of a shipment are of the same writer.
  .filter(({ path }) => /\/export$|^\/api\/imports\/|\/reconciliation-sheet$/.test(path))
  .map(({ method, path }) => `${method} ${path}`)
const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Says whether an answer is JSON, a page or a paper, or a table that was asked for. */
export function isNoUnaskedTable(route: string, headers: Record<string, unknown>): boolean {
  const type = String(headers['content-type'])
  const isJson = /^application\/json\b/.test(type) && !sheet.test(type) && !headers['content-disposition']
  const isPaper = papers.includes(route) && ['application/pdf', 'image/webp'].includes(type)
  const isExport = exported.includes(route) && (type === excel || type === 'application/zip')
  const isPage = !route.includes(' /api/') && /^text\/html\b/.test(type) && !headers['content-disposition']
  const isManifest = route === 'GET /mi/manifest.webmanifest' && type === 'application/manifest+json'
  return isJson || isPaper || isExport || isPage || isManifest
}
