import type { Api } from '@casillero/shared/contract/api'
import { messageStates } from '@casillero/shared/domain/message-state'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { daysWithin, expectCombinations } from '../../../../tests/support/filters.ts'
import { notifyReady } from '../../../../tests/support/messenger.ts'
import { openShops, openWorld, shareShop } from '../../../../tests/support/open-world.ts'

const world = openWorld()
const shop = openShops(world)

const setState = (id: string, state: string) =>
  world.owner.query(
    `update messages set state = case when $2 = 'unconfirmed' then 'sent' else $2 end, attempts = 3,
       sent_at = case when $2 = 'unconfirmed' then now() - interval '25 hours' end where id = $1`,
    [id, state],
  )

const list = async (query: object, by = shop.admin) =>
  (await by.ok('GET /api/messages', { query })).data.map(({ id }) => id)

test('the messages of a client or of a package are shown to every user, newest first', async () => {
  const eva = await shop.addClient({ firstName: 'Eva' })
  const ids = [await notifyReady(shop), await notifyReady(shop, eva.id), await notifyReady(shop)]
  expect(await list({ clientId: shop.client.id }, shop.viewer)).toEqual([ids[2], ids[0]])
  const { data } = await shop.viewer.ok('GET /api/messages', { query: { clientId: eva.id } })
  const packageId = data[0]?.packages[0]?.id
  expect(await list({ packageId }, shop.viewer)).toEqual([ids[1]])
  expect(await list({ packageId, clientId: shop.client.id }, shop.user)).toEqual([])
})

test('the messages of the whole company are for admins', async () => {
  const id = await notifyReady(shop)
  for (const actor of [shop.user, shop.viewer]) {
    for (const query of [{}, { state: 'queued' as const }, { from: '2020-01-01' }]) {
      expect((await actor.refused('GET /api/messages', { query })).code).toBe('forbidden')
    }
    expect((await actor.refused('GET /api/messages/summary')).code).toBe('forbidden')
  }
  expect(await list({})).toEqual([id])
})

test('the messages can be cut to a state, to days and to a page', async () => {
  const ids = [await notifyReady(shop), await notifyReady(shop), await notifyReady(shop)]
  await setState(ids[0] ?? '', 'failed')
  await world.owner.query("update messages set created_at = '2026-03-02T05:59:59Z' where id = $1", [ids[1]])
  await world.owner.query("update messages set created_at = '2026-03-02T06:00:00Z' where id = $1", [ids[2]])
  expect(await list({ state: 'failed' })).toEqual([ids[0]])
  // The day is Managua's, six hours behind.
  expect(await list({ from: '2026-03-01', to: '2026-03-01' })).toEqual([ids[1]])
  expect(await list({ from: '2026-03-02', to: '2026-03-02' })).toEqual([ids[2]])
  expect(await list({ limit: '1', page: '2' })).toEqual([ids[2]])
  const { data, pagination } = await shop.admin.ok('GET /api/messages', { query: { page: '9', limit: '2' } })
  expect([data, pagination.total, pagination.pages]).toEqual([[], 3, 2])
})

test('a message without a receipt for a day is not confirmed, in the list, its filter and its export, and may be sent again', async () => {
  const [lost, fresh] = [await notifyReady(shop), await notifyReady(shop)]
  await setState(lost, 'unconfirmed')
  await setState(fresh, 'sent')
  expect(await list({ state: 'unconfirmed' })).toEqual([lost])
  expect(await list({ state: 'sent' })).toEqual([fresh])
  const { data } = await shop.admin.ok('GET /api/messages', { query: { state: 'unconfirmed' } })
  expect(data[0]).toMatchObject({ state: 'unconfirmed', error: expect.stringContaining('WhatsApp no lo confirmó') })
  const file = await shop.admin.send('GET /api/messages/export', { query: { format: 'csv', state: 'unconfirmed' } })
  expect(file.body).toContain('Sin confirmar')
  await world.owner.query('update messages set confirmed_at = now() where id = $1', [lost])
  expect(await list({ state: 'unconfirmed' })).toEqual([])
  await world.owner.query('update messages set confirmed_at = null where id = $1', [lost])
  const { data: again } = await shop.user.ok('POST /api/messages/:id/resend', { params: { id: lost } })
  expect(again.state).toBe('queued')
})

