import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../../../tests/support/actor.ts'
import { addClientAccess, visitPage } from '../../../../../tests/support/client-pages.ts'
import { drawPhoto } from '../../../../../tests/support/dispatch.ts'
import { openShops, openWorld } from '../../../../../tests/support/open-world.ts'
import { addPhoto } from '../../../../../tests/support/package-photos.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'
import { greyPng } from '../../../../../tools/grey-png.ts'

const world = openWorld()
beforeEach(() => world.setTime(undefined))
const shop = openShops(world)

const day = 86_400_000
const greyPhoto = `data:image/png;base64,${greyPng(900, 1200).toString('base64')}`

const list = async (actor: Actor, id: string) =>
  (await actor.ok('GET /api/packages/:id/photos', { params: { id } })).data

async function measure(actor: Actor, params: { id: string; photoId: string }, size?: 'small') {
  const query = size === undefined ? {} : { size }
  const { statusCode, headers, rawPayload } = await actor.send('GET /api/packages/:id/photos/:photoId', {
    params,
    query,
  })
  if (statusCode !== 200) return statusCode
  expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' })
  const { format, width, height } = await sharp(rawPayload).metadata()
  expect(format).toBe('webp')
  return { width, height, isLight: rawPayload.length <= (size === 'small' ? 40 : 200) * 1024 }
}

const deliver = (shop: Shop, id: string) =>
  shop.user.ok('POST /api/handovers', {
    body: { clientId: shop.client.id, packageIds: [id], receivedBy: { name: 'Ana' }, signature: null },
  })

const sweep = () => world.database.withoutCompany((db) => sql`select sweep_expired()`.execute(db))

test('a photo of a package keeps the weight of its moment and who took it, in two sizes, four at most', async () => {
  const other = await openShop(world)
  const { id, version } = await shop.receive({ weight: 3.2, weightSource: 'scale' })
  expect(await list(shop.viewer, id)).toEqual({ weight: 3.2, weightSource: 'scale', keptDays: 90, photos: [] })
  const first = await addPhoto(shop, id, { photo: greyPhoto, caption: '  Etiqueta ' })
  const { data } = await shop.user.ok('GET /api/packages/:id', { params: { id } })
  const change = { ...data, weight: 4, version }
  await shop.user.ok('PUT /api/packages/:id', { params: { id }, body: change })
  await addPhoto(shop, id)
  const { weight, photos } = await list(shop.viewer, id)
  expect([weight, ...photos.map((one) => [one.caption, one.weight, one.weightSource])]).toEqual([
    4,
    ['Etiqueta', 3.2, 'scale'],
    [null, 4, 'typed'],
  ])
  expect(photos[0]?.createdBy.fullName).toEqual(expect.any(String))
  expect(await measure(shop.viewer, first)).toEqual({ width: 900, height: 1200, isLight: true })
  expect(await measure(shop.viewer, first, 'small')).toEqual({ width: 480, height: 640, isLight: true })
  expect(await measure(other.admin, first)).toBe(404)
  expect(await measure(shop.viewer, { ...first, id: (await shop.receive()).id })).toBe(404)

  const body = { photo: await drawPhoto() }
  const sent = { params: { id }, body, headers: { 'idempotency-key': 'una-foto' } }
  const [once, again] = [
    await shop.user.ok('POST /api/packages/:id/photos', sent),
    await shop.user.ok('POST /api/packages/:id/photos', sent),
  ]
  expect(again).toEqual(once)
  const both = await Promise.all(
    [1, 2].map(() => shop.user.send('POST /api/packages/:id/photos', { params: { id }, body })),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  const full = await shop.user.refused('POST /api/packages/:id/photos', { params: { id }, body })
  expect(full).toMatchObject({
    code: 'too_many_photos',
    message: 'Un paquete tiene como máximo 4 fotos; quite una antes',
  })
  for (const actor of [other.admin, shop.viewer]) {
    const { statusCode } = await actor.send('POST /api/packages/:id/photos', { params: { id }, body })
    expect(statusCode).toBe(actor === shop.viewer ? 403 : 404)
  }
})

test('words under a photo are changed, and a photo is taken off with its pictures, after the hand-over by admins alone', async () => {
  const other = await openShop(world)
  const { id } = await shop.receive({ statusId: shop.statuses.ready })
  const [first, second] = [await addPhoto(shop, id), await addPhoto(shop, id)]
  const body = { caption: 'Caja golpeada', version: 1 }
  const changed = await shop.user.ok('PUT /api/packages/:id/photos/:photoId', { params: first, body })
  expect(changed.data).toMatchObject({ caption: 'Caja golpeada', version: 2 })
  const late = await shop.user.refused('PUT /api/packages/:id/photos/:photoId', { params: first, body })
  expect(late.code).toBe('stale')

  const remove = async (actor: Actor, params: typeof first) =>
    (await actor.send('DELETE /api/packages/:id/photos/:photoId', { params })).statusCode
  expect([await remove(other.admin, first), await remove(shop.viewer, first)]).toEqual([404, 403])
  expect([await remove(shop.user, first), await remove(shop.user, first)]).toEqual([200, 404])
  expect(await measure(shop.admin, first)).toBe(404)
  await deliver(shop, id)
  expect([await remove(shop.user, second), await remove(shop.admin, second)]).toEqual([403, 200])
  expect((await list(shop.viewer, id)).photos).toEqual([])
  const { rows } = await world.owner.query(
    `select c.content, c.small, f.deleted_at is not null as gone from package_photos f
     join package_photo_contents c on c.photo_id = f.id where f.package_id = $1`,
    [id],
  )
  expect(rows).toEqual([1, 2].map(() => ({ content: null, small: null, gone: true })))
  const log = await shop.admin.ok('GET /api/audit', { query: { entity: 'package_photos' } })
  expect(log.data.map(({ action }) => action)).toEqual(['delete', 'delete', 'update', 'insert', 'insert'])
  expect(JSON.stringify(log)).not.toContain('content')
})

test('the whole picture is given up 90 days after the hand-over and the small one stays, for staff and the client', async () => {
  const [delivered, waiting] = [await shop.receive({ statusId: shop.statuses.ready }), await shop.receive()]
  const photo = greyPhoto
  const [gone, kept] = [await addPhoto(shop, delivered.id, { photo }), await addPhoto(shop, waiting.id, { photo })]
  await deliver(shop, delivered.id)
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  const seen = async () => {
    const { rawPayload } = await visitPage(world, shop.host, `/mi/paquetes/${gone.id}/fotos/${gone.photoId}`, {
      secret,
    })
    return (await sharp(rawPayload).metadata()).width
  }
  const ask = async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      'select photo_id as id from package_photo_contents where content is not null and company_id = $1 order by 1',
      [shop.id],
    )
    return rows.map(({ id }) => id)
  }
  world.setTime(new Date(Date.now() + 89 * day))
  await sweep()
  expect([await ask(), await seen()]).toEqual([[gone.photoId, kept.photoId].toSorted(), 900])
  world.setTime(new Date(Date.now() + 91 * day))
  await sweep()
  expect([await ask(), await seen()]).toEqual([[kept.photoId], 480])
})

