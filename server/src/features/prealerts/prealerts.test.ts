import { beforeEach, expect, test } from 'vitest'
import { addClientAccess, visitPage } from '../../../../tests/support/client-pages.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
beforeEach(() => world.setTime(new Date('2026-11-25T16:00:00Z')))

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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => shop.user.send('POST /api/prealerts', { body: draft(shop) })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
})

test('a scan finds the pre-alert of its number, and the package that is received has what was announced', async () => {
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  await visit(`/mi/avisar/${made?.id}`, {})
  expect(await list(shop, 'expected')).toEqual([['PRE-0002', 'expected']])
})

test('a client who types several numbers is shown them, and confirms a purchase for each', async () => {
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
  const other = await addOther(shop)
  await announce(shop, { clientId: other.id })
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: other.id } })
  expect(await list(shop, 'expected')).toEqual([])
  expect((await announce(shop)).client.id).toBe(shop.client.id)
})
