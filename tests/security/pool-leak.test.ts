import { request } from 'node:http'
import { sql } from 'kysely'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on, rewriteFunction } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'

const reads = ['GET /api/client', 'GET /api/packages?search=1z', 'GET /api/invoices', 'GET /api/tariffs']

const refusals = [
  { call: 'POST /api/client', body: { firstName: '' } },
  { call: 'PUT /api/tariffs/none', body: {} },
  { call: 'GET /api/client?page=0' },
  { call: 'DELETE /api/client/01890000-0000-7000-8000-000000000000' },
]

async function idsOf(world: World, { id }: Shop): Promise<string[]> {
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from clients where company_id = $1 union select id from packages where company_id = $1
     union select id from invoices where company_id = $1 union select id from tariffs where company_id = $1`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** Makes a call whose caller disconnects before the answer; resolves when the connection is closed. */
function hangUp(address: string, { host, admin }: Shop, path: string): Promise<void> {
  return new Promise((resolve) => {
    const call = request(`${address}${path}`, { headers: { host, authorization: `Bearer ${admin.token}` } })
    call.on('error', () => undefined)
    call.on('close', resolve)
    call.end(() => setImmediate(() => call.destroy()))
  })
}

/** Ends work in the middle of its transaction, as the product's own transactions may. */
async function breakOff(world: World, { id, admin }: Shop, way: 'throws' | 'times out'): Promise<void> {
  const work = world.database.asUser({ companyId: id, userId: admin.userId }, async (db) => {
    await sql`select count(*) from clients`.execute(db)
    if (way === 'throws') throw new Error('on purpose')
    await sql`select set_config('statement_timeout', '5', true)`.execute(db)
    await sql`select pg_sleep(1)`.execute(db)
  })
  await work.catch(() => undefined)
}

/** Reads what a transaction without a company sees: no rows, and no company. */
async function leftOnConnection(world: World): Promise<string> {
  const { rows } = await world.database.withoutCompany((db) =>
    sql<{ left: string }>`
      select coalesce(current_setting('app.company_id', true), '') || coalesce(current_setting('app.user_id', true), '')
        || (select coalesce(string_agg(id::text, ''), '') from clients) as left`.execute(db),
  )
  return rows[0]?.left ?? 'nothing was answered'
}

/** Makes calls of two companies in turn on two connections, and cuts every fourth one short. */
async function takeTurns(world: World, held: Held): Promise<void> {
  const shops: [Shop, Shop] = [await openShop(world), await openShop(world)]
  for (const shop of shops) await shop.invoice(await shop.receiveMany(3))
  const [[ofOne, ofOther], address] = [
    await Promise.all([idsOf(world, shops[0]), idsOf(world, shops[1])]),
    await world.app.listen({ port: 0, host: '127.0.0.1' }),
  ]
  async function play(round: number): Promise<void> {
    const isOne = round % 2 === 0
    const [shop, foreign, own] = isOne ? [shops[0], ofOther, ofOne] : [shops[1], ofOne, ofOther]
    const read = reads[Math.floor(round / 2) % reads.length] ?? ''
    // Of 20 rounds two are refused, two hang up, one throws and one runs out of time, for either company in turn.
    const turn = Math.floor(round / 2) % 20
    if (turn === 1 || turn === 11) {
      const { call, body } = refusals[Math.floor(round / 20) % refusals.length] ?? { call: '' }
      const { statusCode } = await shop.admin.send(call, { body })
      held(statusCode >= 400 && statusCode < 500, `round ${round}, ${call}: ${statusCode}`)
    } else if (turn === 3 || turn === 13) await hangUp(address, shop, read.replace('GET ', ''))
    else if (turn === 5) await breakOff(world, shop, 'throws')
    else if (turn === 7) await breakOff(world, shop, 'times out')
    if (turn % 2 === 1) {
      const left = await leftOnConnection(world)
      held(left === '', `round ${round}: a transaction without a company saw ${left}`)
    }
    const answer = await shop.admin.send(read)
    const isOwn = own.some((id) => answer.body.includes(id)) && !foreign.some((id) => answer.body.includes(id))
    held(answer.statusCode === 200 && isOwn, `round ${round}, ${read}: ${answer.statusCode}`)
  }
  // A few at a time, so that no call waits too long for one of two connections on a busy machine.
  const rounds = tries(300, 10_000)
  const lanes = Array.from({ length: 4 }, async (_, lane) => {
    for (let round = lane; round < rounds; round += 4) await play(round)
  })
  await Promise.all(lanes)
}

const forGood = (world: World) =>
  rewriteFunction(
    world,
    'open_session',
    `set_config('app.company_id', company_id::text, true)`,
    `set_config('app.company_id', company_id::text, false)`,
  )

threat('T-05', { what: "a company's context left on a pooled connection", asvs: ['8.4.1'] }, ({ proof, control }) => {
  proof('no call sees the company or user of the one before it, after any end of that', on(takeTurns, { poolSize: 2 }))
  control('the same turns, with the company set for the session', on(takeTurns, { poolSize: 2, weaken: forGood }))
})
