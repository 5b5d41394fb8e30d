import { expect, test } from 'vitest'
import { closing, movement, openPrincipal, readSession } from '../../../../tests/support/cash-session.ts'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import type { Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)

test('a drawer is counted blind: a clerk sees what is expected only after the count, an admin always', async () => {
  const { id } = await openPrincipal(shop)
  const seen = (actor: Shop['user']) => actor.ok('GET /api/cash-sessions/:id', { params: { id } })
  expect((await seen(shop.user)).data).toMatchObject({ balances: null, counts: null })
  expect((await seen(shop.admin)).data.balances).toHaveLength(1)
  const count = closing(id, [{ currencyId: shop.nio, amount: 1990 }])
  const counted = await shop.user.ok('POST /api/cash-sessions/:id/counts', count)
  expect(counted.data.balances).toMatchObject([{ expected: 2000, counted: 1990, difference: -10 }])
})

test('a drawer that is counted again keeps both counts', async () => {
  const { id } = await openPrincipal(shop)
  await shop.user.ok('POST /api/cash-sessions/:id/counts', closing(id, [{ currencyId: shop.nio, amount: 1990 }]))
  await shop.user.ok('POST /api/cash-sessions/:id/close', closing(id, [{ currencyId: shop.nio, amount: 2000 }]))
  const { counts, balances, status, closedBy } = await readSession(shop, id)
  expect(counts?.map(({ attempt, amount }) => [attempt, amount])).toEqual([
    [1, 1990],
    [2, 2000],
  ])
  expect({ status, closedBy }).toMatchObject({ status: 'closed', closedBy: { id: shop.user.userId } })
  expect(balances).toMatchObject([{ expected: 2000, counted: 2000, difference: 0 }])
})

test('every count that a closing was sent with is kept before it is looked at, and none that was not made', async () => {
  const { id } = await openPrincipal(shop)
  const close = (amount: number, note?: string) =>
    shop.user.send('POST /api/cash-sessions/:id/close', closing(id, [{ currencyId: shop.nio, amount }], note))
  for (const amount of [1900, 1910]) expect((await close(amount)).statusCode).toBe(400)
  const dollars = closing(id, [{ currencyId: shop.usd, amount: 5 }], 'Sobran')
  expect((await shop.user.send('POST /api/cash-sessions/:id/close', dollars)).statusCode).toBe(400)
  const count = closing(id, [{ currencyId: shop.nio, amount: 1920 }])
  await shop.user.ok('POST /api/cash-sessions/:id/counts', count)
  expect((await close(1920)).statusCode).toBe(400)
  expect((await close(1920, 'Faltan')).statusCode).toBe(200)
  const { counts } = await readSession(shop, id)
  expect(counts?.map(({ attempt, code, amount }) => [attempt, code, amount])).toEqual([
    [1, 'NIO', 1900],
    [2, 'NIO', 1910],
    [3, 'USD', 5],
    [4, 'NIO', 1920],
  ])
})

test('a count and a closing that are sent again under their key are kept once', async () => {
  const { id } = await openPrincipal(shop)
  const sent = (key: string) => ({
    ...closing(id, [{ currencyId: shop.nio, amount: 2000 }]),
    headers: { 'idempotency-key': key },
  })
  for (let round = 0; round < 2; round += 1) await shop.user.ok('POST /api/cash-sessions/:id/counts', sent('contar'))
  for (let round = 0; round < 2; round += 1) await shop.user.ok('POST /api/cash-sessions/:id/close', sent('cerrar'))
  expect((await readSession(shop, id)).counts).toHaveLength(1)
})

test('a closing that is sent twice at once under its key is answered twice, and counted once', async () => {
  const { id } = await openPrincipal(shop)
  const sent = {
    ...closing(id, [{ currencyId: shop.nio, amount: 2000 }]),
    headers: { 'idempotency-key': 'a-la-vez' },
  }
  const close = () => shop.user.send('POST /api/cash-sessions/:id/close', sent)
  // The first has the session's lock and waits; the second waits for that lock.
  const both = await holding(world.owner, ['lock table cash_session_balances in share mode', []], async (holder) => {
    const first = close()
    await untilBlocked(world.owner, 1)
    const second = close()
    await untilBlocked(world.owner, 2)
    await holder.query('commit')
    return await Promise.all([first, second])
  })
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(both[0]?.json()).toEqual(both[1]?.json())
  expect((await readSession(shop, id)).counts).toHaveLength(1)
})

