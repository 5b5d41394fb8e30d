import type { Actor, Call, Sent } from './actor.ts'
import { listViewBody } from './sample-bodies.ts'
import { addListView } from './sample-rows.ts'
import type { Shop } from './shop.ts'

type ViewCall = Extract<Call, `${string} /api/list-views${string}`>

/** The calls about the named filters of lists. */
export const viewCalls: { [K in ViewCall]: (shop: Shop, caller?: Actor) => Promise<Sent<K>> } = {
  'GET /api/list-views': async () => ({ query: { list: 'packages' } }),
  'POST /api/list-views': async () => ({ body: listViewBody() }),
  'PUT /api/list-views/:id': async (shop, caller) => {
    const { id, version } = await addListView(shop, caller)
    return { params: { id }, body: { ...listViewBody(), version } }
  },
  'DELETE /api/list-views/:id': async (shop, caller) => ({
    params: { id: (await addListView(shop, caller)).id },
  }),
}
