import { beforeEach, expect, test } from 'vitest'
import { addClientAccess, visitPage } from '../../../../tests/support/client-pages.ts'
import { formOf } from '../../../../tests/support/multipart-form.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { addPrealert } from '../../../../tests/support/sample-prealert-calls.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = openWorld()
beforeEach(() => world.setTime(new Date('2026-11-25T16:00:00Z')))

test('the store’s invoice that a client sends with a purchase is seen by staff and by that client alone', async () => {
  const shop = await openShop(world)
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  const send = async (tracking: string, content: string) => {
    const file = { name: 'file', content, filename: 'factura.pdf', type: 'application/pdf' }
    const { contentType, payload } = formOf([{ name: 'tracking', content: tracking }, file])
    const headers = { host: shop.host, origin: `http://${shop.host}`, cookie: `mi=${secret}` }
    const sent = { ...headers, 'content-type': contentType }
    return await world.app.inject({ method: 'POST', url: '/mi/avisar', headers: sent, payload })
  }
  expect((await send('PRE-0001', '<html>')).body).toContain('El archivo debe ser una imagen PNG, JPEG o WebP, o un PDF')
  expect((await shop.viewer.ok('GET /api/prealerts', { query: { view: 'all' } })).data).toEqual([])
  expect((await send('PRE-0001', '%PDF-1.7')).headers.location).toBe('/mi/avisar?listo')
  expect((await send('PRE-0002', '')).headers.location).toBe('/mi/avisar?listo')
  const { data } = await shop.viewer.ok('GET /api/prealerts', {})
  expect(data.map(({ tracking, hasFile }) => [tracking, hasFile])).toEqual([
    ['PRE-0001', true],
    ['PRE-0002', false],
  ])
  const [{ id } = { id: '' }, { id: without } = { id: '' }] = data
  const file = await shop.viewer.send('GET /api/prealerts/:id/file', { params: { id } })
  expect([file.body, String(file.headers['content-disposition'])]).toEqual([
    '%PDF-1.7',
    expect.stringMatching(/^attachment; filename="[\w-]+\.pdf"$/),
  ])
  expect((await shop.viewer.send('GET /api/prealerts/:id/file', { params: { id: without } })).statusCode).toBe(404)
  const own = await visitPage(world, shop.host, `/mi/avisar/${id}/factura`, { secret })
  expect([own.statusCode, own.body, own.headers['content-type']]).toEqual([200, '%PDF-1.7', 'application/pdf'])
  expect((await visitPage(world, shop.host, '/mi/avisar', { secret })).body).toContain(`/mi/avisar/${id}/factura`)
  const other = await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })
  const foreign = await addClientAccess(world, shop, other.id)
  expect((await visitPage(world, shop.host, `/mi/avisar/${id}/factura`, foreign)).statusCode).toBe(404)
})

test('staff give a purchase the store’s invoice, also when it has come, and a later file takes the place of an earlier one', async () => {
  const shop = await openShop(world)
  const { id, tracking } = await addPrealert(shop)
  const send = (content: string, actor = shop.user) => {
    const file = { name: 'file', content, filename: 'factura.pdf', type: 'application/pdf' }
    const { contentType, payload } = formOf([file])
    const headers = { host: shop.host, authorization: `Bearer ${actor.token}`, 'content-type': contentType }
    return world.app.inject({ method: 'POST', url: `/api/prealerts/${id}/file`, headers, payload })
  }
  const countFiles = async () => {
    const text = 'select count(*)::int as count from received_files where company_id = $1'
    return (await world.owner.query<{ count: number }>(text, [shop.id])).rows[0]?.count
  }
  const refused = await send('<html>')
  expect([refused.statusCode, refused.json().fields]).toEqual([
    400,
    { file: 'El archivo debe ser una imagen PNG, JPEG o WebP, o un PDF, de hasta 5 MB' },
  ])
  expect((await send(`%PDF-${'x'.repeat(5 * 1024 * 1024)}`)).statusCode).toBe(400)
  expect((await send('%PDF-1.7', shop.viewer)).statusCode).toBe(403)
  expect(await countFiles()).toBe(0)
  expect((await send('%PDF-1.7')).json().data.hasFile).toBe(true)
  expect((await send('%PDF-1.7')).statusCode).toBe(200)
  expect(await countFiles()).toBe(1)
  await shop.receive({ tracking })
  expect((await send('%PDF-1.7 otra')).json().data.state).toBe('received')
  expect((await shop.viewer.send('GET /api/prealerts/:id/file', { params: { id } })).body).toBe('%PDF-1.7 otra')
  const other = await addPrealert(shop)
  await shop.user.ok('DELETE /api/prealerts/:id', { params: { id: other.id } })
  const body = { content: Buffer.from('%PDF-1.7').toString('base64') }
  expect((await shop.user.refused('POST /api/prealerts/:id/file', { params: { id: other.id }, body })).status).toBe(404)
})
