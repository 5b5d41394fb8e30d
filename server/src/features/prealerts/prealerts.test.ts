import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addClientAccess, visitPage } from '../../../../tests/support/client-pages.ts'
import { shareMessenger } from '../../../../tests/support/messenger.ts'
import { formOf } from '../../../../tests/support/multipart-form.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { addPrealert, prealertBody } from '../../../../tests/support/sample-prealert-calls.ts'
import type { Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
beforeEach(() => world.setTime(new Date('2026-11-25T16:00:00Z')))
const shop = openShops(world)

const draft = (shop: Shop, more: object = {}) => ({
  clientId: shop.client.id,
  tracking: 'TBA309482119977',
  store: 'Amazon',
  description: 'Ropa de bebé',
  declaredValue: 46,
  expectedOn: '2026-11-22',
  claimNote: null,
  ...more,
})
const announce = async (shop: Shop, more: object = {}) =>
  (await shop.user.ok('POST /api/prealerts', { body: draft(shop, more) })).data
const list = async (shop: Shop, view: 'expected' | 'late' | 'received' | 'all') =>
  (await shop.viewer.ok('GET /api/prealerts', { query: { view } })).data.map(({ tracking, state }) => [tracking, state])
const addOther = async (shop: Shop) => await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })

test('a purchase that is announced is expected until a package has its number, and again when that package goes', async () => {
  const made = await announce(shop, { tracking: ' tba 309482119977 ' })
  expect(made).toMatchObject({
    tracking: 'TBA309482119977',
    state: 'expected',
    daysLate: 3,
    package: null,
    isOwn: false,
  })
  const one = await shop.receive({ tracking: 'TBA309482119977' })
  const [received] = (await shop.user.ok('GET /api/prealerts', { query: { view: 'received' } })).data
  expect(received).toMatchObject({ state: 'received', daysLate: null, package: { id: one.id } })
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: one.id } })
  expect(await list(shop, 'received')).toEqual([])
  expect(await list(shop, 'late')).toEqual([['TBA309482119977', 'expected']])
  // The package of another client is not that of this one.
  await shop.receive({ tracking: 'TBA309482119977', clientId: (await addOther(shop)).id })
  expect(await list(shop, 'expected')).toEqual([['TBA309482119977', 'expected']])
})

test('the expected ones stand by their day, the longest overdue first, and those without one last', async () => {
  const days = [null, '2026-11-28', '2026-11-16', '2026-11-25']
  for (const [place, expectedOn] of days.entries()) await announce(shop, { tracking: `PRE-000${place}`, expectedOn })
  const { data } = await shop.user.ok('GET /api/prealerts', {})
  expect(data.map(({ expectedOn, daysLate }) => [expectedOn, daysLate])).toEqual([
    ['2026-11-16', 9],
    ['2026-11-25', 0],
    ['2026-11-28', -3],
    [null, null],
  ])
  expect((await shop.user.ok('GET /api/prealerts/counts')).data).toEqual({ expected: 4, late: 1, askable: 1 })
  const found = await shop.user.ok('GET /api/prealerts', { query: { search: 'pre-0002', view: 'all' } })
  expect(found.data.map(({ tracking }) => tracking)).toEqual(['PRE-0002'])
})

test('a number is announced once, until its pre-alert is cancelled', async () => {
  const other = await addOther(shop)
  const first = await announce(shop)
  const body = draft(shop, { clientId: other.id })
  const refused = await shop.user.refused('POST /api/prealerts', { body })
  expect(refused).toMatchObject({
    status: 409,
    code: 'prealert_exists',
    fields: { tracking: 'Este tracking ya está avisado por Ana Núñez Báez' },
  })
  await shop.user.ok('DELETE /api/prealerts/:id', { params: { id: first.id } })
  const second = (await shop.user.ok('POST /api/prealerts', { body })).data
  expect(await list(shop, 'all')).toEqual([
    ['TBA309482119977', 'expected'],
    ['TBA309482119977', 'cancelled'],
  ])
  const edit = {
    params: { id: second.id },
    body: { ...body, claimNote: 'Reclamada a Amazon', version: second.version },
  }
  expect((await shop.user.ok('PUT /api/prealerts/:id', edit)).data.claimNote).toBe('Reclamada a Amazon')
  expect(await shop.user.refused('PUT /api/prealerts/:id', edit)).toMatchObject({ status: 409, code: 'stale' })
  expect((await shop.user.refused('DELETE /api/prealerts/:id', { params: { id: first.id } })).status).toBe(404)
})

test('of many who announce one number at once one does', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => shop.user.send('POST /api/prealerts', { body: draft(shop) })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
})

