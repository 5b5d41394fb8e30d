import { expect, test } from 'vitest'
import { addClientAccess, visitPage } from '../../../../tests/support/client-pages.ts'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { expectWhole, openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { addPrealert } from '../../../../tests/support/sample-prealert-calls.ts'
import { addHandover, addPicker } from '../../../../tests/support/sample-rows.ts'
import { seed } from '../../../../tests/support/sampling.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { randomOf, trade } from '../../../../tests/support/trade.ts'

const world = openWorld()
const shop = openShops(world)

const merge = (shop: Shop, id: string, intoClientId: string, headers: Record<string, string> = {}) =>
  shop.admin.send('POST /api/clients/:id/merge', { params: { id }, body: { intoClientId }, headers })
const ask = async <Row extends object>(statement: string, values: unknown[]): Promise<Row[]> =>
  (await world.owner.query<Row>(statement, values)).rows

/** What all rows of the ledger of these clients come to, what they owe and what they are owed, by currency. */
const moneyOf = (shop: Shop, ids: string[]) =>
  ask<{ currency: string; what: string; sum: string }>(
    `select currency_id as currency, what, sum(amount)::text as sum from (
       select currency_id, client_id, 'debits' as what, debit as amount from client_ledger where company_id = $1
       union all select currency_id, client_id, 'credits', credit from client_ledger where company_id = $1
       union all select currency_id, client_id, 'owed', pending_total from invoices where company_id = $1 and status = 'pending'
       union all select currency_id, client_id, 'credit', balance from client_credit_balances where company_id = $1
     ) rows where client_id = any($2::uuid[]) group by 1, 2 having sum(amount) <> 0 order by 1, 2`,
    [shop.id, ids],
  )

test(`the money of two clients together is the same before and after they are merged, cent for cent`, async () => {
  const random = randomOf(seed)
  for (let round = 0; round < 6; round += 1) {
    const [gone, kept] = [await shop.addClient(), await shop.addClient()]
    for (const { id } of [gone, kept]) {
      const body = { direction: 'in' as const, currencyId: shop.nio, amount: 1 + random(300), reason: 'Compensación' }
      if (random(2) === 0) await shop.admin.ok('POST /api/clients/:id/credit', { params: { id }, body })
      await trade(shop, id, 1 + random(5), random)
    }
    const ids = [gone.id, kept.id]
    const before = await moneyOf(shop, ids)
    const accounts = await Promise.all(
      ids.map(async (id) => (await shop.viewer.ok('GET /api/clients/:id/account', { params: { id } })).data),
    )
    expect((await merge(shop, gone.id, kept.id)).statusCode).toBe(200)
    expect(await moneyOf(shop, ids)).toEqual(before)
    expect(await moneyOf(shop, [kept.id])).toEqual(before)
    const { data } = await shop.viewer.ok('GET /api/clients/:id/account', { params: { id: kept.id } })
    for (const kind of ['owed', 'credit'] as const) {
      const cents = (currencyId: string) =>
        accounts
          .flatMap((account) => account[kind])
          .filter((one) => one.currencyId === currencyId)
          .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
      for (const currencyId of [shop.usd, shop.nio]) {
        const merged = data[kind].find((one) => one.currencyId === currencyId)?.amount ?? 0
        expect(Math.round(merged * 100)).toBe(cents(currencyId))
      }
    }
    // The business goes on, with the credit of both.
    await trade(shop, kept.id, 2, random)
  }
  await expectWhole(world)
})

/** A client with something of every kind. */
async function addBusiness(shop: Shop) {
  const client = await shop.addClient({ firstName: 'Anita', lastNames: 'Núñez', phone: '50588001122' })
  const of = { clientId: client.id }
  const free = await shop.receive(of)
  const removed = await shop.receive(of)
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: removed.id } })
  const invoiced = await shop.receive(of)
  const invoice = await shop.invoice([invoiced], of)
  const handed = await shop.receive(of)
  const { data: handover } = await shop.admin.ok('POST /api/handovers', {
    body: { clientId: client.id, packageIds: [handed.id], receivedBy: { name: 'Elena' }, reason: 'Convenio' },
  })
  await shop.admin.ok('POST /api/clients/:id/pickers', { params: { id: client.id }, body: { name: 'Rosa Paz' } })
  await shop.admin.ok('POST /api/clients/:id/pickers', { params: { id: client.id }, body: { name: 'Pedro Paz' } })
  return { client, free, removed, invoiced, invoice, handed, handover }
}

