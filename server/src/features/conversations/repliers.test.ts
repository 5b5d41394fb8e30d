import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import type { Company } from '../../../../tests/support/world.ts'

type Actor = Company['user']

const world = openWorld()
let shop: Shop
let id: string
beforeEach(async () => {
  world.setTime(undefined)
  shop = await openShop(world)
  id = await shop.receiveChat()
})

const say = (by: Actor, replying: boolean, params = { id }) =>
  by.ok('PUT /api/conversations/:id/replying', { params, body: { replying } })
const listRepliers = async (reader: Actor, params = { id }) =>
  (await reader.ok('GET /api/conversations/:id/messages', { params })).data.repliers
const countRows = async () => {
  const { rows } = await world.owner.query<{ count: number }>(
    'select count(*)::int as count from conversation_repliers where company_id = $1',
    [shop.id],
  )
  return rows[0]?.count
}

test('a user who writes a reply is shown to the colleagues who read the thread, and not to themselves', async () => {
  await say(shop.user, true)
  expect([await listRepliers(shop.admin), await listRepliers(shop.user)]).toEqual([['user'], []])
  // Two users have the same first name now, and both write.
  const third = await shop.addUser('user')
  await say(third, true)
  await world.owner.query(`update users set last_name = 'Mendoza' where id = $1`, [third.userId])
  expect(await listRepliers(shop.admin)).toEqual(['user Mendoza', 'user Prueba'])
  expect(await listRepliers(third)).toEqual(['user Prueba'])
  await say(shop.user, false)
  expect(await listRepliers(shop.admin)).toEqual(['user Mendoza'])
})

test('a user is shown as replying in the conversation in which they write alone, and to no other company', async () => {
  const neighbour = await openShop(world)
  const [second, theirs] = [
    { id: await shop.receiveChat({ phone: '50577231180' }) },
    { id: await neighbour.receiveChat() },
  ]
  await say(shop.user, true)
  await say(neighbour.user, true, theirs)
  expect([await listRepliers(shop.admin, second), await listRepliers(neighbour.admin, theirs)]).toEqual([[], ['user']])
  const refused = await neighbour.admin.refused('GET /api/conversations/:id/messages', { params: { id } })
  expect(refused.code).toBe('not_found')
  // The end in one conversation is none in the other.
  await say(shop.user, true, second)
  await say(shop.user, false, second)
  expect([await listRepliers(shop.admin, second), await listRepliers(shop.admin)]).toEqual([[], ['user']])
})

test('a user who says no more is shown as replying for eight seconds, and one who says it again for eight from then', async () => {
  const begin = Date.now()
  const after = (seconds: number) => world.setTime(new Date(begin + seconds * 1000))
  after(0)
  await say(shop.user, true)
  after(7)
  expect(await listRepliers(shop.admin)).toEqual(['user'])
  await say(shop.user, true)
  after(14.9)
  expect(await listRepliers(shop.admin)).toEqual(['user'])
  after(15)
  expect(await listRepliers(shop.admin)).toEqual([])
  expect(await countRows()).toBe(1)
  after(16)
  await world.database.withoutCompany((db) => sql`select sweep_expired()`.execute(db))
  expect(await countRows()).toBe(0)
})

test('writing a reply leaves the version and the log of the conversation as they are, so that “Atendida” holds', async () => {
  const { data: before } = await shop.admin.ok('GET /api/conversations/:id', { params: { id } })
  const readLog = async () => (await shop.admin.ok('GET /api/audit')).pagination.total
  const logged = await readLog()
  await say(shop.user, true)
  await say(shop.user, true)
  expect(await readLog()).toBe(logged)
  const body = { attended: true, clientId: shop.client.id, version: before.version }
  const { data: attended } = await shop.admin.ok('PUT /api/conversations/:id', { params: { id }, body })
  expect(attended.isWaiting).toBe(false)
})

test('a user who may answer, and no other, says that they write a reply, in a conversation of their company whose number is known', async () => {
  const other = await openShop(world)
  const refuse = async (by: Actor, params = { id }) =>
    (await by.refused('PUT /api/conversations/:id/replying', { params, body: { replying: true } })).code
  const hidden = await shop.receiveChat({ phone: null, alias: '987@lid' })
  const helper = await shop.addUser('user')
  await world.owner.query(`update users set denials = '{conversations}' where id = $1`, [helper.userId])
  expect([
    await refuse(other.admin),
    await refuse(shop.viewer),
    await refuse(helper),
    await refuse(shop.user, { id: hidden }),
  ]).toEqual(['not_found', 'forbidden', 'permission_denied', 'number_hidden'])
  expect(await countRows()).toBe(0)
})

const send = (text: string, lastSeenReplyId?: string | null, key = randomUUID()) => ({
  params: { id },
  body: { text, lastSeenReplyId },
  headers: { 'Idempotency-Key': key },
})
const reply = 'POST /api/conversations/:id/messages'
const countReplies = async () => {
  const { data } = await shop.admin.ok('GET /api/conversations/:id/messages', { params: { id } })
  return data.entries.filter(({ source }) => source === 'user').length
}

test('a user who answers within 20 seconds after a colleague is asked once, by which answer, and sends theirs by the same key', async () => {
  const begin = Date.now()
  const after = (seconds: number) => world.setTime(new Date(begin + seconds * 1000))
  after(0)
  const key = randomUUID()
  const { data: first } = await shop.admin.ok(reply, send('Ya puede retirarlo', null, key))
  after(4)
  // Their own answer asks nothing, and a repeated send gets the first answer.
  const mine = randomUUID()
  const refusal = await shop.user.refused(reply, send('Abrimos a las 8', null, mine))
  expect(refusal).toMatchObject({
    code: 'answered_meanwhile',
    message: 'admin contestó hace 4 s: «Ya puede retirarlo»',
    details: { replyId: first.id },
  })
  expect(await countReplies()).toBe(1)
  await shop.admin.ok(reply, send('Hasta las 5', null))
  const again = await shop.user.refused(reply, send('Abrimos a las 8', first.id, mine))
  await shop.user.ok(reply, send('Abrimos a las 8', again.details?.replyId, mine))
  await shop.user.ok(reply, send('Abrimos a las 8', again.details?.replyId, mine))
  expect((await shop.admin.ok(reply, send('Ya puede retirarlo', null, key))).data.id).toBe(first.id)
  await shop.admin.ok(reply, send('Sin preguntar'))
  expect(await countReplies()).toBe(4)
  after(24)
  await shop.user.ok(reply, send('Con gusto', null))
})

test('of two users who answer at the same moment one is asked, and in another conversation or company neither is', async () => {
  const answers = await Promise.allSettled([
    shop.admin.ok(reply, send('Ya vino', null)),
    shop.user.ok(reply, send('Todavía no', null)),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await countReplies()).toBe(1)
  id = await shop.receiveChat({ phone: '50577231180' })
  await shop.user.ok(reply, send('Buenas', null))
  const neighbour = await openShop(world)
  id = await neighbour.receiveChat()
  await neighbour.user.ok(reply, send('Buenas', null))
})
