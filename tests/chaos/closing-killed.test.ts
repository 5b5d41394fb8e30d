import { afterAll, beforeAll, expect } from 'vitest'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { findBroken } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { prove, rounds } from '../support/proofs.ts'
import { urlOf } from '../support/test-database.ts'
import { afterStatement, atCommit, call, killAtPlaces, readData } from './support/places.ts'

const places = [
  afterStatement('after the lock', /from "cash_sessions".*for update/is),
  afterStatement('after the count', /insert into "cash_counts"/),
  afterStatement('after the balances', /insert into "cash_session_balances"/),
  atCommit('asked', /^update "cash_sessions"/i),
  atCommit('answered', /^update "cash_sessions"/i),
]

let site: Installation
beforeAll(async () => {
  site = await openInstallation({ proxied: 1, shops: 1 })
})
afterAll(() => site.close())

/** Opens the drawer with C$100, puts C$50 in, and keeps a first count. */
async function openSession(nio: string): Promise<string> {
  const post = async (path: string, body?: object) => readData(await call(site, { path, ...(body && { body }) }))
  const [drawer] = await post('/api/cash-drawers')
  const opening = { drawerId: drawer.id, opening: [{ currencyId: nio, amount: 100 }] }
  const { id } = await post('/api/cash-sessions', opening)
  const movement = { direction: 'in', currencyId: nio, amount: 50, reason: 'Cambio' }
  await post(`/api/cash-sessions/${id}/movements`, movement)
  await post(`/api/cash-sessions/${id}/counts`, { counts: [{ currencyId: nio, amount: 149 }] })
  return id
}

type Kept = { closed: boolean; attempts: number; counted: number }

async function readSession(id: string): Promise<Kept | undefined> {
  const { rows } = await site.owner.query<Kept>(
    `select s.closed_at is not null as closed,
            (select count(distinct c.attempt)::int from cash_counts c where c.session_id = s.id) as attempts,
            (select count(b.counted)::int from cash_session_balances b where b.session_id = s.id) as counted
     from cash_sessions s where s.id = $1`,
    [id],
  )
  return rows[0]
}

/** A closing that counts two less than it should. */
async function prepareClosing() {
  const nio = site.shops[0]?.counter.nio ?? ''
  const id = await openSession(nio)
  const body = { counts: [{ currencyId: nio, amount: 148 }], note: 'Faltan dos' }
  return {
    call: { path: `/api/cash-sessions/${id}/close`, body },
    read: () => readSession(id),
    // Its count is kept by a transaction of its own before, and once.
    nothing: { closed: false, counted: 0 },
    whole: { closed: true, attempts: 2, counted: 1 },
    look: (data: unknown) =>
      expect(data).toMatchObject({
        status: 'closed',
        balances: [{ opening: 100, in: 50, expected: 150, counted: 148, difference: -2 }],
      }),
    isOnce: true,
  }
}

prove('F-19', 'a server is killed while it closes a drawer', (row) => {
  row.proof('a closing is whole or not there when its server is killed, and its key gives the one result', async () => {
    let kills = 0
    for (let round = 0; round < rounds(1, 6); round += 1) kills += await killAtPlaces(site, places, prepareClosing)
    expect(await findBroken(site)).toEqual([])
    return `${kills} kills at ${places.length} places of a closing: each whole or not there, and closed once by its key, 0 broken rules`
  })

  row.control('a closing whose sum is spoiled is detected', async () => {
    await withConnection(urlOf(site.postgres.superuserUrl, 'casillero'), async (client) => {
      await client.query("set session_replication_role = 'replica'")
      await client.query(
        `update cash_session_balances set put_in = put_in + 1, expected = expected + 1, difference = difference - 1
         where (company_id, session_id) = (select company_id, id from cash_sessions where closed_at is not null limit 1)`,
      )
    })
    expect(await findBroken(site)).not.toEqual([])
  })
})