test('packages, invoices, hand-overs, pickers and messages of a client count to the other, and stay as they were printed', async () => {
  const { client, free, removed, invoiced, invoice, handed, handover } = await addBusiness(shop)
  const kept = await shop.addClient({ firstName: 'Ana' })
  await shop.admin.ok('POST /api/clients/:id/pickers', { params: { id: kept.id }, body: { name: 'rosa paz' } })
  const answer = await merge(shop, client.id, kept.id)
  expect(answer.statusCode).toBe(200)
  expect(answer.json().data).toMatchObject({
    client: { id: kept.id, firstName: 'Ana', casillero: kept.casillero, formerCasilleros: [client.casillero] },
    packages: 4,
    invoices: 1,
    handovers: 1,
  })
  for (const { id, version } of [free, invoiced, handed]) {
    const { data } = await shop.viewer.ok('GET /api/packages/:id', { params: { id } })
    expect(data).toMatchObject({ client: { id: kept.id, casillero: kept.casillero } })
    expect(data.version).toBeGreaterThan(version)
  }
  expect(await ask('select client_id from packages where id = $1', [removed.id])).toEqual([{ client_id: kept.id }])
  expect((await shop.viewer.ok('GET /api/invoices/:id', { params: { id: invoice.id } })).data).toMatchObject({
    client: { id: kept.id, firstName: 'Anita', casillero: client.casillero, phone: '50588001122' },
    totalAmount: invoice.totalAmount,
  })
  expect((await shop.viewer.ok('GET /api/handovers/:id', { params: { id: handover.id } })).data).toMatchObject({
    client: { id: kept.id, firstName: 'Anita', casillero: client.casillero },
  })
  const { data: pickers } = await shop.viewer.ok('GET /api/clients/:id/pickers', { params: { id: kept.id } })
  expect(pickers.map(({ name }) => name)).toEqual(expect.arrayContaining(['Pedro Paz', 'rosa paz']))
  expect(pickers.filter(({ name }) => name.toLowerCase() === 'rosa paz')).toHaveLength(1)
  const { data: messages } = await shop.viewer.ok('GET /api/messages', { query: { clientId: kept.id } })
  expect(messages.filter(({ state }) => state === 'queued').length).toBeGreaterThan(0)
  expect((await shop.viewer.send('GET /api/client/:id', { params: { id: client.id } })).statusCode).toBe(404)
  await expectWhole(world)
})

test('the mailbox number of the client that is gone finds the other in every search, over two mergers and a new name', async () => {
  const [first, second, third] = [
    await shop.addClient(),
    await shop.addClient(),
    await shop.addClient({ firstName: 'Eva' }),
  ]
  const received = await shop.receive({ clientId: first.id })
  const invoice = await shop.invoice([await shop.receive({ clientId: first.id })], { clientId: first.id })
  await merge(shop, first.id, second.id)
  expect((await merge(shop, second.id, third.id)).json().data.client.formerCasilleros).toEqual([
    second.casillero,
    first.casillero,
  ])
  const moved = await shop.viewer.ok('GET /api/packages', { query: { page: '1', search: third.casillero } })
  expect(moved.data.map(({ id }) => id)).toContain(received.id)
  const body = { ...third, firstName: 'Evangelina', version: undefined }
  await shop.admin.ok('PUT /api/client/:id', { params: { id: third.id }, body })
  for (const { casillero } of [first, second, third]) {
    const { data } = await shop.viewer.ok('GET /api/client', { query: { search: casillero } })
    expect(data.map(({ id }) => id)).toEqual([third.id])
    for (const q of [casillero, casillero.slice(3)]) {
      const { data: found } = await shop.viewer.ok('GET /api/search', { query: { q } })
      expect(found.clients.map(({ id }) => id)).toContain(third.id)
    }
    const packages = await shop.viewer.ok('GET /api/packages', { query: { page: '1', search: casillero } })
    expect(packages.data.map(({ id }) => id)).toContain(received.id)
    await shop.receive({ clientId: null, clientPackageName: `PARA ${casillero}` })
  }
  for (const { casillero } of [first, third]) {
    const invoices = await shop.viewer.ok('GET /api/invoices', { query: { page: '1', search: casillero } })
    expect(invoices.data.map(({ id }) => id)).toEqual([invoice.id])
  }
  const { data: unowned } = await shop.viewer.ok('GET /api/packages/unowned')
  expect(unowned.map(({ candidates }) => candidates[0]?.id)).toEqual([third.id, third.id, third.id])
  const next = await shop.addClient()
  expect([first, second, third].map(({ casillero }) => casillero)).not.toContain(next.casillero)
})

test('a package that is received or edited for the client that is gone comes to the other', async () => {
  const gone = await shop.addClient()
  const open = await shop.receive({ clientId: gone.id })
  await merge(shop, gone.id, shop.client.id)
  expect((await shop.receive({ clientId: gone.id })).clientId).toBe(shop.client.id)
  const stale = { ...open, description: 'Ropa' }
  const edit = (body: object) => shop.user.send('PUT /api/packages/:id', { params: { id: open.id }, body })
  expect((await edit(stale)).json().code).toBe('package_changed')
  expect((await edit({ ...stale, version: undefined })).json().data).toMatchObject({
    clientId: shop.client.id,
    description: 'Ropa',
  })
})