test('the summary of the queue counts waiting messages and the outcomes of today', async () => {
  const ids = []
  for (const _ of messageStates) ids.push(await notifyReady(shop))
  for (const [index, state] of messageStates.entries()) await setState(ids[index] ?? '', state)
  const yesterday = await notifyReady(shop)
  await world.owner.query("update messages set created_at = created_at - interval '1 day' where id = $1", [yesterday])
  const { data } = await shop.admin.ok('GET /api/messages/summary')
  expect(data.waiting).toBe(2)
  expect(data.today).toEqual(Object.fromEntries(messageStates.map((state) => [state, 1])))
  expect(Date.parse(data.nextAt ?? '')).not.toBeNaN()
})

test.each(['failed', 'unknown', 'expired', 'cancelled'])(
  'a message that is %s goes back into the queue under a new id',
  async (state) => {
    const id = await notifyReady(shop)
    const idOf = async () =>
      (await world.owner.query('select gateway_message_id as id from messages where id = $1', [id])).rows[0].id
    const before = await idOf()
    await setState(id, state)
    await world.owner.query(
      `update messages set error = 'x', expires_at = now() - interval '1 hour', sent_at = now(), confirmed_at = now()
         where id = $1`,
      [id],
    )
    await world.owner.query('update clients set chat_known_at = now() where id = $1', [shop.client.id])
    const { data } = await shop.user.ok('POST /api/messages/:id/resend', { params: { id } })
    expect(data).toMatchObject({ id, state: 'queued', attempts: 0, error: null })
    expect(Date.parse(data.expiresAt)).toBeGreaterThan(Date.now())
    expect(await idOf()).toMatch(/^3EB0[0-9A-F]{18}$/)
    expect(await idOf()).not.toBe(before)
    const { rows } = await world.owner.query('select sent_at, confirmed_at, to_stranger from messages where id = $1', [
      id,
    ])
    expect(rows).toEqual([{ sent_at: null, confirmed_at: null, to_stranger: false }])
  },
)

test.each(['queued', 'sending', 'sent', 'delivered', 'read'])(
  'sending again is refused for a message that is %s',
  async (state) => {
    const id = await notifyReady(shop)
    await setState(id, state)
    const refused = await shop.user.refused('POST /api/messages/:id/resend', { params: { id } })
    expect([refused.status, refused.code]).toEqual([409, 'message_not_resendable'])
  },
)

test('sending again goes to the number that the client has by now', async () => {
  const id = await notifyReady(shop)
  await setState(id, 'failed')
  const { firstName, lastNames, version } = shop.client
  const body = { firstName, lastNames, phone: '+505 8888 1111', version }
  await shop.user.ok('PUT /api/client/:id', { params: { id: shop.client.id }, body })
  expect((await shop.user.ok('POST /api/messages/:id/resend', { params: { id } })).data.phone).toBe('50588881111')
})

test('sending again is refused while the client wants no messages', async () => {
  const id = await notifyReady(shop)
  await setState(id, 'failed')
  const allow = (allowed: boolean) =>
    shop.user.ok('PUT /api/client/:id/messages', { params: { id: shop.client.id }, body: { allowed } })
  expect((await allow(false)).data.messagesAllowed).toBe(false)
  const refused = await shop.user.refused('POST /api/messages/:id/resend', { params: { id } })
  expect([refused.status, refused.code]).toEqual([409, 'client_wants_no_messages'])
  expect((await allow(true)).data.messagesAllowed).toBe(true)
  await shop.user.ok('POST /api/messages/:id/resend', { params: { id } })
})