test('a client sees the photos of a package on its page, and none where there is none', async () => {
  const [one, bare] = [await shop.receive(), await shop.receive()]
  const { photoId } = await addPhoto(shop, one.id, { caption: 'Caja <b>golpeada</b>' })
  const removed = await addPhoto(shop, one.id)
  await shop.user.ok('DELETE /api/packages/:id/photos/:photoId', { params: removed })
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  const visit = (path: string, sent = { secret }) => visitPage(world, shop.host, `/mi/paquetes/${path}`, sent)
  const { body } = await visit(one.id)
  expect(body).toContain('Caja &lt;b&gt;golpeada&lt;/b&gt;')
  expect([...body.matchAll(/<img[^>]*fotos\/([^"?]*)\?chica"[^>]*loading="lazy"/g)].map(([, id]) => id)).toEqual([
    photoId,
  ])
  expect((await visit(bare.id)).body).not.toContain('Fotos')
  const { headers, statusCode } = await visit(`${one.id}/fotos/${photoId}?chica`)
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/webp', 'no-store'])
  for (const path of [`${one.id}/fotos/${removed.photoId}`, `${bare.id}/fotos/${photoId}`, `${one.id}/fotos/x`])
    expect((await visit(path)).statusCode, path).toBe(404)
  const outside = await visit(`${one.id}/fotos/${photoId}`, { secret: '' })
  expect([outside.statusCode, outside.headers.location]).toEqual([303, '/mi/entrar'])
})

test('the whole picture is given up after the days that its company set, and another company keeps its own', async () => {
  const [long, short] = [await openShop(world), await openShop(world)]
  const photos = new Map<string, string>()
  for (const [shop, photoDays] of [
    [long, 120],
    [short, 30],
  ] as const) {
    await shop.admin.ok('PUT /api/companies/update', { body: { photoDays } })
    const { id } = await shop.receive({ statusId: shop.statuses.ready })
    photos.set(shop.id, (await addPhoto(shop, id)).photoId)
    await deliver(shop, id)
    expect((await list(shop.viewer, id)).keptDays).toBe(photoDays)
  }
  for (const photoDays of [29, '366', 45.5, ''])
    expect((await long.admin.refused('PUT /api/companies/update', { body: { photoDays } })).fields).toEqual({
      photoDays: 'Ingrese de 30 a 365 días',
    })
  const kept = async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      'select company_id as id from package_photo_contents where content is not null and photo_id = any ($1)',
      [[...photos.values()]],
    )
    return rows.map(({ id }) => id)
  }
  world.setTime(new Date(Date.now() + 31 * day))
  await sweep()
  expect(await kept()).toEqual([long.id])
  world.setTime(new Date(Date.now() + 121 * day))
  await sweep()
  expect(await kept()).toEqual([])
})
