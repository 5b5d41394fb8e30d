import { expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment } from '../../../../tests/support/sample-consignments.ts'
import { isWholeRun } from '../../../../tests/support/sampling.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld({ hasGateway: true })
const size = isWholeRun ? 5_000 : 1_000

/** Writes packages, each of a client of its own, and puts them into a consignment. */
async function fill({ id: companyId, client, statuses, admin }: Shop, consignmentId: string): Promise<void> {
  const { owner } = world
  await owner.query(
    `insert into clients (company_id, casillero, first_name, last_names, phone, search_text, sort_name)
     select company_id, 'BIG' || n, first_name, last_names, phone, '', sort_name
     from clients, generate_series(1, $2) n where company_id = $1 and id = $3`,
    [companyId, size, client.id],
  )
  await owner.query(
    `insert into packages (company_id, company_package_id, client_id, status_id, shipping_method, tracking, weight, search_text)
     select company_id, row_number() over (order by id), id, $2, 'aereo', 'T' || casillero, 2, ''
     from clients where company_id = $1 and casillero like 'BIG%'`,
    [companyId, statuses.received],
  )
  await owner.query(
    `insert into consignment_packages (company_id, consignment_id, package_id, added_by)
     select company_id, $2, id, $3 from packages where company_id = $1`,
    [companyId, consignmentId, admin.userId],
  )
  await owner.query('analyze clients; analyze packages; analyze consignment_packages')
}

test(`a consignment of ${size} packages of as many clients is sent and received while others read the list`, async () => {
  const shop = await openShop(world)
  const { id } = await addConsignment(shop, [])
  await fill(shop, id)
  const params = { id }
  const read = () => shop.user.ok('GET /api/packages', { query: { page: '1' } })
  const [sent, list] = await Promise.all([shop.user.ok('POST /api/shipments/:id/send', { params, body: {} }), read()])
  expect(sent.data).toMatchObject({ state: 'in_transit', packageCount: size, clientCount: size })
  expect(list.data).toHaveLength(20)
  await world.owner.query(`update consignment_packages set seen_by = $2, seen_at = now() where company_id = $1`, [
    shop.id,
    shop.user.userId,
  ])
  const [received] = await Promise.all([shop.user.ok('POST /api/shipments/:id/receive', { params, body: {} }), read()])
  expect(received.data).toMatchObject({ state: 'received', seenCount: size, missingCount: 0 })
  const { rows } = await world.owner.query(
    `select count(*)::int as moved, (select count(*)::int from messages where company_id = $1) as told
     from packages where company_id = $1 and status_id = $2`,
    [shop.id, shop.statuses.inCustoms],
  )
  expect(rows).toEqual([{ moved: size, told: 2 * size }])
})
