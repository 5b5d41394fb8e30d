import { expect, test } from 'vitest'
import { addClientAccess, visitPage } from '../../../../tests/support/client-pages.ts'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { addPrealert } from '../../../../tests/support/sample-prealert-calls.ts'
import { addHandover, addPicker } from '../../../../tests/support/sample-rows.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

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
    'packages',
    'prealerts',
    'received_files',
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
