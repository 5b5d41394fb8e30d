import type { ImportLoad } from '@casillero/shared/contract/imports'
import { importingJob } from '../../server/src/features/imports/write/jobs.ts'
import { openWorkbook } from '../../server/src/features/papers/write-sheet.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { Actor } from './actor.ts'
import type { Samples } from './sample-calls.ts'
import type { Shop } from './shop.ts'
import { newMark } from './world.ts'

/** Two clients, of whom the second has no phone. */
const clientsText = () => {
  const digits = String(10_000 + Math.floor(Math.random() * 89_999))
  return `Nombre\tApellidos\tTeléfono\tCiudad\nAna\tLara ${newMark()}\t505869${digits}\tLeón\nEva\tRuiz\t12\tLeón`
}

const mapping = ['firstName', 'lastNames', 'phone', 'city']

/** A load whose columns are not confirmed yet. */
const beginLoad = async (by: Actor): Promise<ImportLoad> =>
  (await by.ok('POST /api/imports', { body: { kind: 'clients', text: clientsText() } })).data

/** A load that can be run. */
export async function previewLoad({ admin }: Shop, by = admin): Promise<ImportLoad> {
  const params = { id: (await beginLoad(by)).id }
  return (await by.ok('PUT /api/imports/:id/mapping', { params, body: { mapping, remember: false } })).data
}

/** Ends the load of the company that is under way, so that the next one may begin. */
async function endRunning(shop: Shop): Promise<void> {
  const { data } = await shop.admin.ok('GET /api/imports', { query: { limit: '100' } })
  for (const { id, status } of data)
    if (status === 'running') await shop.admin.send('POST /api/imports/:id/stop', { params: { id } })
}

/** A load of which one row was written and one refused. */
export async function doneLoad(shop: Shop, by = shop.admin): Promise<{ params: { id: string } }> {
  await endRunning(shop)
  const params = { id: (await previewLoad(shop, by)).id }
  await by.ok('POST /api/imports/:id/run', { params, body: {} })
  return { params }
}

/** Who brings in a load for a caller: that one, or an admin for one who may import nothing and is refused. */
async function ownerFor(shop: Shop, caller = shop.admin): Promise<Actor> {
  const { statusCode } = await caller.send('POST /api/imports', { body: { kind: 'clients', text: clientsText() } })
  return statusCode < 300 ? caller : shop.admin
}

const ownLoad = async (shop: Shop, caller?: Actor) => await doneLoad(shop, await ownerFor(shop, caller))

/** A workbook with two sheets of clients. */
function twoSheets(): Buffer {
  const parts: Uint8Array[] = []
  const workbook = openWorkbook((bytes) => parts.push(bytes))
  const columns = ['Nombre', 'Apellidos', 'Teléfono', 'Ciudad'].map((head) => ({ head, width: 12 }))
  for (const name of ['Uno', 'Dos']) {
    workbook.sheet({ name, above: [], columns })
    const [, ...lines] = clientsText().split('\n')
    workbook.rows(lines.map((line) => line.split('\t')))
  }
  workbook.end()
  return Buffer.concat(parts)
}

const aPreview = async (shop: Shop) => ({ params: { id: (await previewLoad(shop)).id } })

/** Writes what is under way to its end, as the job of the server does. */
export async function finishLoads(database: Database): Promise<void> {
  const job = importingJob(database)
  while (await job.run());
}

/** The samples of the calls that bring in files. */
export const importCalls = {
  'GET /api/imports': async (shop) => {
    await beginLoad(shop.admin)
    return { query: { page: '1', limit: '10' } }
  },
  'POST /api/imports': async () => ({ body: { kind: 'clients', text: clientsText() } }),
  'GET /api/imports/:id': aPreview,
  'PUT /api/imports/:id/sheet': async (shop, caller) => {
    const { id } = await beginLoad(await ownerFor(shop, caller))
    await shop.keepWorkbook(id, ['Uno', 'Dos'], twoSheets())
    return { params: { id }, body: { sheet: 'Dos' } }
  },
  'PUT /api/imports/:id/mapping': async (shop, caller) => ({
    params: { id: (await beginLoad(await ownerFor(shop, caller))).id },
    body: {
      mapping: [...mapping.slice(0, 3), { field: 'city', dates: null, decimals: null }],
      values: [{ field: 'shippingMethod', value: 'CH', to: 'aereo' }],
      fixed: {},
      withHidden: true,
      remember: true,
    },
  }),
  'GET /api/imports/:id/rows': async (shop) => ({
    ...(await aPreview(shop)),
    query: { page: '1', limit: '10', kind: 'error' },
  }),
  'POST /api/imports/:id/run': async (shop, caller) => {
    await endRunning(shop)
    const { id } = await previewLoad(shop, await ownerFor(shop, caller))
    return { params: { id }, body: { allOrNothing: false, notify: false } }
  },
  'POST /api/imports/:id/stop': async (shop, caller) => {
    const load = await ownLoad(shop, caller)
    await shop.resumeImport(load.params.id)
    return load
  },
  'GET /api/imports/:id/undo': ownLoad,
  'POST /api/imports/:id/undo': ownLoad,
  'GET /api/imports/samples/:kind': async () => ({ params: { kind: 'packages' } }),
  'GET /api/imports/:id/errors': aPreview,
} satisfies Partial<Samples>