test('a merger stands in the log once for each of the two, and the same key merges once', async () => {
  const gone = await shop.addClient({ firstName: 'Anita' })
  await shop.receiveMany(3, { clientId: gone.id })
  const { data: before } = await shop.admin.ok('GET /api/audit', { query: {} })
  const key = { 'idempotency-key': 'una-vez' }
  const [one, two] = [await merge(shop, gone.id, shop.client.id, key), await merge(shop, gone.id, shop.client.id, key)]
  expect([one.statusCode, two.statusCode, two.json()]).toEqual([200, 200, one.json()])
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: {} })
  const entries = log.slice(0, log.length - before.length)
  expect(entries.map(({ entity, action, entityId }) => [entity, action, entityId]).toSorted()).toEqual(
    [
      ['clients', 'delete', gone.id],
      ['clients', 'update', gone.id],
      ['clients', 'update', shop.client.id],
    ].toSorted(),
  )
  expect(entries.find(({ entityId }) => entityId === shop.client.id)?.after).toEqual({
    merged_from: `${gone.casillero} Anita ${gone.lastNames}`,
    moved_packages: 3,
    moved_invoices: 0,
  })
})

test('a client is not merged with itself, with one that is gone or of another company, nor by a clerk', async () => {
  const other = await openShop(world)
  const gone = await shop.addClient()
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: gone.id } })
  const refusal = async (id: string, into: string) => {
    const answer = await merge(shop, id, into)
    return [answer.statusCode, answer.json().fields?.intoClientId ?? answer.json().code]
  }
  const { id } = shop.client
  expect(await refusal(id, id)).toEqual([400, 'Elija otro cliente'])
  expect(await refusal(id, gone.id)).toEqual([400, 'El registro elegido ya no existe'])
  expect(await refusal(id, other.client.id)).toEqual([400, 'El registro elegido ya no existe'])
  expect(await refusal(gone.id, id)).toEqual([404, 'not_found'])
  expect(await refusal(other.client.id, id)).toEqual([404, 'not_found'])
  const body = { intoClientId: (await shop.addClient()).id }
  expect((await shop.user.send('POST /api/clients/:id/merge', { params: { id }, body })).statusCode).toBe(403)
})

test('every table that names a client is known to the merger', async () => {
  const { rows } = await world.owner.query<{ name: string }>(
    `select conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'clients'::regclass order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    // It ends with its client.
    'announced_pickups',
    'client_credit_balances',
    'client_credits',
    'client_debts',
    // They end with their client.
    'client_devices',
    'client_links',
    'client_pickers',
    // The mergers themselves.
    'clients',
    'collections',
    'conversations',
    'handovers',
    'invoices',
    'messages',
    // Reports read them for the client that is left.
    'package_corrections',
    'packages',
    // The client who announced it, and the one who did later.
    'prealerts',
    'prealerts',
    'received_files',
    'signups',
    'vouchers',
  ])
})

test('the database lets nothing come to a client that was merged, and no owner of an invoiced package change otherwise', async () => {
  const shop = await openShop(world)
  const gone = await shop.addClient()
  const invoiced = await shop.receive()
  await shop.invoice([invoiced])
  await addPicker(shop)
  await addHandover(shop)
  await addPrealert(shop)
  await shop.receiveChat()
  await shop.user.ok('POST /api/client/:id/access-link', { params: { id: shop.client.id } })
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  await visitPage(world, shop.host, '/mi/voy', { secret, form: {} })
  await shop.admin.ok('POST /api/clients/:id/merge', {
    params: { id: gone.id },
    body: { intoClientId: shop.client.id },
  })
  const other = await shop.addClient()
  const free = await shop.receive()
  const targets: [string, string | null][] = [
    ['packages', free.id],
    ['invoices', null],
    ['handovers', null],
    ['client_pickers', null],
    ['client_devices', null],
    ['client_links', null],
    ['messages', null],
    ['prealerts', null],
    ['conversations', null],
    ['announced_pickups', null],
  ]
  for (const [table, id] of targets) {
    const change = world.owner.query(
      `update ${table} set client_id = $2 where company_id = $1 and ($3::uuid is null or id = $3)`,
      [shop.id, gone.id, id],
    )
    await expect(change, table).rejects.toMatchObject({ code: 'CS409', constraint: 'client_merged' })
  }
  await expect(
    world.owner.query('update packages set client_id = $2 where id = $1', [invoiced.id, other.id]),
  ).rejects.toMatchObject({ constraint: 'packages_invoiced' })
})

test('a row that is written for a client during its merger waits for it, and the database refuses it', async () => {
  const shop = await openShop(world)
  const gone = await shop.addClient()
  const free = await shop.receive()
  await holding(world.owner, ['select from clients where id = $1 for update', [gone.id]], async (merger) => {
    await merger.query('update clients set merged_into_id = $2, deleted_at = now() where id = $1', [
      gone.id,
      shop.client.id,
    ])
    const writing = world.owner.query('update packages set client_id = $2 where id = $1', [free.id, gone.id])
    const refused = expect(writing).rejects.toMatchObject({ constraint: 'client_merged' })
    await untilBlocked(world.owner, 1)
    await merger.query('commit')
    await refused
  })
})
