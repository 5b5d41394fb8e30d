import { proposedHours } from '@casillero/shared/domain/opening-hours'
import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)

const minute = (count: number) => new Date(Date.parse('2026-11-25T15:00:00Z') + count * 60_000).toISOString()
const write = (text: string, at: string) => shop.receiveChat({ text, at })
const get = async (id: string) => (await shop.user.ok('GET /api/conversations/:id', { params: { id } })).data
const list = async (query: object = {}) =>
  (await shop.user.ok('GET /api/conversations', { query: { state: 'all', ...query } })).data
const read = async (id: string, query: object = {}) =>
  (await shop.user.ok('GET /api/conversations/:id/messages', { params: { id }, query })).data
const note = async (id: string, text: string) =>
  (await shop.user.ok('POST /api/conversations/:id/notes', { params: { id }, body: { text } })).data
const reply = async (id: string, text: string) =>
  (await shop.user.ok('POST /api/conversations/:id/messages', { params: { id }, body: { text } })).data
async function assign(id: string, assigneeId: string | null, values: object = {}) {
  const { isWaiting, version, client } = await get(id)
  const body = { attended: !isWaiting, clientId: client?.id ?? null, assigneeId, version, ...values }
  return (await shop.user.ok('PUT /api/conversations/:id', { params: { id }, body })).data
}

test('a search shows the newest message with all the words, of the client, of staff and of a note, and gives each of them', async () => {
  const id = await write('La caja de Wálmart viene rota', minute(0))
  await write(`${'Buenas tardes. '.repeat(20)}¿Y la caja de Walmart?`, minute(1))
  await write('La caja', minute(2))
  const other = await shop.receiveChat({ phone: '50577231180', text: 'Walmart' })
  const [row, ...others] = await list({ search: 'walmart CAJA' })
  expect(others).toEqual([])
  expect(row?.hit?.text).toMatch(/^….{12,30}¿Y la caja de Walmart\?$/)
  const findHits = async (of: string, search: string) =>
    (await shop.user.ok('GET /api/conversations/:id/hits', { params: { id: of }, query: { search } })).data
  expect((await findHits(id, 'walmart CAJA')).map(({ at }) => at.slice(14, 16))).toEqual(['01', '00'])
  const written = [await reply(id, 'La caja de Walmart ya salió'), await note(id, 'Caja: Walmart la repone')]
  expect((await findHits(id, 'caja walmart')).slice(0, 2).map((hit) => hit.id)).toEqual(
    written.map((entry) => entry.id).toReversed(),
  )
  expect((await list({ search: 'repone' }))[0]?.hit).toMatchObject({ text: 'Caja: Walmart la repone' })
  // Words of the client alone find the chat, and no message.
  expect((await list({ search: shop.client.casillero })).map(({ hit }) => hit)).toEqual([null])
  expect(await findHits(other, 'caja')).toEqual([])
  const foreign = await openShop(world)
  const asked = { params: { id }, query: { search: 'caja' } }
  expect((await foreign.user.refused('GET /api/conversations/:id/hits', asked)).code).toBe('not_found')
})

test('a thread opens around a message and is read on both ways, each entry once, also where several have one moment', async () => {
  let id = ''
  // Two messages in each second, which WhatsApp gives as one moment.
  for (let count = 0; count < 12; count++) id = await write(`m${count}`, minute(Math.floor(count / 2)))
  const all = (await read(id)).entries
  const middle = all[5]?.id ?? ''
  const seen = await read(id, { around: middle, limit: '3' })
  expect(seen.entries.map((entry) => entry.id)).toContain(middle)
  let { entries } = seen
  for (let before = seen.before; before !== null; ) {
    const older = await read(id, { before, limit: '3' })
    entries = [...older.entries, ...entries]
    before = older.before
  }
  for (let after = seen.after; after !== null; ) {
    const newer = await read(id, { after, limit: '3' })
    entries = [...entries, ...newer.entries]
    after = newer.after
  }
  expect(entries.map((entry) => entry.id)).toEqual(all.map((entry) => entry.id))
  const other = await shop.receiveChat({ phone: '50577231180' })
  const foreign = { params: { id: other }, query: { around: middle } }
  expect((await shop.user.refused('GET /api/conversations/:id/messages', foreign)).code).toBe('not_found')
})

test('a note stands in the thread alone: it attends nothing, leaves by no queue, and no page or list of the client has it', async () => {
  const id = await shop.receiveChat()
  const text = 'Ojo: paga tarde'
  const entry = await note(id, text)
  expect(entry).toMatchObject({ source: 'note', author: 'user Prueba', text, state: null })
  expect((await read(id)).entries.at(-1)).toEqual(entry)
  expect(await get(id)).toMatchObject({ isWaiting: true, last: { text: '¿Me lo guarda hasta el lunes?' } })
  const { rows } = await world.owner.query<{ table: string; has: boolean }>(
    `select t.table, (xpath('/row/c/text()', query_to_xml(format(
       'select count(*) as c from %I x where x.company_id = %L and x::text like %L', t.table, $1::text, '%paga tarde%'), false, true, '')))[1]::text <> '0' as has
     from (select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
           where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace) t`,
    [shop.id],
  )
  expect(rows.filter(({ has }) => has).map(({ table }) => table)).toEqual(['audit_entries', 'conversation_notes'])
  expect(
    (await shop.viewer.refused('POST /api/conversations/:id/notes', { params: { id }, body: { text } })).code,
  ).toBe('forbidden')
})

