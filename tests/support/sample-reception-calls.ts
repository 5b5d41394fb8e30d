import { randomBytes } from 'node:crypto'
import { makeLabelCode } from '@casillero/shared/domain/label-code'
import type { Actor, Call, Sent } from './actor.ts'
import { addConsignment } from './sample-consignments.ts'
import { addPrealert } from './sample-prealert-calls.ts'
import type { Shop } from './shop.ts'
import { newMark } from './world.ts'

type ReceptionCall = Extract<Call, `${string} /api/receptions${string}`>

async function body(shop: Shop) {
  return {
    tracking: newMark().toUpperCase(),
    shippingMethod: 'aereo' as const,
    clientId: shop.client.id,
    clientPackageName: 'A. NUNEZ',
    tariffId: shop.air.id,
    weight: 4.5,
    weightSource: 'scale' as const,
    length: 12,
    width: 10,
    height: 8,
    shipmentId: (await addConsignment(shop, [])).id,
    labelCode: makeLabelCode(randomBytes(5)),
    again: false,
  }
}

/** The samples of the calls of `Recepción`. */
export const receptionCalls: { [K in ReceptionCall]: (shop: Shop, caller?: Actor) => Promise<Sent<K>> } = {
  'POST /api/receptions': async (shop) => ({ body: await body(shop) }),
  'GET /api/receptions/package': async (shop) => ({ query: { code: (await shop.receive()).tracking ?? '' } }),
  'GET /api/receptions/clients': async (shop) => ({
    query: { since: '2026-01-01T00:00:00.000Z', after: shop.client.id },
  }),
  'GET /api/receptions/prealerts': async (shop) => {
    await addPrealert(shop)
    return {}
  },
  'POST /api/receptions/:id/undo': async (shop, caller = shop.admin) => {
    const sent = { body: await body(shop) }
    // The caller undoes an own reception; one who may receive none is refused that of another user.
    const own = await caller.send('POST /api/receptions', sent)
    const { data } = own.statusCode < 300 ? own.json() : await shop.admin.ok('POST /api/receptions', sent)
    return { params: { id: data.receptionId } }
  },
}
