import { measureCompany } from '../../server/src/features/promises/jobs.ts'
import type { Shop } from './shop.ts'
import type { World } from './world.ts'

const dayMs = 86_400_000
/** A Wednesday, ten at night in Managua, when UTC has the next day already. */
export const now = new Date('2026-11-26T04:00:00Z')
/** So many days before today, at an hour of Managua. */
export const before = (days: number, hour = 10) =>
  new Date(Date.parse('2026-11-25T06:00:00Z') - days * dayMs + hour * 3_600_000)

export type Travelled = { method: 'aereo' | 'maritimo'; received: Date; left?: Date; arrived?: Date; ready?: Date }

let lastNumber = 10_000

/** Packages of the past with their history, as moves would have written it. */
export async function addTravelled(world: World, { id, statuses }: Shop, travelled: readonly Travelled[]) {
  const { received, inTransit, inCustoms, ready } = statuses
  const rows = travelled.map((one) => ({
    number: ++lastNumber,
    method: one.method,
    created_at: one.received,
    status: one.ready ? ready : one.arrived ? inCustoms : one.left ? inTransit : received,
    moves: [
      // What is entered as ready was never seen on its way.
      { to: received, at: one.received === one.ready ? undefined : one.received },
      { to: inTransit, at: one.left },
      { to: inCustoms, at: one.arrived },
      { to: ready, at: one.ready },
    ].filter(({ at }) => at),
  }))
  await world.owner.query(
    `with given as materialized (
       select uuidv7() as id, r.* from jsonb_to_recordset($2::jsonb)
         r (number bigint, method text, created_at timestamptz, status uuid, moves jsonb)
     ), added as (
       insert into packages (company_id, id, company_package_id, shipping_method, tracking, search_text, status_id, created_at)
       select $1, g.id, g.number, g.method, 'V' || g.number, '', g.status, g.created_at from given g returning id
     )
     insert into package_status_changes (company_id, package_id, from_status_id, to_status_id, user_name, created_at)
     select $1, a.id, lag(m.to_id) over (partition by a.id order by m.at), m.to_id, 'Prueba', m.at
     from added a join given g on g.id = a.id
     cross join lateral (
       select (e ->> 'to')::uuid as to_id, (e ->> 'at')::timestamptz as at from jsonb_array_elements(g.moves) e) m`,
    [id, JSON.stringify(rows)],
  )
}

/** As the job of the night does. */
export const measure = (world: World, shop: Shop, atOnce?: number) =>
  measureCompany((run) => world.database.asUser({ companyId: shop.id, userId: '' }, run), atOnce)

/** Twenty-one packages by air of the weeks before, which left after two days, arrived after four and were ready after six. */
export async function addUsual(world: World, shop: Shop): Promise<void> {
  await addTravelled(
    world,
    shop,
    Array.from({ length: 21 }, () => ({
      method: 'aereo' as const,
      received: before(17),
      left: before(15),
      arrived: before(13),
      ready: before(11),
    })),
  )
  await measure(world, shop)
}

/** A package that was just received, and of which its client was not told. */
export const receive = (shop: Shop, values: object = {}) =>
  shop.receive({ statusId: shop.statuses.received, shouldNotifyStorage: false, ...values })

export const move = (shop: Shop, id: string, statusId: string) =>
  shop.user.ok('PATCH /api/packages/status', { body: { packageIds: [id], statusId } })

/** Another day, on which the users of the shop are still signed in. */
export async function goTo(world: World, shop: Shop, at: string): Promise<void> {
  world.setTime(new Date(at))
  await world.owner.query('update sessions set created_at = $2, last_seen_at = $2 where company_id = $1', [shop.id, at])
}
