import { catalogues } from '@casillero/shared/contract/api'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import * as z from 'zod/mini'
import { buildExample } from '../../server/src/platform/http/openapi-example.ts'
import type { Sent } from './actor.ts'
import {
  chargeBody,
  currencyBody,
  quickReplyBody,
  shippingMethodBody,
  statusBody,
  tariffBody,
} from './sample-bodies.ts'
import { findTemplate } from './sample-rows.ts'
import type { Shop } from './shop.ts'
import { newMark } from './world.ts'

type Catalogue = (typeof catalogues)[number]
type NameOf<E> = E extends Endpoint ? `${E['method']} ${E['path']}` : never
type CatalogueCall = NameOf<Catalogue['calls']['list' | 'create' | 'update' | 'remove']>

/** The bodies that need more than the example of their schema. */
const bodies: Record<string, (shop: Shop) => object | Promise<object>> = {
  'quick-replies': quickReplyBody,
  currencies: currencyBody,
  'shipping-methods': shippingMethodBody,
  tariffs: tariffBody,
  charges: chargeBody,
  statuses: async (shop) => ({ ...statusBody(), orderPosition: 2, templateId: (await findTemplate(shop)).id }),
}

async function makeBody(shop: Shop, { name, draft }: Pick<Catalogue, 'name' | 'draft'>): Promise<object> {
  const own = bodies[name]
  if (own) return await own(shop)
  const { version: _, ...example } = Object(
    buildExample(z.toJSONSchema(draft, { io: 'input', unrepresentable: 'any' })),
  )
  return { ...example, name: `Uno ${newMark()}` }
}

/** Adds a row of a catalogue. */
async function addRow(shop: Shop, catalogue: Catalogue): Promise<{ id: string; version: number }> {
  const answer = await shop.admin.send(`POST /api/${catalogue.name}`, { body: await makeBody(shop, catalogue) })
  if (answer.statusCode !== 201) throw new Error(`POST /api/${catalogue.name} gave ${answer.body}`)
  return answer.json().data
}

const choices = { page: '1', limit: '10', search: 'a', includeInactive: 'true', isActive: 'true', type: 'aereo' }

const listQuery = ({ calls: { list } }: Catalogue) => {
  const shape = 'query' in list ? list.query.shape : {}
  return Object.fromEntries(Object.entries(choices).filter(([field]) => field in shape))
}

type Samples = { [K in CatalogueCall]: (shop: Shop) => Promise<Sent<K>> }

/** The inputs of the calls that every catalogue has, as `sampleCalls` has those of all calls. */
export const catalogueCalls = Object.fromEntries(
  catalogues.flatMap((catalogue) => {
    const path = `/api/${catalogue.name}`
    const added = (shop: Shop) => addRow(shop, catalogue)
    return Object.entries({
      [`GET ${path}`]: async () => ({ query: listQuery(catalogue) }),
      [`POST ${path}`]: async (shop: Shop) => ({ body: await makeBody(shop, catalogue) }),
      [`PUT ${path}/:id`]: async (shop: Shop) => {
        const { id, version } = await added(shop)
        return { params: { id }, body: { ...(await makeBody(shop, catalogue)), version } }
      },
      [`DELETE ${path}/:id`]: async (shop: Shop) => ({ params: { id: (await added(shop)).id } }),
    })
  }),
) as unknown as Samples
