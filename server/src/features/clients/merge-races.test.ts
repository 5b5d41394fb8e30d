import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { expectWhole, openShops, openWorld } from '../../../../tests/support/open-world.ts'
import type { Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)
const rounds = 6

const merge = (shop: Shop, id: string, intoClientId: string) =>
  shop.admin.send('POST /api/clients/:id/merge', { params: { id }, body: { intoClientId } })
const lockOf = (table: string, id: string): [string, unknown[]] => [
  `select from ${table} where id = $1 for update`,
  [id],
]

/** The clients that a row of a table belongs to. */
async function ownerOf(table: string, id: string): Promise<string | undefined> {
  const { rows } = await world.owner.query<{ owner: string }>(`select client_id as owner from ${table} where id = $1`, [
    id,
  ])
  return rows[0]?.owner
}

test('an invoice that is being made comes before the merger, and moves along', async () => {
  const gone = await shop.addClient()
  const of = { clientId: gone.id }
  const courierPackage = await shop.receive(of)
  await holding(world.owner, lockOf('packages', courierPackage.id), async (holder) => {
    const invoicing = shop.user.send('POST /api/invoices', { body: shop.invoiceBodyOf([courierPackage], of) })
    await untilBlocked(world.owner, 1)
    const merging = merge(shop, gone.id, shop.client.id)
    await untilBlocked(world.owner, 2)
    await holder.query('rollback')
    const [invoice, merged] = await Promise.all([invoicing, merging])
    expect([invoice.statusCode, merged.statusCode]).toEqual([201, 200])
    expect(await ownerOf('invoices', invoice.json().data.id)).toBe(shop.client.id)
  })
  await expectWhole(world)
})

test('an invoice, a package, credit and a hand-over that begin during a merger wait for it, and are refused or come to the other', async () => {
  const gone = await shop.addClient()
  const of = { clientId: gone.id }
  const [held, free] = [await shop.receive(of), await shop.receive(of)]
  await holding(world.owner, lockOf('packages', held.id), async (holder) => {
    const merging = merge(shop, gone.id, shop.client.id)
    await untilBlocked(world.owner, 1)
    const credit = { direction: 'in' as const, currencyId: shop.nio, amount: 5, reason: 'Compensación' }
    const deeds = [
      shop.user.send('POST /api/invoices', { body: shop.invoiceBodyOf([free], of) }),
      shop.admin.send('POST /api/clients/:id/credit', { params: { id: gone.id }, body: credit }),
      shop.user.send('POST /api/handovers', {
        body: { clientId: gone.id, packageIds: [free.id], receivedBy: { name: 'Elena' } },
      }),
    ]
    const receiving = shop.user.send('POST /api/packages', {
      body: { shippingMethod: 'aereo', clientId: gone.id, tracking: 'T-1' },
    })
    await untilBlocked(world.owner, 5)
    await holder.query('rollback')
    expect((await merging).statusCode).toBe(200)
    const answers = await Promise.all(deeds)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 404, 400])
    expect((await receiving).json().data).toMatchObject({ clientId: shop.client.id })
  })
  await expectWhole(world)
})

test('a payment with change that is kept as credit and a merger at once both happen, and the credit is the other’s', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [gone, kept] = [await shop.addClient(), await shop.addClient()]
    const of = { clientId: gone.id }
    const invoice = await shop.invoice([await shop.receive(of)], of)
    const body = { total: 10, method: 'transfer' as const, change: [{ currencyId: shop.usd, kind: 'credit' as const }] }
    const answers = await Promise.all([
      shop.user.send('POST /api/invoices/:id/payments', { params: { id: invoice.id }, body }),
      merge(shop, gone.id, kept.id),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 200])
    const { data } = await shop.viewer.ok('GET /api/clients/:id/account', { params: { id: kept.id } })
    expect([data.owed, data.credit]).toMatchObject([[], [{ amount: 2.5 }]])
  }
  await expectWhole(world)
})