test('a scan finds the pre-alert of its number, and the package that is received has what was announced', async () => {
  await announce(shop)
  const query = { code: 'tba309482119977' }
  const scanned = await shop.user.ok('GET /api/receptions/package', { query })
  expect(scanned).toMatchObject({
    data: null,
    prealert: { client: { id: shop.client.id }, description: 'Ropa de bebé' },
  })
  const { data } = await shop.user.ok('POST /api/receptions', {
    body: {
      tracking: 'TBA309482119977',
      shippingMethod: 'aereo',
      clientId: shop.client.id,
      weight: 1.45,
      weightSource: 'scale',
    },
  })
  const { data: saved } = await shop.user.ok('GET /api/packages/:id', { params: { id: data.package.id } })
  expect(saved).toMatchObject({ description: 'Ropa de bebé', provider: 'Amazon', declaredValue: 46 })
  expect((await shop.user.ok('GET /api/receptions/package', { query })).prealert).toBeUndefined()
})

test('a package that came without its client is offered first to the one who announced it, and gets what was announced', async () => {
  const other = await addOther(shop)
  const unowned = await shop.receive({
    tracking: 'TBA309482119977',
    clientId: null,
    clientPackageName: shop.client.casillero,
  })
  await announce(shop, { clientId: other.id })
  expect(await list(shop, 'received')).toEqual([['TBA309482119977', 'received']])
  const [row] = (await shop.user.ok('GET /api/packages/unowned', {})).data
  expect(row?.candidates.map(({ id, isAnnounced = false }) => [id, isAnnounced])).toEqual([
    [other.id, true],
    [shop.client.id, false],
  ])
  const assigned = await shop.user.ok('POST /api/packages/:id/owner', {
    params: { id: unowned.id },
    body: { clientId: other.id },
  })
  expect(assigned.data).toMatchObject({ description: 'Ropa de bebé', provider: 'Amazon', declaredValue: 46 })
})

test('a client announces purchases on their pages, sees those that are late, and takes one back', async () => {
  const other = await addOther(shop)
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  const visit = (path: string, form?: Record<string, string>) =>
    visitPage(world, shop.host, path, { secret, ...(form ? { form } : {}) })
  const form = {
    tracking: 'TBA 309482119977',
    description: 'Ropa <b>',
    store: 'Amazon',
    declaredValue: '46,50',
    expectedOn: '22/11',
  }
  const sent = await visit('/mi/avisar', form)
  expect(sent.headers.location).toBe('/mi/avisar?listo')
  const [made] = (await shop.user.ok('GET /api/prealerts', {})).data
  expect(made).toMatchObject({
    tracking: 'TBA309482119977',
    declaredValue: 46.5,
    expectedOn: '2026-11-22',
    isOwn: true,
    client: { id: shop.client.id },
  })
  const page = await visit('/mi/avisar?listo')
  expect(page.body).toContain('Gracias, quedó anotado.')
  expect(page.body).toContain('Ropa &lt;b&gt;')
  expect(page.body).toContain('Debió llegar hace 3 días')
  expect((await visit('/mi/avisar', form)).body).toContain('Ya avisó este número')
  await announce(shop, { tracking: 'PRE-0002', clientId: other.id })
  const foreign = await visit('/mi/avisar', { ...form, tracking: 'pre-0002' })
  expect(foreign.body).toContain('Este número ya está avisado; escríbanos y lo revisamos')
  expect(foreign.body).not.toContain('Luz')
  expect((await visit('/mi/avisar', { ...form, tracking: '', declaredValue: 'mucho' })).body).toContain(
    'Ingrese un valor válido',
  )
  for (const declaredValue of ['C$ 1,700', '1700 córdobas'])
    expect((await visit('/mi/avisar', { ...form, tracking: 'TBA309482119988', declaredValue })).body).toContain(
      'Escríbalo en dólares, no en córdobas',
    )
  await visit(`/mi/avisar/${made?.id}`, {})
  expect(await list(shop, 'expected')).toEqual([['PRE-0002', 'expected']])
})

test('a client who types several numbers is shown them, and confirms a purchase for each', async () => {
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  const form = { tracking: 'Mi tracking: TBA502887274000, #TBA502887274001.', store: 'Amazon' }
  const visit = (more: Record<string, string> = {}) =>
    visitPage(world, shop.host, '/mi/avisar', { secret, form: { ...form, ...more } })
  const asked = await visit()
  expect(asked.body).toContain('TBA502887274000, TBA502887274001')
  expect(asked.body).toContain('Avisar las 2 compras')
  expect(await list(shop, 'expected')).toEqual([])
  const several = 'TBA502887274000 TBA502887274001'
  expect((await visit({ several: 'TBA502887274000 TBA502887274009' })).body).toContain('Avisar las 2 compras')
  expect((await visit({ several })).headers.location).toBe('/mi/avisar?listo')
  expect((await list(shop, 'expected')).map(([tracking]) => tracking)).toEqual(several.split(' '))
  expect((await visit({ tracking: 'Mi tracking: TBA502887274002.' })).headers.location).toBe('/mi/avisar?listo')
  expect((await visit({ tracking: '#TBA502887274002' })).body).toContain('Ya avisó este número')
})

