import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { addPhoto } from '../../../../tests/support/package-photos.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
beforeEach(() => world.setTime(undefined))
const shop = openShops(world)

const text = 'Hola {{nombre_cliente}}\nFotos: {{enlace_foto}}\nGracias'

/** Gives the text of what is sent about packages that come to the status ready. */
async function setText(shop: Shop): Promise<void> {
  const { data } = await shop.admin.ok('GET /api/templates')
  const template = data.find(({ key }) => key === 'ready')
  const body = { customContent: text, version: template?.version }
  await shop.admin.ok('PUT /api/templates/:id', { params: { id: template?.id ?? '' }, body })
}

async function tell(shop: Shop, packageIds: string[]): Promise<string> {
  await shop.user.ok('PATCH /api/packages/status', { body: { packageIds, statusId: shop.statuses.ready } })
  const { data } = await shop.admin.ok('GET /api/messages', { query: { packageId: packageIds[0] ?? '' } })
  return data[0]?.body ?? ''
}

const silent = (shop: Shop) => shop.receive({ statusId: shop.statuses.received, shouldNotifyStorage: false })

const open = (url: string, host: string) => world.app.inject({ url, headers: { host } })

test('a message of a status has the address of each package with a photo, and without one its line is left out', async () => {
  await setText(shop)
  const [first, second, bare] = [await silent(shop), await silent(shop), await silent(shop)]
  for (const { id } of [first, first, second]) await addPhoto(shop, id)
  const body = await tell(shop, [first.id, second.id, bare.id])
  expect(body).toMatch(
    new RegExp(`^Hola .*\\nFotos: https?://${shop.host}/p/\\w{22} https?://${shop.host}/p/\\w{22}\\nGracias$`),
  )
  expect(await tell(shop, [(await silent(shop)).id])).toMatch(/^Hola [^\n]*\nGracias$/)
})

test('an address shows the whole photos of its package on the own host until they are taken off, and the log does not have it', async () => {
  const other = await openShop(world)
  await setText(shop)
  const one = await silent(shop)
  const photos = [await addPhoto(shop, one.id, { caption: 'Caja <b>golpeada</b>' }), await addPhoto(shop, one.id)]
  const path = /\/p\/\w{22}/.exec(await tell(shop, [one.id]))?.[0] ?? ''
  const page = await open(path, shop.host)
  expect(page).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } })
  expect(page.body).toContain('Caja &lt;b&gt;golpeada&lt;/b&gt;')
  expect(page.body).not.toContain(shop.client.lastNames)
  expect([...page.body.matchAll(/<img[^>]*src="([^"]*)"/g)].map(([, src]) => src)).toEqual([`${path}/1`, `${path}/2`])
  const picture = await open(`${path}/2`, shop.host)
  expect(picture.headers['content-type']).toBe('image/webp')
  expect((await sharp(picture.rawPayload).metadata()).format).toBe('webp')
  for (const [url, host] of [
    [path, other.host],
    [`${path}/3`, shop.host],
    [`${path}/0`, shop.host],
    [`${path}/x`, shop.host],
    [`/p/${'1'.repeat(22)}`, shop.host],
  ] as const)
    expect(await open(url, host), url).toMatchObject({
      statusCode: 404,
      body: expect.stringContaining('Este enlace no muestra ninguna foto.'),
    })
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'package_photos' } })
  expect(JSON.stringify(log)).not.toContain('/p/')

  for (const params of photos) {
    expect((await open(path, shop.host)).statusCode).toBe(200)
    await shop.user.ok('DELETE /api/packages/:id/photos/:photoId', { params })
  }
  expect((await open(path, shop.host)).statusCode).toBe(404)
})

test('an address shows nothing once its package is another client’s', async () => {
  await setText(shop)
  const other = await shop.addClient()
  const one = await silent(shop)
  await addPhoto(shop, one.id)
  const path = /\/p\/\w{22}/.exec(await tell(shop, [one.id]))?.[0] ?? ''
  expect((await open(path, shop.host)).statusCode).toBe(200)
  const { data } = await shop.user.ok('GET /api/packages/:id', { params: { id: one.id } })
  await shop.user.ok('PUT /api/packages/:id', { params: { id: one.id }, body: { ...data, clientId: other.id } })
  expect((await open(path, shop.host)).statusCode).toBe(404)
  await addPhoto(shop, one.id)
  expect((await open(path, shop.host)).statusCode).toBe(404)
})

test('an address shows nothing once its package is deleted, and once no whole picture is kept', async () => {
  const paths = new Map<string, string>()
  const [deleted, delivered] = [await shop.receive(), await shop.receive({ statusId: shop.statuses.ready })]
  for (const { id } of [deleted, delivered]) {
    await addPhoto(shop, id)
    const { rows } = await world.owner.query<{ link: string }>(
      'select photo_link as link from package_photos where package_id = $1',
      [id],
    )
    paths.set(id, new URL(rows[0]?.link ?? '').pathname)
    expect((await open(paths.get(id) ?? '', shop.host)).statusCode).toBe(200)
  }
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: deleted.id } })
  await shop.user.ok('POST /api/handovers', {
    body: { clientId: shop.client.id, packageIds: [delivered.id], receivedBy: { name: 'Ana' }, signature: null },
  })
  const statuses = async () =>
    await Promise.all(
      [deleted, delivered].map(async ({ id }) => (await open(paths.get(id) ?? '', shop.host)).statusCode),
    )
  expect(await statuses()).toEqual([404, 200])
  world.setTime(new Date(Date.now() + 91 * 86_400_000))
  await world.database.withoutCompany((db) => sql`select sweep_expired()`.execute(db))
  expect(await statuses()).toEqual([404, 404])
})