test('sending again twice at once puts it back once', async () => {
  const id = await notifyReady(shop)
  await setState(id, 'unknown')
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => shop.user.send('POST /api/messages/:id/resend', { params: { id } })),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
})
const filled = shareShop(world)
const count = 160
let clients: string[] = []
let packages: string[] = []

type Row = { id: string; clientId: string; state: string; createdOn: string; createdAt: number; toldOf: string[] }
let rows: Row[] = []

/** Writes messages in every state some hours apart, two at a time, of which some tell of packages and some no longer do. */
beforeAll(async () => {
  const eva = await filled.addClient({ firstName: 'Eva' })
  clients = [filled.client.id, eva.id]
  packages = (await filled.receiveMany(3)).map(({ id }) => id)
  await world.owner.query('delete from message_packages where company_id = $1', [filled.id])
  await world.owner.query('delete from messages where company_id = $1', [filled.id])
  await world.owner.query(
    `insert into messages (company_id, event_key, client_id, template_id, phone, body, gateway_message_id, state, expires_at, created_at)
     select $1, 'f' || n, ($3::uuid[])[1 + n / 2 % 2], t.id, '50580000000', 'Hola', 'f' || n, ($4::text[])[1 + n % cardinality($4::text[])], now(),
            now() - n / 2 * interval '13 hours'
     from generate_series(1, $2::int) n, (select id from templates where company_id = $1 limit 1) t`,
    // One message of a company is on its way at a time.
    [filled.id, count, clients, messageStates.filter((state) => state !== 'sending' && state !== 'unconfirmed')],
  )
  await world.owner.query(
    `insert into message_packages (company_id, message_id, package_id, is_told)
     select m.company_id, m.id, p, substr(m.event_key, 2)::int % 5 <> 0
     from messages m cross join unnest($2::uuid[]) with ordinality as given (p, i)
     where m.company_id = $1 and substr(m.event_key, 2)::int % (1 + i) = 0`,
    [filled.id, packages],
  )
  const { rows: read } = await world.owner.query<Row>(
    `select m.id, m.client_id as "clientId", m.state, (m.created_at at time zone 'America/Managua')::date::text as "createdOn",
            extract(epoch from m.created_at)::float as "createdAt",
            array(select l.package_id::text from message_packages l where l.company_id = m.company_id and l.message_id = m.id and l.is_told) as "toldOf"
     from messages m where m.company_id = $1`,
    [filled.id],
  )
  rows = read
})

type Query = Omit<NonNullable<Api['GET /api/messages']['query']>, 'page' | 'limit'>

/** What a list with these filters has to show, by comparing each row. */
function expected(query: Query): string[] {
  const { from = '', to = '9999', sort = '-createdAt' } = query
  const found = rows
    .filter(({ state }) => query.state === undefined || state === query.state)
    .filter(({ clientId }) => query.clientId === undefined || clientId === query.clientId)
    .filter(({ toldOf }) => query.packageId === undefined || toldOf.includes(query.packageId))
    .filter(({ createdOn }) => createdOn >= from && createdOn <= to)
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
  return (sort === 'createdAt' ? found : found.toReversed()).map(({ id }) => id)
}

test('any combination of filters leaves just the messages for which all of them hold, in order, counted', async () => {
  expect(rows.filter(({ toldOf }) => toldOf.length > 1).length).toBeGreaterThan(10)
  await expectCombinations<Query, string>({
    filters: {
      state: fc.constantFrom(...messageStates),
      clientId: fc.constantFrom(...clients),
      packageId: fc.constantFrom(...packages),
      from: daysWithin(50),
      to: daysWithin(50),
      sort: fc.constantFrom('createdAt', '-createdAt'),
    },
    expected,
    list: async (query) => {
      const { data, pagination } = await filled.admin.ok('GET /api/messages', {
        query: { ...query, page: '1', limit: '100' },
      })
      return { keys: data.map(({ id }) => id), total: pagination.total }
    },
  })
})
