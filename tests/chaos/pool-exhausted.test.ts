import { afterAll, beforeAll, expect } from 'vitest'
import { type Answer, ask } from '../support/installation/calls.ts'
import { expectNothingLost, figureOf } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { waitForInvoice, waitForMore } from '../support/installation/moments.ts'
import { waitUntil } from '../support/patience.ts'
import { prove, rounds } from '../support/proofs.ts'

let site: Installation
beforeAll(async () => {
  site = await openInstallation()
})
afterAll(() => site.close())

const idleInTransaction = `
  select coalesce(max(extract(epoch from clock_timestamp() - state_change)), 0)::float8 as seconds
  from pg_stat_activity where application_name = 'casillero' and state like 'idle in transaction%'`

/** Calls a list and `/livez` repeatedly, while rows are locked. */
async function probe(ms: number): Promise<{ lists: Answer[]; lives: Answer[]; longestIdle: number }> {
  const [lists, lives]: [Promise<Answer>[], Promise<Answer>[]] = [[], []]
  const end = performance.now() + ms
  let longestIdle = 0
  while (performance.now() < end) {
    for (const [n, { url }] of site.instances.entries()) {
      const counter = site.shops[n]?.counter
      lists.push(ask(url, { ...counter, path: '/api/statuses' }))
      lives.push(ask(url, { path: '/livez' }))
    }
    const { rows } = await site.owner.query<{ seconds: number }>(idleInTransaction)
    longestIdle = Math.max(longestIdle, rows[0]?.seconds ?? 0)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { lists: await Promise.all(lists), lives: await Promise.all(lives), longestIdle }
}

prove('F-05', 'rows are held until no connection is free', (row) => {
  row.proof('a waiting caller gets 503 in time, and no connection stays in a transaction', async () => {
    const load = site.invoice(64)
    await waitForMore(load, 100)
    const holder = await site.owner.connect()
    await holder.query(
      'begin; set local idle_in_transaction_session_timeout = 0; select from company_counters for update',
    )
    const { lists, lives, longestIdle } = await probe(rounds(8_000, 30_000))
    await holder.query('rollback')
    const freed = Date.now()
    holder.release()
    const recovered = (await waitForInvoice(load, freed - 8_000)) - freed
    const verdict = await expectNothingLost(load, site)
    const refused = lists.filter(({ status }) => status === 503)
    const slowest = Math.max(...refused.map(({ ms }) => ms))
    expect(refused.length).toBeGreaterThan(0)
    expect(lists.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    expect(slowest).toBeLessThanOrEqual(2_300)
    expect(new Set(lives.map(({ status }) => status))).toEqual(new Set([200]))
    expect(recovered).toBeLessThanOrEqual(1_000)
    expect(longestIdle).toBeLessThan(10)
    const isAtRest = async () => {
      const { rows } = await site.owner.query(
        "select from pg_stat_activity where application_name = 'casillero' and state <> 'idle'",
      )
      return rows.length === 0
    }
    await waitUntil(isAtRest, 10_000, 'a pool at rest')
    return (
      `${refused.length} of ${lists.length} lists refused within ${slowest} ms, ${lives.length}/${lives.length} /livez 200 (slowest ${Math.max(...lives.map(({ ms }) => ms))} ms), ` +
      `first invoice ${recovered} ms after the rows were free, longest "idle in transaction" ${longestIdle.toFixed(1)} s; ${figureOf(verdict)}`
    )
  })

  row.control('a connection that is left idle in a transaction is detected', async () => {
    const holder = await site.owner.connect()
    await holder.query("set application_name = 'casillero'")
    await holder.query('begin')
    const { rows } = await site.owner.query<{ seconds: number }>(idleInTransaction)
    await holder.query('rollback')
    holder.release(true)
    expect(rows[0]?.seconds).toBeGreaterThan(0)
  })
})