test('a difference of the smallest coin needs a sentence, a smaller one does not', async () => {
  const { id } = await openPrincipal(shop)
  const attempt = (amount: number, note?: string) => closing(id, [{ currencyId: shop.nio, amount }], note)
  expect(await shop.user.refused('POST /api/cash-sessions/:id/close', attempt(1999))).toMatchObject({
    status: 400,
    fields: { note: 'Explique la diferencia' },
  })
  expect((await readSession(shop, id)).status).toBe('open')
  await shop.user.ok('POST /api/cash-sessions/:id/close', attempt(1999, 'Un córdoba de menos'))
  const next = await openPrincipal(shop)
  await shop.user.ok('POST /api/cash-sessions/:id/close', closing(next.id, [{ currencyId: shop.nio, amount: 1999.01 }]))
})

test('every currency that the session has must be counted, and another one may be', async () => {
  const { id } = await openPrincipal(shop)
  const attempt = (counts: { currencyId: string; amount: number }[], note?: string) => ({
    ...closing(id, counts, note),
  })
  const dollars = { currencyId: shop.usd, amount: 5 }
  expect(await shop.user.refused('POST /api/cash-sessions/:id/close', attempt([dollars], 'Sobran'))).toMatchObject({
    status: 400,
    fields: { counts: 'Falta contar C$' },
  })
  await shop.user.ok(
    'POST /api/cash-sessions/:id/close',
    attempt([dollars, { currencyId: shop.nio, amount: 2000 }], 'Sobran cinco dólares'),
  )
  expect((await readSession(shop, id)).balances).toMatchObject([
    { code: 'NIO', difference: 0 },
    { code: 'USD', opening: 0, expected: 0, counted: 5, difference: 5 },
  ])
})

test('a session is closed by the user who opened it or by an admin', async () => {
  const other = await shop.addUser('user')
  const { id } = await openPrincipal(shop)
  const call = closing(id, [{ currencyId: shop.nio, amount: 2000 }])
  expect((await other.refused('POST /api/cash-sessions/:id/close', call)).status).toBe(403)
  expect((await other.refused('POST /api/cash-sessions/:id/counts', call)).status).toBe(403)
  await shop.admin.ok('POST /api/cash-sessions/:id/close', call)
})

test('a closed session is changed by nothing: no payment, movement, count or second closing', async () => {
  const { id } = await openPrincipal(shop)
  const call = closing(id, [{ currencyId: shop.nio, amount: 2000 }])
  await shop.user.ok('POST /api/cash-sessions/:id/close', call)
  const before = await readSession(shop, id)
  const refusal = { status: 409, message: 'El turno #1 ya está cerrado' }
  const body = shop.invoiceBodyOf([await shop.receive()], {
    cashSessionId: id,
    payments: [{ total: 7.5, method: 'cash' }],
  })
  expect(await shop.user.refused('POST /api/invoices', { body })).toMatchObject(refusal)
  expect(
    await shop.user.refused('POST /api/cash-sessions/:id/movements', movement(id, shop.nio, 'in', 1)),
  ).toMatchObject(refusal)
  expect(await shop.user.refused('POST /api/cash-sessions/:id/counts', call)).toMatchObject(refusal)
  expect(await shop.admin.refused('POST /api/cash-sessions/:id/close', call)).toMatchObject(refusal)
  expect(await readSession(shop, id)).toEqual(before)
})

