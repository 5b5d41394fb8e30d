import { finishLoads } from './sample-import-calls.ts'
import type { Shop } from './shop.ts'
import type { World } from './world.ts'

export type Kind = 'clients' | 'packages' | 'statuses' | 'tariffs' | 'charges' | 'prealerts'
type Options = { allOrNothing?: boolean; notify?: boolean }

/** Reads cells and takes the columns as they are proposed. */
export async function previewCells({ user }: Shop, kind: Kind, text: string) {
  const { data } = await user.ok('POST /api/imports', { body: { kind, text } })
  const mapping = data.mapping.map(({ field }) => field)
  const params = { id: data.id }
  return (await user.ok('PUT /api/imports/:id/mapping', { params, body: { mapping } })).data
}

/** Runs a load to its end, as the job of the server does. */
export async function runLoad(world: World, { user }: Shop, id: string, body: Options = {}) {
  await user.ok('POST /api/imports/:id/run', { params: { id }, body })
  await finishLoads(world.database)
  return (await user.ok('GET /api/imports/:id', { params: { id } })).data
}

export const rowsOf = async ({ user }: Shop, id: string) =>
  (await user.ok('GET /api/imports/:id/rows', { params: { id }, query: { limit: '100' } })).data

export const undoLoad = async ({ user }: Shop, id: string) =>
  (await user.ok('POST /api/imports/:id/undo', { params: { id } })).data
