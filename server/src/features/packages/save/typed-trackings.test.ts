import { readTracking } from '@casillero/shared/domain/tracking-code'
import { expect, test } from 'vitest'
import { makeAdoptedState } from '../../../../../tests/support/adopted-state.ts'
import { openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop } from '../../../../../tests/support/shop.ts'
import { createEmptyDatabase } from '../../../../../tests/support/test-database.ts'
import { migrate } from '../../../platform/database/migrate.ts'
import { withConnection } from '../../../platform/database/single-connection.ts'
import { rereadingJob } from './reread-trackings.ts'

const typed = [
  ...[
    '9400 1112 0108 0805 4830 16',
    '9400-1112-0108-0805-4830-16',
    '9400111201080805483016',
    '94001112\u200b01080805\u00ad483016',
  ],
  ...['420331229400111899913909960307', '420 33122 9400 1118 9991 3909 9603 07', '4201028200009261290113185417468510'],
  ...['71123456789123456787', '71969010756003077385', '03071790000523483741', '9405803699300124287898'],
  ...[
    '9622001560000000000000794808390594',
    '9632777412154728038561962459571173',
    '9611020987654312345672',
    '986578788855',
  ],
  ...[
    '1z999aa10123456784',
    '1Z 999 AA1 01 2345 6784',
    '1Z1111111111111111',
    ']C11Z999AA10123456784',
    '\u202a1Z8V92A70367203024\u202c',
  ],
  ...['tba502887274000', 'TBM304512345678', 'LZ537990752US', 'rb 123456785 gb', 'RB123456784GB', 'CP116372651CN'],
  ...['3318810025', '331881 0025', 'JD014600006281230701', 'gm2951173225174494', 'C11031500001879', 'D10011354453707'],
  ...['LX17635036', '1LS7119013618127-1', '1ls717793482164', '０４１４４１７６０２２８９６４', '568283610012734'],
  ...[
    'yt 2312 3456 7890 12',
    'WR 12345',
    'Caja 12345 azul',
    'caja sin etiqueta',
    'ORD-2026-00017',
    'SF–1234567890',
    'ñandú 1',
  ],
  ...[
    'https://www.ups.com/track?loc=en_US&tracknum=1Z999AA10123456784%2Ftrackdetails',
    'HTTPS://TRACK.AMAZON.COM/TRACKING/TBA502887274000',
  ],
  ...['www.fedex.com/fedextrack/?trknbr=794808390594', 'https://parcelsapp.com/en/tracking/YT2312345678901234'],
  ...[
    'https://www.amazon.com/orders',
    '[)>0196152382802840001' + '1Z00004951UPSN06X6101591234567',
    '[)>01961Z00004952UPSN06X610',
  ],
  ...['[)>010233122840197948083905940201FDEB1/1', ']C1', '123 456 789', '\u2060X\ufeff', 'tv 55'],
]

test('an upgrade brings trackings of before to the number that the server reads, keeps what was typed, and says how many share one', async () => {
  const { ownerUrl, drop } = await createEmptyDatabase()
  try {
    await makeAdoptedState(ownerUrl)
    await withConnection(ownerUrl, async (client) => {
      await client.query(
        `insert into companies (name, subdomain) values ('Una', 'una');
         insert into packages (company_id, company_package_id, shipping_method, tracking, warehouse_tracking, search_text, label_code)
         select c.id, n, 'aereo', t, t, '|' || n || '|' || lower(t) || '|', lpad(n::text, 8, '0')
         from companies c, json_array_elements_text('${JSON.stringify(typed).replaceAll("'", "''")}') with ordinality as each (t, n)`,
      )
      const said: string[] = []
      await migrate(ownerUrl, { say: (line) => said.push(line) })
      const { rows } = await client.query(
        `select p.tracking, p.typed_tracking, p.warehouse_tracking, p.typed_warehouse_tracking, p.version
         from packages p order by p.company_package_id`,
      )
      const read = typed.map((text) => {
        const { tracking } = readTracking(text)
        const kept = tracking === text ? null : text
        const own = { tracking, typed_tracking: kept, warehouse_tracking: tracking, typed_warehouse_tracking: kept }
        return { ...own, version: 1 }
      })
      expect(rows).toEqual(read)
      const numbers = read.map(({ tracking }) => tracking)
      const shared = new Set(numbers.filter((number, place) => numbers.indexOf(number) !== place))
      const packages = numbers.filter((number) => shared.has(number)).length
      expect(said).toContain(
        `${packages} packages of 1 companies share their tracking with another one by now; lists mark them as “Tracking repetido”.`,
      )
    })
  } finally {
    await drop()
  }
})

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

test('a package or a pre-alert whose new number cannot be written stops no other one of its company, and is named', async () => {
  const shop = await openShop(world)
  const packages = await shop.receiveMany(7)
  const spoilt = packages[3]
  for (const { id, companyPackageId } of packages)
    await world.owner.query('update packages set tracking = $2 where id = $1', [
      id,
      `1Z 999 AA1 01 2345 678 ${companyPackageId}`,
    ])
  const prealerts: string[] = []
  for (const tracking of ['TBA502887274011', 'TBA502887274012']) {
    const {
      data: { id },
    } = await shop.user.ok('POST /api/prealerts', { body: { clientId: shop.client.id, tracking } })
    await world.owner.query(`update prealerts set tracking = '#' || tracking where id = $1`, [id])
    prealerts.push(id)
  }
  await world.owner.query(`
    create function spoil() returns trigger language plpgsql as $$ begin
      if new.id in ('${spoilt?.id}', '${prealerts[0]}') then raise exception 'It cannot be written'; end if; return new; end $$;
    create trigger spoil before update on packages for each row execute function spoil();
    create trigger spoil before update on prealerts for each row execute function spoil()`)
  await world.owner.query(
    `update company_counters set unread_to = last_number where company_id = $1 and kind = 'package'`,
    [shop.id],
  )
  const said: string[] = []
  const job = rereadingJob(world.database, (line) => said.push(line), { everyMs: 1, chunk: 3 })
  try {
    for (let runs = 0; runs < 10; runs += 1) await job.run()
  } finally {
    await world.owner.query('drop function spoil cascade')
  }
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from packages where company_id = $1 and tracking like '% %'
     union all select id from prealerts where company_id = $1 and tracking like '#%'`,
    [shop.id],
  )
  expect(rows.map(({ id }) => id)).toEqual([spoilt?.id, prealerts[0]])
  expect(said.filter((line) => line.includes('It cannot be written'))).toEqual([
    expect.stringContaining(`package ${spoilt?.companyPackageId} keeps its number`),
    expect.stringContaining(`pre-alert ${prealerts[0]} keeps its number`),
  ])
  expect(said.some((line) => line.includes('6 packages of before have the number'))).toBe(true)
})