test('a payment that has its invoice locked writes the credit of a client whose merger waits for it', async () => {
  const gone = await shop.addClient()
  const of = { clientId: gone.id }
  const invoice = await shop.invoice([await shop.receive(of)], of)
  await holding(world.owner, lockOf('invoices', invoice.id), async (payment) => {
    const merging = merge(shop, gone.id, shop.client.id)
    await untilBlocked(world.owner, 1)
    // What a credit's foreign key asks for; a wait would be a deadlock.
    await payment.query('select from clients where id = $1 for key share nowait', [gone.id])
    await payment.query('rollback')
    expect((await merging).statusCode).toBe(200)
  })
})

test('a hand-over, a void and a collection at once with a merger leave nothing with the client that is gone', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [gone, kept] = [await shop.addClient(), await shop.addClient()]
    const of = { clientId: gone.id }
    const [one, two] = [await shop.receive(of), await shop.receive(of)]
    const [paid, open] = [
      await shop.invoice([one], { ...of, payments: [{ total: 7.5, method: 'cash' }] }),
      await shop.invoice([two], of),
    ]
    const answers = await Promise.all([
      shop.user.send('POST /api/handovers', {
        body: { clientId: gone.id, packageIds: [one.id], receivedBy: { name: 'Elena' } },
      }),
      merge(shop, gone.id, kept.id),
      shop.admin.send('DELETE /api/invoices/:id', { params: { id: paid.id } }),
      shop.user.send('POST /api/clients/:id/collections', {
        params: { id: gone.id },
        body: { payments: [{ total: 20, method: 'transfer', currencyId: shop.usd }] },
      }),
    ])
    expect(answers[1]?.statusCode).toBe(200)
    for (const { statusCode } of answers) expect(statusCode).toBeLessThan(500)
    for (const { id } of [paid, open]) expect(await ownerOf('invoices', id)).toBe(kept.id)
  }
  await expectWhole(world)
})

test('of two who merge the same clients in both directions one does, and the other finds the client gone', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [one, two] = [await shop.addClient(), await shop.addClient()]
    await shop.receive({ clientId: one.id })
    await shop.receive({ clientId: two.id })
    const answers = await Promise.all([merge(shop, one.id, two.id), merge(shop, two.id, one.id)])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    for (const { statusCode } of answers) expect([200, 400, 404]).toContain(statusCode)
  }
  await expectWhole(world)
})

test('a chain of mergers at once ends with one client, whichever comes first', async () => {
  const clients = [await shop.addClient(), await shop.addClient(), await shop.addClient()]
  for (const { id } of clients) await shop.receive({ clientId: id })
  const [first, second, third] = clients.map(({ id }) => id)
  const answers = await Promise.all([merge(shop, first ?? '', second ?? ''), merge(shop, second ?? '', third ?? '')])
  const done = answers.filter(({ statusCode }) => statusCode === 200).length
  const { rows } = await world.owner.query(
    'select count(*)::int as living from clients where id = any($1::uuid[]) and deleted_at is null',
    [clients.map(({ id }) => id)],
  )
  expect(rows).toEqual([{ living: 3 - done }])
  await expectWhole(world)
})

test('of a merger and a deletion at once one happens, of either client', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [gone, kept] = [await shop.addClient(), await shop.addClient()]
    const removed = round % 2 === 0 ? gone : kept
    const [merged, deleted] = await Promise.all([
      merge(shop, gone.id, kept.id),
      shop.admin.send('DELETE /api/client/:id', { params: { id: removed.id } }),
    ])
    // A client who stays may be deleted afterwards.
    if (removed === gone) expect([merged.statusCode, deleted.statusCode].toSorted()).toEqual([200, 404])
    else
      expect([
        [200, 200],
        [400, 200],
      ]).toContainEqual([merged.statusCode, deleted.statusCode])
  }
  await expectWhole(world)
})