test('the pre-alerts of clients who are merged are those of the one who stays', async () => {
  const other = await addOther(shop)
  await announce(shop)
  await shop.admin.ok('POST /api/clients/:id/merge', {
    params: { id: shop.client.id },
    body: { intoClientId: other.id },
  })
  const { data } = await shop.user.ok('GET /api/prealerts', {})
  expect(data.map(({ client }) => client.id)).toEqual([other.id])
})

test('a client who is deleted expects nothing any more, and the number is free for another one', async () => {
  const other = await addOther(shop)
  await announce(shop, { clientId: other.id })
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: other.id } })
  expect(await list(shop, 'expected')).toEqual([])
  expect((await announce(shop)).client.id).toBe(shop.client.id)
})

/** Announces a purchase from a client's device, with a file unless its content is empty. */
async function sendPurchase(secret: string, tracking: string, content: string) {
  const file = { name: 'file', content, filename: 'factura.pdf', type: 'application/pdf' }
  const { contentType, payload } = formOf([{ name: 'tracking', content: tracking }, file])
  const headers = { host: shop.host, origin: `http://${shop.host}`, cookie: `mi=${secret}` }
  const sent = { ...headers, 'content-type': contentType }
  return await world.app.inject({ method: 'POST', url: '/mi/avisar', headers: sent, payload })
}

