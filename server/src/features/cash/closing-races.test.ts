import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

async function openSession(shop: Shop) {
  const [drawer] = (await shop.user.ok('GET /api/cash-drawers')).data
  const opening = [{ currencyId: shop.usd, amount: 100 }]
  return (await shop.user.ok('POST /api/cash-sessions', { body: { drawerId: drawer?.id ?? '', opening } })).data
}

const closing = (shop: Shop, id: string, amount: number) => ({
  params: { id },
  body: { counts: [{ currencyId: shop.usd, amount }], note: 'Contado' },
})

test('one of two users who close a session at once closes it, and the other gets the refusal that it is closed', async () => {
  const shop = await openShop(world)
  for (let round = 1; round <= 10; round += 1) {
    const { id } = await openSession(shop)
    const answers = await Promise.all(
      [shop.user, shop.admin].map((actor) => actor.send('POST /api/cash-sessions/:id/close', closing(shop, id, 100))),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      `El turno #${round} ya está cerrado`,
    )
  }
})

test('a payment that meets a closing waits for it and is refused', async () => {
  const shop = await openShop(world)
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
  const shop = await openShop(world)
  const { id } = await openSession(shop)
  const lock = 'select id from cash_sessions where id = $1 for share'
  await holding(world.owner, [lock, [id]], async (holder) => {
    const close = shop.user.ok('POST /api/cash-sessions/:id/close', closing(shop, id, 107.5))
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
  const shop = await openShop(world)
  for (let round = 0; round < 5; round += 1) {
    const { id } = await openSession(shop)
    const packages = await shop.receiveMany(8)
    const pay = (index: number) => {
      const one = packages.slice(index, index + 1)
      const body = shop.invoiceBodyOf(one, { cashSessionId: id, payments: [{ total: 8.5, method: 'cash' }] })
      return shop.user.send('POST /api/invoices', { body })
    }
    const close = () => shop.user.send('POST /api/cash-sessions/:id/close', closing(shop, id, 100))
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