test('a conversation that is given to a colleague waits for them, is listed as theirs, and is for all when they are gone', async () => {
  const id = await shop.receiveChat()
  const second = await shop.receiveChat({ phone: '50577231180' })
  await reply(id, 'Con gusto')
  const helper = await shop.addUser('user')
  const mine = async () => ({
    listed: (await helper.ok('GET /api/conversations', { query: { state: 'waiting', assigned: 'me' } })).data.map(
      (row) => row.id,
    ),
    counted: (await helper.ok('GET /api/conversations/counts')).data.mine,
  })
  expect(await mine()).toEqual({ listed: [], counted: 0 })
  expect(await assign(id, helper.userId)).toMatchObject({ isWaiting: true, assignee: { id: helper.userId } })
  expect(await mine()).toEqual({ listed: [id], counted: 1 })
  expect((await list({ assigned: 'none' })).map((row) => row.id)).toEqual([second])
  // Nothing assigns by itself, and a body without it leaves it.
  expect(await assign(id, null, { assigneeId: undefined, attended: true })).toMatchObject({
    isWaiting: false,
    assignee: { id: helper.userId },
  })
  await reply(second, 'Buenas')
  expect((await get(second)).assignee).toBeNull()
  // What is taken for oneself waits for no other user.
  expect(await assign(second, shop.user.userId)).toMatchObject({ isWaiting: false })
  const colleagues = async () => (await shop.user.ok('GET /api/conversations/colleagues')).data.map((one) => one.id)
  expect(await colleagues()).toEqual(expect.arrayContaining([helper.userId, shop.admin.userId]))
  expect(await colleagues()).not.toContain(shop.viewer.userId)
  const change = async (values: object) => {
    const { user } = await shop.admin.ok('GET /api/users/:id', { params: { id: helper.userId } })
    const { firstName, lastName, email, phone, cedula, version } = user
    const body = { firstName, lastName, email, phone, cedula, type: 'user' as const, version, ...values }
    await shop.admin.ok('PUT /api/users/:id', { params: { id: helper.userId }, body: { ...body, password: '' } })
  }
  for (const [gone, back] of [
    [{ status: 'inactive' }, { status: 'active' }],
    [{ denials: ['conversations'] }, { denials: [] }],
    [{ type: 'viewer' }, { type: 'user' }],
  ]) {
    await assign(id, helper.userId)
    await change(gone ?? {})
    expect((await get(id)).assignee).toBeNull()
    const { version, client } = await get(id)
    const body = { attended: true, clientId: client?.id ?? null, assigneeId: helper.userId, version }
    expect((await shop.user.refused('PUT /api/conversations/:id', { params: { id }, body })).code).toBe('not_colleague')
    await change(back ?? {})
    expect((await get(id)).assignee).toBeNull()
  }
  const { version, client } = await get(id)
  const body = { attended: true, clientId: client?.id ?? null, assigneeId: helper.userId, version }
  const statement = `update users set status = 'inactive' where id = $1`
  await holding(world.owner, [statement, [helper.userId]], async (holder) => {
    const giving = shop.user.refused('PUT /api/conversations/:id', { params: { id }, body })
    await untilBlocked(world.owner, 1)
    await holder.query('commit')
    expect((await giving).code).toBe('not_colleague')
  })
  await change({ status: 'active' })
  await assign(id, helper.userId)
  await shop.admin.ok('DELETE /api/users/:id', { params: { id: helper.userId } })
  expect((await get(id)).assignee).toBeNull()
  expect((await get(second)).assignee).toMatchObject({ id: shop.user.userId })
})

test('an answer keeps how long the client had waited in the opening hours of then, and one for which no client waited keeps nothing', async () => {
  const waitedOf = async (id: string) =>
    (
      await world.owner.query<{ seconds: number | null }>(
        'select waited_seconds as seconds from messages where id = $1',
        [id],
      )
    ).rows[0]?.seconds
  const id = await shop.receiveChat()
  const wait = (since: string) =>
    world.owner.query('update conversations set waiting_since = $2 where id = $1', [id, since])
  world.setTime(new Date('2026-11-24T15:00:00Z'))
  await wait('2026-11-24T14:50:00Z')
  expect(await waitedOf((await reply(id, 'Buenas')).id)).toBe(600)
  expect(await waitedOf((await reply(id, 'Otra cosa')).id)).toBeNull()
  await shop.admin.ok('PUT /api/companies/update', { body: { openingHours: proposedHours } })
  await shop.receiveChat({ text: 'Una pregunta', at: '2026-11-24T15:00:01Z' })
  // From Monday 16:50 to Tuesday 8:05 in Managua: closed from 17:00 to 8:00.
  await wait('2026-11-23T22:50:00Z')
  world.setTime(new Date('2026-11-24T14:05:00Z'))
  const { id: replyId } = await reply(id, 'Ya le ayudo')
  expect(await waitedOf(replyId)).toBe(15 * 60)
})