test('the store’s invoice that a client sends with a purchase is seen by staff and by that client alone', async () => {
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  const send = (tracking: string, content: string) => sendPurchase(secret, tracking, content)
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

test('the file of a cancelled purchase goes within the hour, and 30 MB of a client in a day are enough, for its client alone', async () => {
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  const kept = async () => {
    await world.database.withoutCompany((db) => sql`select sweep_expired()`.execute(db))
    const { rows } = await world.owner.query(
      'select from received_files where company_id = $1 and content is not null',
      [shop.id],
    )
    return rows.length
  }
  for (const tracking of ['PRE-0001', 'PRE-0002']) await sendPurchase(secret, tracking, `%PDF-1.7 ${tracking}`)
  expect(await kept()).toBe(2)
  const [first] = (await shop.viewer.ok('GET /api/prealerts', {})).data
  await visitPage(world, shop.host, `/mi/avisar/${first?.id}`, { secret, form: {} })
  expect(await kept()).toBe(1)

  await world.owner.query(
    `insert into received_files (company_id, client_id, kind, digest, bytes, created_at)
     select $1, $2, 'pdf', sha256(''), 5 * 1024 * 1024, '2026-11-25T15:00:00Z' from generate_series(1, 6)`,
    [shop.id, shop.client.id],
  )
  expect((await sendPurchase(secret, 'PRE-0003', '%PDF-1.7')).body).toContain('Ya se recibieron muchos archivos')
  expect((await sendPurchase(secret, 'PRE-0003', '')).headers.location).toBe('/mi/avisar?listo')
  const other = await addClientAccess(world, shop, (await addOther(shop)).id)
  expect((await sendPurchase(other.secret, 'PRE-0004', '%PDF-1.7')).headers.location).toBe('/mi/avisar?listo')
  world.setTime(new Date('2026-11-26T15:30:00Z'))
  expect((await sendPurchase(secret, 'PRE-0005', '%PDF-1.7')).headers.location).toBe('/mi/avisar?listo')
})

test('staff give a purchase the store’s invoice, also when it has come, and a later file takes the place of an earlier one', async () => {
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
const messenger = shareMessenger(world)

const announceLate = async (shop: Shop, more: object = {}) => {
  const purchase = { ...prealertBody(shop, '2026-11-22'), tracking: 'TBA309482119977', description: 'Ropa de bebé' }
  return (await shop.user.ok('POST /api/prealerts', { body: { ...purchase, ...more } })).data
}

test('a client is asked about a purchase that should have arrived, once in seven days, and not where it came meanwhile', async () => {
  const session = await messenger.link(shop)
  const ask = (id: string) => shop.user.send('POST /api/prealerts/:id/ask', { params: { id } })
  const due = await announceLate(shop, { tracking: 'PRE-0001', expectedOn: '2026-11-26' })
  expect((await ask(due.id)).json()).toMatchObject({ code: 'prealert_not_late' })
  const late = await announceLate(shop)
  expect((await ask(late.id)).statusCode).toBe(201)
  await messenger.until(() => messenger.fake.sentBy(session).length > 0)
  expect(messenger.fake.sentBy(session)[0]?.text).toContain(
    'Tracking: TBA309482119977\nTienda: Amazon\nCompra: Ropa de bebé\nSe esperaba: 22 nov 2026',
  )
  const again = await ask(late.id)
  expect([again.statusCode, again.json().message]).toEqual([
    409,
    'Ya se le preguntó al cliente el 25 nov 2026; otra vez, desde el 2 dic 2026',
  ])
  await world.owner.query(`update prealerts set asked_at = asked_at - interval '7 days' where id = $1`, [late.id])
  expect((await ask(late.id)).statusCode).toBe(201)
})

test('clients are asked at once about all purchases that should have arrived, each once, and are told apart from those who cannot be', async () => {
  const other = await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })
  const quiet = await shop.addClient({ firstName: 'Iris', lastNames: 'Paz' })
  await world.owner.query('update clients set messages_allowed = false where id = $1', [quiet.id])
  await announceLate(shop, { tracking: 'PRE-0001' })
  await announceLate(shop, { tracking: 'PRE-0002', clientId: other.id })
  await announceLate(shop, { tracking: 'PRE-0003', clientId: quiet.id })
  await announceLate(shop, { tracking: 'PRE-0004', expectedOn: '2026-11-25' })
  const asked = await announceLate(shop, { tracking: 'PRE-0005' })
  await announceLate(shop, { tracking: 'PRE-0006' })
  await shop.receive({ tracking: 'PRE-0006', shouldNotifyStorage: false })
  await shop.user.ok('POST /api/prealerts/:id/ask', { params: { id: asked.id } })
  expect((await shop.user.ok('GET /api/prealerts/counts')).data).toEqual({ expected: 5, late: 4, askable: 2 })
  const answers = await Promise.all([shop.user.ok('POST /api/prealerts/ask'), shop.admin.ok('POST /api/prealerts/ask')])
  const [first, second] = answers.map(({ data }) => data).toSorted((one, two) => two.asked - one.asked)
  expect(first).toEqual({ asked: 2, askedBefore: 1, unwanted: 1, unreachable: 0 })
  expect(second).toEqual({ asked: 0, askedBefore: 3, unwanted: 1, unreachable: 0 })
  const messages = (await shop.admin.ok('GET /api/messages', {})).data
  expect(messages).toHaveLength(3)
  expect(new Set(messages.map(({ state }) => state))).toEqual(new Set(['queued']))
  await world.owner.query(`update prealerts set asked_at = asked_at - interval '7 days'`)
  expect((await shop.user.ok('GET /api/prealerts/counts')).data.askable).toBe(3)
})

test('a question about a purchase that came meanwhile does not leave', async () => {
  const { id } = await announceLate(shop)
  const asked = await shop.user.ok('POST /api/prealerts/:id/ask', { params: { id } })
  await shop.receive({ tracking: 'TBA309482119977' })
  const session = await messenger.link(shop)
  const find = async () =>
    (await shop.admin.ok('GET /api/messages', {})).data.find((message) => message.id === asked.data.id)
  await messenger.until(async () => (await find())?.state === 'cancelled')
  expect((await find())?.error).toBe('La compra llegó o se anuló antes de que saliera el aviso')
  expect(messenger.fake.sentBy(session)).toEqual([])
})

test('a package that its client announced is told by the text of pre-alerts in place of the usual one, where the company has it', async () => {
  const session = await messenger.link(shop)
  const receive = async (tracking: string, clientId = shop.client.id) => {
    const before = messenger.fake.sentBy(session).length
    await shop.receive({ tracking, clientId, description: 'Tenis', statusId: shop.statuses.received })
    await messenger.until(() => messenger.fake.sentBy(session).length > before)
    return messenger.fake
      .sentBy(session)
      .slice(before)
      .map(({ text }) => text)
  }
  const usual = expect.stringContaining('recibimos su paquete en la bodega de Miami')
  await announceLate(shop, { tracking: 'PRE-0001' })
  expect(await receive('PRE-0001')).toEqual([usual])
  await shop.admin.ok('PUT /api/companies/update', { body: { hasPrealertNotice: true } })
  await announceLate(shop, { tracking: 'PRE-0002' })
  expect(await receive('PRE-0002')).toEqual([expect.stringMatching(/la \*compra que nos avisó\*[\s\S]*Compra: Tenis/)])
  expect(await receive('PRE-0003')).toEqual([usual])
  await announceLate(shop, { tracking: 'PRE-0004' })
  const other = await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })
  expect(await receive('PRE-0004', other.id)).toEqual([usual])
})
