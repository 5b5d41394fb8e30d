import type { Api } from '@casillero/shared/contract/api'
import { expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { shareShop, shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = shareShop(world)

const draft = (values: Partial<Api['POST /api/list-views']['body']> = {}) => ({
  list: 'packages' as const,
  name: 'Listos más de 15 días',
  query: 'statusSince=16&shippingMethod=aereo',
  ...values,
})
const add = async (actor: Actor, values?: Parameters<typeof draft>[0]) =>
  (await actor.ok('POST /api/list-views', { body: draft(values) })).data
const namesOf = async (actor: Actor, list: 'packages' | 'clients' = 'packages') =>
  (await actor.ok('GET /api/list-views', { query: { list } })).data.map(({ name, isShared, isOwn }) => [
    name,
    isShared,
    isOwn,
  ])

test('a user sees the own views first, then those for all, of that list alone', async () => {
  const own = await openShop(world)
  await add(own.user, { name: 'Zapatos' })
  await add(own.user, { name: 'Con deuda', list: 'clients' })
  await add(own.admin, { name: 'Aduana', isShared: true })
  await add(own.admin, { name: 'Solo mía' })
  expect(await namesOf(own.user)).toEqual([
    ['Zapatos', false, true],
    ['Aduana', true, false],
  ])
  expect(await namesOf(own.user, 'clients')).toEqual([['Con deuda', false, true]])
  expect(await namesOf(own.viewer)).toEqual([['Aduana', true, false]])
})

test('a view that is for all is made, changed and deleted by admins alone', async () => {
  const refused = await shop.user.send('POST /api/list-views', { body: draft({ isShared: true }) })
  expect(refused.statusCode).toBe(403)
  const { id, version } = await add(shop.admin, { name: 'Para todos', isShared: true })
  const params = { id }
  const change = { params, body: { ...draft({ name: 'Otra' }), version } }
  expect((await shop.user.send('PUT /api/list-views/:id', change)).statusCode).toBe(403)
  expect((await shop.user.send('DELETE /api/list-views/:id', { params })).statusCode).toBe(403)
  const own = await add(shop.user, { name: 'Mía' })
  const shared = { params: { id: own.id }, body: draft({ name: 'Mía', isShared: true }) }
  expect((await shop.user.send('PUT /api/list-views/:id', shared)).statusCode).toBe(403)
  await shop.admin.ok('DELETE /api/list-views/:id', { params })
  expect(await namesOf(shop.user)).not.toContainEqual(['Para todos', true, false])
})

test('the own view of another user is not found, not even by an admin', async () => {
  const { id } = await add(shop.user, { name: 'Privada' })
  const params = { id }
  expect((await shop.admin.send('PUT /api/list-views/:id', { params, body: draft() })).statusCode).toBe(404)
  expect((await shop.admin.send('DELETE /api/list-views/:id', { params })).statusCode).toBe(404)
})

test('a view is renamed and gets other filters, and a stale change of it is refused', async () => {
  const { id, version } = await add(shop.user, { name: 'Vieja' })
  const params = { id }
  const body = { ...draft({ name: 'Nueva', query: 'invoiced=false' }), version }
  expect((await shop.user.ok('PUT /api/list-views/:id', { params, body })).data).toMatchObject({
    name: 'Nueva',
    query: 'invoiced=false',
  })
  const stale = await shop.user.send('PUT /api/list-views/:id', { params, body })
  expect(stale.json()).toMatchObject({ code: 'stale' })
})

test('a name that the user has in that list is refused at its field, in whatever case, and free again after deleting', async () => {
  const { id } = await add(shop.user, { name: 'Repetida' })
  const again = await shop.user.send('POST /api/list-views', { body: draft({ name: 'REPETIDA' }) })
  expect(again.statusCode).toBe(409)
  expect(Object.keys(again.json().fields)).toEqual(['name'])
  await add(shop.viewer, { name: 'Repetida' })
  await add(shop.user, { name: 'Repetida', list: 'invoices' })
  await shop.user.ok('DELETE /api/list-views/:id', { params: { id } })
  await add(shop.user, { name: 'Repetida' })
})

test.each([{ name: ' ' }, { name: 'x'.repeat(41) }, { query: '<script>' }, { query: 'a'.repeat(2001) }])(
  'a view with %j is refused',
  async (values) => {
    expect((await shop.user.send('POST /api/list-views', { body: draft(values) })).statusCode).toBe(400)
  },
)

test('a list with thirty views of a user takes no more, not even from another list or from those for all', async () => {
  const own = await openShop(world)
  for (let number = 1; number <= 30; number += 1) await add(own.admin, { name: `Vista ${number}` })
  expect((await own.admin.send('POST /api/list-views', { body: draft() })).json()).toMatchObject({
    code: 'too_many_views',
  })
  await add(own.user)
  const moved = await add(own.admin, { name: 'De clientes', list: 'clients' })
  const shared = await add(own.admin, { name: 'De todos', isShared: true })
  for (const { id, name, version } of [moved, shared]) {
    const refused = await own.admin.refused('PUT /api/list-views/:id', {
      params: { id },
      body: { ...draft({ name }), version },
    })
    expect(refused.code).toBe('too_many_views')
  }
  const renamed = {
    params: { id: shared.id },
    body: { ...draft({ name: 'Otra', isShared: true }), version: shared.version },
  }
  expect((await own.admin.ok('PUT /api/list-views/:id', renamed)).data.name).toBe('Otra')
})
