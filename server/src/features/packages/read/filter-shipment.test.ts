import type { CourierPackage } from '@casillero/shared/contract/packages'
import { beforeAll, expect, test } from 'vitest'
import { shareShop, shareWorld } from '../../../../../tests/support/open-world.ts'

const world = shareWorld()
const shop = shareShop(world)
const invoicedIds = new Set<string>()
const shipments: Record<string, { id: string; packages: CourierPackage[] }> = {}

/** A shipment with all of these packages but the third, which is taken out again; some are invoiced, one of them in vain. */
async function ship(packages: CourierPackage[]): Promise<{ id: string; packages: CourierPackage[] }> {
  const { id } = (await shop.admin.ok('POST /api/shipments', { body: { shippingMethod: 'aereo' } })).data
  const params = { id }
  const packageIds = packages.map((one) => one.id)
  await shop.admin.ok('POST /api/shipments/:id/packages', { params, body: { packageIds } })
  await shop.admin.ok('DELETE /api/shipments/:id/packages', { params, body: { packageIds: packageIds.slice(2, 3) } })
  const [inVain, ...invoiced] = packages.filter(
    ({ statusId }, index) => index % 2 === 1 && statusId === shop.statuses.ready,
  )
  if (!inVain) throw new Error('A shipment has at least two packages')
  const { id: invoiceId } = await shop.invoice([inVain])
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoiceId } })
  await shop.invoice(invoiced)
  for (const one of invoiced) invoicedIds.add(one.id)
  return { id, packages: packages.filter((_, index) => index !== 2) }
}

/** Since when a package is in its status here, in hours: some since the same. */
const hoursOf = (companyPackageId: number) => (companyPackageId * 7) % 5

const skipNumbers = () =>
  world.owner.query(
    `update company_counters set last_number = last_number + 1000 where company_id = $1 and kind = 'package'`,
    [shop.id],
  )

beforeAll(async () => {
  const { ready, received } = shop.statuses
  const receive = async (count: number) => [
    ...(await shop.receiveMany(count, { statusId: ready })),
    ...(await shop.receiveMany(count, { statusId: received })),
  ]
  const [together, old] = [await receive(5), await receive(2)]
  await skipNumbers()
  const late = await receive(4)
  shipments['side by side'] = await ship(together)
  shipments['far apart'] = await ship([...old, ...late])
  await world.owner.query(
    `update packages set status_since = timestamptz '2026-01-01Z' + company_package_id * 7 % 5 * interval '1 hour' where company_id = $1`,
    [shop.id],
  )
  shipments.none = {
    id: (await shop.admin.ok('POST /api/shipments', { body: { shippingMethod: 'aereo' } })).data.id,
    packages: [],
  }
})

const sorts = ['-number', 'number', 'statusSince', '-statusSince'] as const

test.each(['side by side', 'far apart', 'none'].flatMap((kind) => sorts.map((sort) => ({ kind, sort }))))(
  'the packages of a shipment, $kind by their numbers, are listed in the order $sort, of a status or all, invoiced or not',
  async ({ kind, sort }) => {
    const { id, packages } = shipments[kind] ?? { id: '', packages: [] }
    const keyOf = ({ companyPackageId }: CourierPackage) =>
      sort.endsWith('number') ? companyPackageId : hoursOf(companyPackageId) * 10_000 + companyPackageId
    const ordered = packages.toSorted((one, other) => keyOf(one) - keyOf(other))
    if (sort.startsWith('-')) ordered.reverse()
    for (const invoiced of [undefined, 'true', 'false'] as const) {
      for (const statusId of [undefined, shop.statuses.ready]) {
        const wanted = ordered
          .filter((one) => invoiced === undefined || String(invoicedIds.has(one.id)) === invoiced)
          .filter((one) => statusId === undefined || one.statusId === statusId)
        const query = { shipmentId: id, sort, ...(invoiced && { invoiced }), ...(statusId && { statusId }) }
        const { data, pagination } = await shop.viewer.ok('GET /api/packages', { query: { ...query, page: '1' } })
        expect(data.map((one) => one.companyPackageId)).toEqual(wanted.map((one) => one.companyPackageId))
        expect(pagination.total).toBe(wanted.length)
        expect(wanted.length > 0).toBe(packages.length > 0)
      }
    }
  },
)
