import { afterAll, beforeAll, expect } from 'vitest'
import { findBroken } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { stockUp } from '../support/installation/shops.ts'
import { prove, rounds } from '../support/proofs.ts'
import { afterStatement, atCommit, call, killAtPlaces, readData } from './support/places.ts'

/** More than one statement moves, so that there is a moment at which a part has moved. */
const packageCount = 1_200
const clientCount = 3
const atOnce = 400

const places = [
  afterStatement('after the lock', /from "consignments".*for update/is),
  afterStatement('after the first thousand', /insert into package_status_changes/i),
  afterStatement('after the messages', /insert into "messages"/),
  atCommit('asked', /^update "consignments"/i),
  atCommit('answered', /^update "consignments"/i),
]

const steps = [
  { call: 'send', position: 2, before: 'open', after: 'in_transit' },
  { call: 'receive', position: 3, before: 'in_transit', after: 'received' },
] as const
type Step = (typeof steps)[number]

let site: Installation
let clients: string[]
beforeAll(async () => {
  site = await openInstallation({ proxied: 1, shops: 1 })
  clients = [site.shops[0]?.counter.clientId ?? '']
  for (const n of [1, 2])
    clients.push((await post('/api/client', { firstName: 'Luis', lastNames: `Paz ${n}`, phone: `8690441${n}` })).id)
})
afterAll(() => site.close())

const post = async (path: string, body: object) => readData(await call(site, { path, body }))

/** Opens a shipment of 1,200 packages of three clients; `seen` also sends it and marks all as seen. */
async function fillShipment(isSeen: boolean): Promise<string> {
  const { id } = await post('/api/shipments', { shippingMethod: 'aereo' })
  const [stock] = await stockUp(site.owner, site.shops, packageCount)
  const packageIds = stock?.packageIds ?? []
  await site.owner.query(
    `with quiet as materialized (select set_config('app.audit', 'off', true))
     update packages p set client_id = ($2::uuid[])[1 + p.company_package_id % cardinality($2::uuid[])]
     from quiet where p.id = any($1::uuid[])`,
    [packageIds, clients],
  )
  for (let from = 0; from < packageIds.length; from += atOnce) {
    await post(`/api/shipments/${id}/packages`, { packageIds: packageIds.slice(from, from + atOnce) })
  }
  if (!isSeen) return id
  await post(`/api/shipments/${id}/send`, {})
  await site.owner.query(
    'update consignment_packages set seen_by = added_by, seen_at = now() where consignment_id = $1',
    [id],
  )
  return id
}

type Kept = { state: string; moved: number; noted: number; notified: number }

/** The state of a shipment, how many of its packages have a status and an entry of it in their history, and how many notices there are. */
async function readShipment(id: string, { position }: Step): Promise<Kept | undefined> {
  const { rows } = await site.owner.query<Kept>(
    `with moving as materialized (
       select l.company_id, l.package_id, s.id as status_id
       from consignment_packages l join statuses s on s.company_id = l.company_id and s.order_position = $2
       where l.consignment_id = $1 and l.removed_at is null
     )
     select g.state,
       (select count(*)::int from moving v join packages p
          on p.company_id = v.company_id and p.id = v.package_id and p.status_id = v.status_id) as moved,
       (select count(*)::int from moving v join package_status_changes h
          on h.company_id = v.company_id and h.package_id = v.package_id and h.to_status_id = v.status_id) as noted,
       (select count(distinct m.id)::int from moving v
          join message_packages k on k.company_id = v.company_id and k.package_id = v.package_id
          join messages m on m.company_id = k.company_id and m.id = k.message_id and m.status_id = v.status_id) as notified
     from consignments g where g.id = $1`,
    [id, position],
  )
  return rows[0]
}

const whole = ({ after }: Step): Kept => ({
  state: after,
  moved: packageCount,
  noted: packageCount,
  notified: clientCount,
})

async function prepareStep(step: Step) {
  const id = await fillShipment(step.call === 'receive')
  return {
    call: { path: `/api/shipments/${id}/${step.call}`, body: {} },
    read: () => readShipment(id, step),
    nothing: { state: step.before, moved: 0, noted: 0, notified: 0 },
    whole: whole(step),
    isOnce: step.call === 'send',
  }
}

prove('F-20', 'a server is killed while it sends a shipment, and while it finishes an arrival', (row) => {
  row.proof(
    'a sending and the end of an arrival are whole or not there when their server is killed, and each client is notified once',
    async () => {
      let kills = 0
      for (let round = 0; round < rounds(1, 4); round += 1)
        for (const step of steps) kills += await killAtPlaces(site, places, () => prepareStep(step))
      expect(await findBroken(site)).toEqual([])
      const left = site.fake.tries.map(({ id }) => id)
      expect(new Set(left).size).toBe(left.length)
      return `${kills} kills at ${places.length} places of a sending and of an arrival's end of ${packageCount.toLocaleString('en')} packages: each whole or not there, and done once by its key, ${left.length} messages left, none twice, 0 broken rules`
    },
  )

  row.control('a package that stayed behind is detected', async () => {
    const [send] = steps
    const id = await fillShipment(true)
    await site.owner.query(
      `update packages set status_id = null where id = (select package_id from consignment_packages where consignment_id = $1 limit 1)`,
      [id],
    )
    expect(await readShipment(id, send)).not.toEqual(whole(send))
  })
})
