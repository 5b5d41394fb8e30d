import { expect, test } from 'vitest'
import { closing, openPrincipal } from '../../../../tests/support/cash-session.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
