import { afterAll, beforeAll, expect } from 'vitest'
import { verifyData } from '../../server/src/commands/verify-data/report.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import type { Passage } from '../support/installation/pg-proxy.ts'
import { urlOf } from '../support/test-database.ts'
import { ask } from './support/calls.ts'
import { fault, rounds } from './support/fault.ts'

const victim = 0
const survivor = 1

const isClosing = ({ connection }: Passage): boolean =>
  connection.transaction.some((statement) => /^update "cash_sessions"/i.test(statement))

/** The places of a closing at which the server is killed, and whether the session is closed by then. */
const places: { name: string; isClosed: boolean; isReached: (passage: Passage) => boolean }[] = [
  {
    name: 'after the lock',
    isClosed: false,
    isReached: ({ statement, phase }) => phase === 'answered' && /from "cash_sessions".*for update/is.test(statement),
  },
  {
    name: 'after the count',
    isClosed: false,
    isReached: ({ statement, phase }) => phase === 'answered' && /insert into "cash_counts"/.test(statement),
  },
  {
    name: 'after the balances',
    isClosed: false,
    isReached: ({ statement, phase }) => phase === 'answered' && /insert into "cash_session_balances"/.test(statement),
  },
  {
    name: 'before the commit',
    isClosed: false,
    isReached: (passage) => passage.phase === 'asked' && passage.statement === 'commit' && isClosing(passage),
  },
  {
    name: 'between the commit and its answer',
    isClosed: true,
    isReached: (passage) => passage.phase === 'answered' && passage.statement === 'commit' && isClosing(passage),
  },
]

let site: Installation
beforeAll(async () => {
  site = await openInstallation({ proxied: 1, shops: 1 })
})
afterAll(() => site.close())

/** Calls a server as the shop's admin. */
async function call(server: number, path: string, body?: object, key?: string) {
  const [shop] = site.shops
  const url = site.instances[server]?.url ?? ''
  const { host = '', token = '' } = shop?.counter ?? {}
  return await ask(url, { path, host, token, ...(body && { body }), ...(key && { key }) })
}

const dataOf = ({ status, body }: { status: number; body: string }) => {
  expect(status, body).toBeLessThan(300)
  return JSON.parse(body).data
}

/** Opens the drawer with C$100, puts C$50 in, and keeps a first count. */
async function openSession(nio: string): Promise<string> {
  const [drawer] = dataOf(await call(survivor, '/api/cash-drawers'))
  const opening = { drawerId: drawer.id, opening: [{ currencyId: nio, amount: 100 }] }
  const { id } = dataOf(await call(survivor, '/api/cash-sessions', opening))
  const movement = { direction: 'in', currencyId: nio, amount: 50, reason: 'Cambio' }
  dataOf(await call(survivor, `/api/cash-sessions/${id}/movements`, movement))
  dataOf(await call(survivor, `/api/cash-sessions/${id}/counts`, { counts: [{ currencyId: nio, amount: 149 }] }))
  return id
}

/** Closes a session at the first server, which is killed at a place of the transaction. */
async function closeAndKill(path: string, body: object, key: string, place: (typeof places)[number]): Promise<number> {
  const reached = new Promise<void>((resolve) => {
    let isHeld = false
    site.proxy.watch((passage) => {
      if (isHeld || !place.isReached(passage)) return 'pass'
      isHeld = true
      resolve()
      return 'hold'
    })
  })
  const sent = call(victim, path, body, key)
  await reached
  const instance = site.instances[victim]
  if (!instance) throw new Error('There is no server')
  await site.killer.strike([instance.process().pid])
  await instance.process().ended
  site.proxy.watch(() => 'pass')
  return (await sent).status
}

type Kept = { closed: boolean; attempts: number; counted: number }

async function keptOf(id: string): Promise<Kept | undefined> {
  const { rows } = await site.owner.query<Kept>(
    `select s.closed_at is not null as closed,
            (select count(distinct c.attempt)::int from cash_counts c where c.session_id = s.id) as attempts,
            (select count(b.counted)::int from cash_session_balances b where b.session_id = s.id) as counted
     from cash_sessions s where s.id = $1`,
    [id],
  )
  return rows[0]
}

const findings = async () => (await verifyData(site.postgres.ownerUrl)).filter(({ count }) => count > 0)

fault('F-19', 'a server is killed while it closes a drawer', (row) => {
  row.proof(
    'a closing is whole or not there when its server is killed, and its key gives the one result',
    async () => {
      const nio = site.shops[0]?.counter.nio ?? ''
      let kills = 0
      for (let round = 0; round < rounds(1, 6); round += 1) {
        for (const place of places) {
          const id = await openSession(nio)
          const path = `/api/cash-sessions/${id}/close`
          const body = { counts: [{ currencyId: nio, amount: 148 }], note: 'Faltan dos' }
          const key = `cierre-${id}`
          expect(await closeAndKill(path, body, key, place), place.name).toBe(0)
          kills += 1
          const whole = { closed: true, attempts: 2, counted: 1 }
          const nothing = { closed: false, attempts: 1, counted: 0 }
          expect(await keptOf(id), place.name).toEqual(place.isClosed ? whole : nothing)

          const again = await Promise.all(Array.from({ length: 4 }, () => call(survivor, path, body, key)))
          expect(again.map(({ status, body: text }) => [status, text])).toEqual(again.map(() => [200, again[0]?.body]))
          expect(dataOf(again[0] ?? { status: 0, body: '' })).toMatchObject({
            status: 'closed',
            balances: [{ opening: 100, in: 50, expected: 150, counted: 148, difference: -2 }],
          })
          expect((await call(survivor, path, body, `otro-${id}`)).status, place.name).toBe(409)
          expect(await keptOf(id), place.name).toEqual(whole)
          await site.instances[victim]?.start()
        }
      }
      expect(await findings()).toEqual([])
      return `${kills} kills at ${places.length} places of a closing: each whole or not there, ${kills} closed once by their key, 0 broken rules`
    },
    240_000,
  )

  row.control('a closing whose sum is spoiled is detected', async () => {
    await withConnection(urlOf(site.postgres.superuserUrl, 'casillero'), async (client) => {
      await client.query("set session_replication_role = 'replica'")
      await client.query(
        `update cash_session_balances set put_in = put_in + 1, expected = expected + 1, difference = difference - 1
         where (company_id, session_id) = (select company_id, id from cash_sessions where closed_at is not null limit 1)`,
      )
    })
    const wrong = await findings()
    expect(wrong).not.toEqual([])
    return `${wrong.length} broken rules for one spoiled sum`
  })
})
