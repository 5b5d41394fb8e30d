import { afterAll, beforeAll, expect } from 'vitest'
import { verifyData } from '../../server/src/commands/verify-data/report.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import type { Passage } from '../support/installation/pg-proxy.ts'
import { stockUp } from '../support/installation/shops.ts'
import { ask } from './support/calls.ts'
import { fault, rounds } from './support/fault.ts'

const victim = 0
const survivor = 1

/** More than one statement moves, so that there is a moment at which a part has moved. */
const packageCount = 1_200
const clientCount = 3
const atOnce = 400

const isMoving = ({ connection }: Passage): boolean =>
  connection.transaction.some((statement) => /^update "consignments"/i.test(statement))

type Place = { name: string; isDone: boolean; isReached: (passage: Passage) => boolean }

const answered =
  (pattern: RegExp): Place['isReached'] =>
  ({ statement, phase }) =>
    phase === 'answered' && pattern.test(statement)

/** The places of a sending and of an arrival's end at which the server is killed, and whether all is done by then. */
const places: Place[] = [
  { name: 'after the lock', isDone: false, isReached: answered(/from "consignments".*for update/is) },
  { name: 'after the first thousand', isDone: false, isReached: answered(/insert into package_status_changes/i) },
  { name: 'after the messages', isDone: false, isReached: answered(/insert into "messages"/) },
  {
    name: 'before the commit',
    isDone: false,
    isReached: (passage) => passage.phase === 'asked' && passage.statement === 'commit' && isMoving(passage),
  },
  {
    name: 'between the commit and its answer',
    isDone: true,
    isReached: (passage) => passage.phase === 'answered' && passage.statement === 'commit' && isMoving(passage),
  },
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
  const [shop] = site.shops
  const others = [1, 2].map((n) => ({ firstName: 'Luis', lastNames: `Paz ${n}`, phone: `8690441${n}` }))
  clients = [shop?.counter.clientId ?? '']
  for (const body of others) clients.push(dataOf(await call(survivor, '/api/client', body)).id)
})
afterAll(() => site.close())

/** Calls a server as the shop's admin. */
async function call(server: number, path: string, body?: object, key?: string) {
  const [shop] = site.shops
  const { host = '', token = '' } = shop?.counter ?? {}
  return await ask(site.instances[server]?.url ?? '', { path, host, token, ...(body && { body }), ...(key && { key }) })
}

const dataOf = ({ status, body }: { status: number; body: string }) => {
  expect(status, body).toBeLessThan(300)
  return JSON.parse(body).data
}

/** Opens a shipment of 1,200 packages of three clients; `seen` also sends it and marks all as seen. */
async function fillShipment(isSeen: boolean): Promise<string> {
  const { id } = dataOf(await call(survivor, '/api/shipments', { shippingMethod: 'aereo' }))
  const [stock] = await stockUp(site.owner, site.shops, packageCount)
  const packageIds = stock?.packageIds ?? []
  await site.owner.query(
    `with quiet as materialized (select set_config('app.audit', 'off', true))
     update packages p set client_id = ($2::uuid[])[1 + p.company_package_id % cardinality($2::uuid[])]
     from quiet where p.id = any($1::uuid[])`,
    [packageIds, clients],
  )
  for (let from = 0; from < packageIds.length; from += atOnce) {
    const body = { packageIds: packageIds.slice(from, from + atOnce) }
    dataOf(await call(survivor, `/api/shipments/${id}/packages`, body))
  }
  if (!isSeen) return id
  dataOf(await call(survivor, `/api/shipments/${id}/send`, {}))
  await site.owner.query(
    'update consignment_packages set seen_by = added_by, seen_at = now() where consignment_id = $1',
    [id],
  )
  return id
}

/** Makes a call to the first server, which is killed at a place of the transaction. */
async function callAndKill(path: string, key: string, place: Place): Promise<number> {
  const reached = new Promise<void>((resolve) => {
    let isHeld = false
    site.proxy.watch((passage) => {
      if (isHeld || !place.isReached(passage)) return 'pass'
      isHeld = true
      resolve()
      return 'hold'
    })
  })
  const sent = call(victim, path, {}, key)
  await reached
  const instance = site.instances[victim]
  if (!instance) throw new Error('There is no server')
  await site.killer.strike([instance.process().pid])
  await instance.process().ended
  site.proxy.watch(() => 'pass')
  return (await sent).status
}

type Kept = { state: string; moved: number; noted: number; notified: number }

/** The state of a shipment, how many of its packages have a status and an entry of it in their history, and how many notices there are. */
async function keptOf(id: string, { position }: Step): Promise<Kept | undefined> {
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

const wholeOf = ({ after }: Step): Kept => ({
  state: after,
  moved: packageCount,
  noted: packageCount,
  notified: clientCount,
})

const findings = async () => (await verifyData(site.postgres.ownerUrl)).filter(({ count }) => count > 0)

fault('F-20', 'a server is killed while it sends a shipment, and while it finishes an arrival', (row) => {
  row.proof(
    'a sending and the end of an arrival are whole or not there when their server is killed, and each client is notified once',
    async () => {
      let kills = 0
      for (let round = 0; round < rounds(1, 4); round += 1) {
        for (const step of steps) {
          for (const place of places) {
            const id = await fillShipment(step.call === 'receive')
            const path = `/api/shipments/${id}/${step.call}`
            const key = `${step.call}-${id}`
            const name = `${step.call} ${place.name}`
            expect(await callAndKill(path, key, place), name).toBe(0)
            kills += 1
            const nothing = { state: step.before, moved: 0, noted: 0, notified: 0 }
            expect(await keptOf(id, step), name).toEqual(place.isDone ? wholeOf(step) : nothing)

            const again = await Promise.all(Array.from({ length: 4 }, () => call(survivor, path, {}, key)))
            expect(again.map(({ status, body }) => [status, body])).toEqual(again.map(() => [200, again[0]?.body]))
            if (step.call === 'send') expect((await call(survivor, path, {}, `otro-${id}`)).status, name).toBe(409)
            expect(await keptOf(id, step), name).toEqual(wholeOf(step))
            await site.instances[victim]?.start()
          }
        }
      }
      expect(await findings()).toEqual([])
      const left = site.fake.tries.map(({ id }) => id)
      expect(new Set(left).size).toBe(left.length)
      return `${kills} kills at ${places.length} places of a sending and of an arrival's end of ${packageCount.toLocaleString('en')} packages: each whole or not there, ${kills} done once by their key, ${left.length} messages left, none twice, 0 broken rules`
    },
    600_000,
  )

  row.control('a package that stayed behind is detected', async () => {
    const [send] = steps
    const id = await fillShipment(true)
    await site.owner.query(
      `update packages set status_id = null where id = (select package_id from consignment_packages where consignment_id = $1 limit 1)`,
      [id],
    )
    const kept = await keptOf(id, send)
    expect(kept).not.toEqual(wholeOf(send))
    return `${packageCount - (kept?.moved ?? packageCount)} of ${packageCount.toLocaleString('en')} found behind`
  })
})
