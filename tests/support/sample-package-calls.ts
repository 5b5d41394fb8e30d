import { randomBytes } from 'node:crypto'
import { makeLabelCode } from '@casillero/shared/domain/label-code'
import { drawPhoto } from './dispatch.ts'
import { addPhoto } from './package-photos.ts'
import { arrivalBody, listViewBody, packageBody } from './sample-bodies.ts'
import type { Samples } from './sample-calls.ts'
import { addConsignment } from './sample-consignments.ts'
import { addPrealert } from './sample-prealert-calls.ts'
import { addListView } from './sample-rows.ts'
import type { Shop } from './shop.ts'
import { newMark } from './world.ts'

const nothing = async () => ({})

/** A package on its way whose day has passed. */
async function addLate(shop: Shop): Promise<string> {
  const { id } = await shop.receive({ statusId: shop.statuses.inTransit, shouldNotifyStorage: false })
  await shop.makeLate(id)
  return id
}

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

/** The samples of the calls of packages. */
export const packageCalls = {
  'GET /api/packages': async (shop) => ({
    query: {
      page: '1',
      limit: '10',
      search: 'ana',
      clientId: shop.client.id,
      statusId: [shop.statuses.ready, 'none'],
      shippingMethod: 'aereo',
      invoiced: 'false',
      missing: 'weight',
      from: '2026-01-01',
      to: '2026-12-31',
      statusSince: '2026-12-31',
      statusFrom: '2020-01-01',
      tariffId: shop.air.id,
      shipmentId: (await addConsignment(shop, [])).id,
      sort: 'number',
    },
  }),
  'GET /api/packages/:id': async (shop) => ({ params: { id: (await shop.receive()).id } }),
  'GET /api/packages/:id/charges': async (shop) => ({ params: { id: (await shop.receive()).id } }),
  'PUT /api/packages/:id/charges': async (shop) => {
    const { data } = await shop.admin.ok('POST /api/charges', {
      body: { name: `Aduana ${newMark()}`, kind: 'advance' },
    })
    const charges = [{ chargeId: data.id, amount: 350, currencyId: shop.nio }]
    return { params: { id: (await shop.receive()).id }, body: { charges, version: 1 } }
  },
  'GET /api/packages/:id/photos': async (shop) => ({ params: { id: (await addPhoto(shop)).id } }),
  'GET /api/packages/:id/photos/:photoId': async (shop) => ({
    params: await addPhoto(shop),
    query: { size: 'small' as const },
  }),
  'POST /api/packages/:id/photos': async (shop) => ({
    params: { id: (await shop.receive()).id },
    body: { photo: await drawPhoto(), caption: 'Caja golpeada en una esquina' },
  }),
  'PUT /api/packages/:id/photos/:photoId': async (shop) => ({
    params: await addPhoto(shop),
    body: { caption: 'Etiqueta', version: 1 },
  }),
  'DELETE /api/packages/:id/photos/:photoId': async (shop) => ({ params: await addPhoto(shop) }),
  'GET /api/packages/:id/weights': async (shop) => ({ params: { id: (await shop.receive()).id } }),
  'GET /api/packages/same-tracking': async (shop) => {
    const { id, tracking } = await shop.receive()
    return { query: { tracking: tracking ?? '', exceptId: id } }
  },
  'POST /api/packages': async (shop) => ({ body: await arrivalBody(shop) }),
  'PUT /api/packages/:id': async (shop) => {
    const { id, version } = await shop.receive()
    return { params: { id }, body: { ...packageBody(shop), version } }
  },
  'GET /api/packages/unowned': async (shop) => {
    await shop.receive({ clientId: null, clientPackageName: `A. NUNEZ ${shop.client.casillero}` })
    return { query: { page: '1', limit: '10', search: 'nunez' } }
  },
  'GET /api/packages/unowned/count': nothing,
  'POST /api/packages/:id/owner': async (shop) => {
    const { id, version } = await shop.receive({ clientId: null })
    return { params: { id }, body: { clientId: shop.client.id, notify: true, version } }
  },
  'GET /api/packages/late': async (shop) => {
    await addLate(shop)
    return {
      query: { page: '1', limit: '10', search: 'ana', shippingMethod: 'aereo' as const, told: 'false' as const },
    }
  },
  'GET /api/packages/late/count': nothing,
  'POST /api/packages/late/notices': async (shop) => ({ body: { packageIds: [await addLate(shop)] } }),
  'POST /api/packages/late/notices/undo': async (shop) => {
    const body = { packageIds: [await addLate(shop)] }
    const { data } = await shop.user.ok('POST /api/packages/late/notices', { body })
    return { body: { messageIds: data.messageIds } }
  },
  'PATCH /api/packages/status': async (shop) => {
    const packages = await shop.receiveMany(2)
    const packageIds = packages.map(({ id }) => id)
    return { body: { packageIds, statusId: shop.statuses.delivered, comment: 'En la tarde', undoable: true } }
  },
  'POST /api/packages/status/preview': async (shop) => ({
    body: { packageIds: [(await shop.receive()).id], statusId: shop.statuses.delivered },
  }),
  'POST /api/packages/status/:id/undo': async (shop, caller = shop.admin) => {
    // Not the final status, which a hand-over alone sets where an odd value has switched that on.
    const body = { packageIds: [(await shop.receive()).id], statusId: shop.statuses.inCustoms, undoable: true }
    const own = await caller.send('PATCH /api/packages/status', { body })
    const made = own.statusCode === 200 ? own.json() : await shop.admin.ok('PATCH /api/packages/status', { body })
    return { params: { id: made.data.changeId } }
  },
  'DELETE /api/packages/:id': async (shop) => ({ params: { id: (await shop.receive()).id } }),
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
  'GET /api/list-views': async () => ({ query: { list: 'packages' } }),
  'POST /api/list-views': async () => ({ body: listViewBody() }),
  'PUT /api/list-views/:id': async (shop, caller) => {
    const { id, version } = await addListView(shop, caller)
    return { params: { id }, body: { ...listViewBody(), version } }
  },
  'DELETE /api/list-views/:id': async (shop, caller) => ({
    params: { id: (await addListView(shop, caller)).id },
  }),
} satisfies Partial<Samples>
