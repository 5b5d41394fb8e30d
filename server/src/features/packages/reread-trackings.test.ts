import { expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { rereadingJob } from './reread-trackings.ts'

const world = openWorld()

test('packages and pre-alerts of before get their numbers some at a time, and the server says how many share one', async () => {
  const shop = await openShop(world)
  const kept: [tracking: string, typed: string | null, number: string][] = [
    ['UPS1Z999AA10123456784', 'UPS 1Z999AA10123456784', '1Z999AA10123456784'],
    ['="9400111899560055501016"', null, '9400111899560055501016'],
    ['#TBA502887274000', null, 'TBA502887274000'],
    ['TBA502887274000.', null, 'TBA502887274000'],
    [
      'YT2312345678901234LP00123456789012',
      'YT2312345678901234 LP00123456789012',
      'YT2312345678901234 LP00123456789012',
    ],
    ['ORD-2026-00017', null, 'ORD-2026-00017'],
    ['9.4E+21', null, '9.4E+21'],
  ]
  const packages = await shop.receiveMany(kept.length)
  for (const [place, [tracking, typed]] of kept.entries())
    await world.owner.query('update packages set tracking = $2, typed_tracking = $3 where id = $1', [
      packages[place]?.id,
      tracking,
      typed,
    ])
  const [invoiced] = packages
  if (invoiced) await shop.invoice([invoiced])
  for (const tracking of ['TBA502887274001', 'TBA502887274002'])
    await shop.user.ok('POST /api/prealerts', { body: { clientId: shop.client.id, tracking } })
  await world.owner.query(
    `update prealerts set tracking = 'MI TRACKING: ' || tracking where tracking = 'TBA502887274001'`,
  )
  await shop.user.ok('POST /api/prealerts', { body: { clientId: shop.client.id, tracking: 'TBA502887274003' } })
  await world.owner.query(`update prealerts set tracking = '#TBA502887274002' where tracking = 'TBA502887274003'`)
  const read = async () =>
    (
      await world.owner.query<{ tracking: string; typed: string | null; version: number; log: number }>(
        `select tracking, typed_tracking as typed, version, (select count(*)::int from audit_entries a where a.company_id = p.company_id) as log
         from packages p where company_id = $1 order by company_package_id`,
        [shop.id],
      )
    ).rows
  const before = await read()

  const said: string[] = []
  const job = rereadingJob(world.database, (line) => said.push(line), { everyMs: 1, chunk: 3 })
  const run = async () => {
    await world.owner.query(
      `update company_counters set unread_to = last_number where company_id = $1 and kind = 'package'`,
      [shop.id],
    )
    let runs = 0
    while (await job.run()) runs += 1
    return runs
  }
  expect(await run()).toBe(3)
  const after = await read()
  expect(after.map(({ tracking, typed }) => [tracking, typed])).toEqual(
    kept.map(([tracking, typed, number]) => [number, typed ?? (number === tracking ? null : tracking)]),
  )
  expect(after.map(({ version, log }) => [version, log])).toEqual(before.map(({ version, log }) => [version, log]))
  expect(said).toEqual([
    expect.stringContaining(
      ': 5 packages of before have the number that this version reads; 2 packages share their tracking',
    ),
  ])
  const found = await shop.user.ok('GET /api/packages', { query: { search: '1Z999AA10123456784' } })
  expect(found.data.map(({ id }) => id)).toEqual([invoiced?.id])
  const { data } = await shop.user.ok('GET /api/prealerts', { query: { view: 'all' } })
  expect(data.map(({ tracking }) => tracking)).toEqual(['#TBA502887274002', 'TBA502887274002', 'TBA502887274001'])

  await run()
  expect(await read()).toEqual(after)
})