test('a closed session is changed by nothing in the database either', async () => {
  const { id } = await openPrincipal(shop)
  await shop.user.ok('POST /api/cash-sessions/:id/close', closing(id, [{ currencyId: shop.nio, amount: 2000 }]))
  const writes = [
    'update cash_sessions set closing_note = $$otra$$ where id = $1',
    'update cash_session_balances set opening = 1 where session_id = $1',
    `insert into cash_movements (company_id, session_id, direction, currency_id, currency_code, currency_name, currency_symbol, amount, reason, created_by)
       select company_id, id, 'in', '${shop.nio}', 'NIO', 'Córdoba', 'C$', 1, 'x', opened_by from cash_sessions where id = $1`,
    `insert into cash_counts (company_id, session_id, attempt, currency_id, amount, counted_by)
       select company_id, id, 9, '${shop.nio}', 1, opened_by from cash_sessions where id = $1`,
  ]
  for (const write of writes) {
    await expect(world.owner.query(write, [id]), write).rejects.toMatchObject({ constraint: 'cash_sessions_closed' })
  }
})

const tables = ['invoice_payments', 'invoice_changes', 'collection_payments', 'collection_changes'] as const

/** Leaves a row in each of the tables: C$300 in cash for C$276, once for an invoice and once as a collection. */
async function takeCash(shop: Shop) {
  const { id } = await openPrincipal(shop)
  const cash = { total: 300, method: 'cash' as const, currencyId: shop.nio }
  const paid = await shop.invoice([await shop.receive()], { currencyId: shop.nio, payments: [cash] })
  await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  const call = { params: { id: shop.client.id }, body: { payments: [cash] } }
  const collection = (await shop.user.ok('POST /api/clients/:id/collections', call)).data
  return { id, paymentId: paid.payments[0]?.id ?? '', collectionId: collection.id }
}

const expectRow = async (table: string, id: string) =>
  expect((await world.owner.query(`select from ${table} where cash_session_id = $1`, [id])).rowCount, table).toBe(1)

/** Writes past the product, as a mistake in it would, and expects the database to refuse it. */
const refuses = (write: string, id: string, constraint: string) =>
  expect(world.owner.query(write, [id]), write).rejects.toMatchObject({ constraint })

test('nothing that went through a closed session falls out of it, and nothing more goes into it', async () => {
  const { id } = await takeCash(shop)
  await shop.user.ok(
    'POST /api/cash-sessions/:id/close',
    closing(id, [{ currencyId: shop.nio, amount: 2552 }], 'Contado'),
  )
  for (const table of tables) {
    await expectRow(table, id)
    const reversal = `reversed_at = now(), reversed_by = (select opened_by from cash_sessions where id = $1),
        reversal_reason = 'x', is_counted = false`
    await refuses(`update ${table} set ${reversal} where cash_session_id = $1`, id, 'cash_sessions_closed')
    const copy = `jsonb_populate_record(r, jsonb_build_object('id', uuidv7()))`
    await refuses(
      `insert into ${table} select (${copy}).* from ${table} r where cash_session_id = $1`,
      id,
      'cash_sessions_closed',
    )
  }
})

test('what is taken back stays taken back: its reason does not change, and it does not count again', async () => {
  const { id, paymentId, collectionId } = await takeCash(shop)
  const body = { reason: 'Billete falso', changeReturned: true }
  await shop.admin.ok('POST /api/payments/:id/reverse', { params: { id: paymentId }, body })
  await shop.admin.ok('POST /api/collections/:id/reverse', { params: { id: collectionId }, body })
  for (const table of tables) {
    await expectRow(table, id)
    for (const change of [`reversal_reason = 'otro'`, 'is_counted = true']) {
      await refuses(`update ${table} set ${change} where cash_session_id = $1`, id, 'payment_already_reversed')
    }
  }
})

test('a drawer has one open session, and a package is on one hand-over that is not undone', async () => {
  const { id } = await openPrincipal(shop)
  const session = `jsonb_populate_record(r, jsonb_build_object('id', uuidv7(), 'company_session_id', 2))`
  await refuses(
    `insert into cash_sessions select (${session}).* from cash_sessions r where id = $1`,
    id,
    'cash_sessions_company_id_drawer_id_key',
  )
  const packageId = (await shop.receive()).id
  const body = { clientId: shop.client.id, packageIds: [packageId], receivedBy: { name: 'Ana' } }
  const first = (await shop.user.ok('POST /api/handovers', { body })).data
  const params = { id: first.id }
  await shop.admin.ok('POST /api/handovers/:id/undo', { params, body: { reason: 'Por error' } })
  await shop.user.ok('POST /api/handovers', { body })
  await refuses(
    'update handover_packages set undone_at = null where handover_id = $1',
    first.id,
    'handover_packages_company_id_package_id_key',
  )
})

async function openSession(shop: Shop) {
  const [drawer] = (await shop.user.ok('GET /api/cash-drawers')).data
  const opening = [{ currencyId: shop.usd, amount: 100 }]
  return (await shop.user.ok('POST /api/cash-sessions', { body: { drawerId: drawer?.id ?? '', opening } })).data
}

const closingOf = (shop: Shop, id: string, amount: number) => ({
  params: { id },
  body: { counts: [{ currencyId: shop.usd, amount }], note: 'Contado' },
})

test('one of two users who close a session at once closes it, and the other gets the refusal that it is closed', async () => {
  for (let round = 1; round <= 10; round += 1) {
    const { id } = await openSession(shop)
    const answers = await Promise.all(
      [shop.user, shop.admin].map((actor) => actor.send('POST /api/cash-sessions/:id/close', closingOf(shop, id, 100))),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      `El turno #${round} ya está cerrado`,
    )
  }
})

test('a payment that meets a closing waits for it and is refused', async () => {
  const { id } = await openSession(shop)
  const body = shop.invoiceBodyOf([await shop.receive()], {
    cashSessionId: id,
    payments: [{ total: 7.5, method: 'cash' }],
  })
  const lock = 'select id from cash_sessions where id = $1 for update'
  await holding(world.owner, [lock, [id]], async (holder) => {
    const paying = shop.user.refused('POST /api/invoices', { body })
    await untilBlocked(world.owner, 1)
    await holder.query('update cash_sessions set closed_at = now(), closed_by = opened_by where id = $1', [id])
    await holder.query('commit')
    expect(await paying).toMatchObject({ status: 409, code: 'cash_session_closed' })
  })
  const { data } = await shop.user.ok('GET /api/packages', { query: { invoiced: 'false' } })
  expect(data).toHaveLength(1)
})

test('a closing waits for a payment that is on its way, and counts it', async () => {
  const { id } = await openSession(shop)
  const lock = 'select id from cash_sessions where id = $1 for share'
  await holding(world.owner, [lock, [id]], async (holder) => {
    const close = shop.user.ok('POST /api/cash-sessions/:id/close', closingOf(shop, id, 107.5))
    await untilBlocked(world.owner, 1)
    const body = shop.invoiceBodyOf([await shop.receive()], {
      cashSessionId: id,
      payments: [{ total: 7.5, method: 'cash' }],
    })
    const paying = shop.user.send('POST /api/invoices', { body })
    await holder.query('commit')
    const [{ data }, paid] = await Promise.all([close, paying])
    const expected = paid.statusCode === 201 ? 107.5 : 100
    expect(data.balances).toMatchObject([{ expected, counted: 107.5 }])
  })
})

test('a closed session holds exactly the payments that were accepted into it, with any payments and closings at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await openSession(shop)
    const packages = await shop.receiveMany(8)
    const pay = (index: number) => {
      const one = packages.slice(index, index + 1)
      const body = shop.invoiceBodyOf(one, { cashSessionId: id, payments: [{ total: 8.5, method: 'cash' }] })
      return shop.user.send('POST /api/invoices', { body })
    }
    const close = () => shop.user.send('POST /api/cash-sessions/:id/close', closingOf(shop, id, 100))
    const calls = packages.map((_, index) => pay(index))
    const [closed, ...paid] = await Promise.all([close(), ...calls])
    expect(closed.statusCode).toBe(200)
    const accepted = paid.filter(({ statusCode }) => statusCode === 201).length
    const { data } = await shop.admin.ok('GET /api/cash-sessions/:id', { params: { id } })
    expect(data.payments).toHaveLength(accepted)
    // Each payment of US$8.50 gives back US$1.
    expect(data.balances).toMatchObject([{ cash: 8.5 * accepted, expected: 100 + 7.5 * accepted }])
  }
})
