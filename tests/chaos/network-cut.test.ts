import { afterAll, beforeAll, expect } from 'vitest'
import { check, expectNothingLost, figureOf } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import type { Load } from '../support/installation/load.ts'
import { slowestTry, waitForInvoice, waitForMore } from '../support/installation/moments.ts'
import { insertsInvoice, type Passage } from '../support/installation/pg-proxy.ts'
import { waitUntil } from '../support/patience.ts'
import { prove, rounds } from '../support/proofs.ts'
import { atCommit } from './support/places.ts'

let site: Installation
beforeAll(async () => {
  site = await openInstallation({ proxied: 2 })
})
afterAll(() => site.close())

const isCommit = atCommit('answered', insertsInvoice).isReached

const isLine = ({ statement, phase }: Passage) => phase === 'asked' && /insert into "invoice_items"/.test(statement)

/** Cuts the next connections that come to a place, and gives PostgreSQL's processes behind them. */
async function cutAt(
  isPlace: (passage: Passage) => boolean,
  count: number,
  how: 'cut' | 'swallow',
): Promise<{ pids: number[] }> {
  const pids: number[] = []
  site.proxy.watch((passage) => {
    if (pids.length >= count || !isPlace(passage)) return 'pass'
    pids.push(passage.connection.backendPid)
    passage.connection[how]()
    return 'hold'
  })
  await waitUntil(() => pids.length === count, 120_000, `${count} connections cut`)
  site.proxy.watch(() => 'pass')
  return { pids }
}

/**
 * Waits until PostgreSQL has ended the transactions of silent connections, and gives the seconds for which their locks were
 * held.
 */
async function waitForRelease(pids: number[], from: number): Promise<number> {
  const isFree = async () => {
    const { rows } = await site.owner.query(
      'select from pg_stat_activity where pid = any ($1) and xact_start is not null',
      [pids],
    )
    return rows.length === 0
  }
  await waitUntil(isFree, 30_000, 'PostgreSQL letting go of what silent connections held')
  return (Date.now() - from) / 1_000
}

/**
 * The tries that ended after a time without an answer. A clerk of the load gives up at twelve seconds: the ten of a browser, which are
 * the product's bound, and two for a busy machine.
 */
const findUnanswered = ({ entries }: Load, from: number): string[] =>
  entries.flatMap((entry) => (entry.type === 'unknown' && entry.status === 0 && entry.at >= from ? [entry.tryId] : []))

prove('F-13', 'connections between the servers and PostgreSQL are cut', (row) => {
  row.proof('every call is answered before its caller gives up, and its key settles the outcome', async () => {
    const load = site.invoice(48)
    await waitForMore(load, 50)
    const from = Date.now()
    const [random, atCommit, silent] = [rounds(20, 130), rounds(10, 50), rounds(4, 20)]
    await cutAt(() => Math.random() < 0.02, random, 'cut')
    await cutAt(isCommit, atCommit, 'cut')
    let [held, rounded] = [0, 0]
    while (rounded < silent) {
      // Two at a time, because a pool of ten must keep connections.
      const from = Date.now()
      const answered = await cutAt(isCommit, 1, 'swallow')
      const asked = await cutAt(isLine, 1, 'swallow')
      held = Math.max(held, await waitForRelease([...answered.pids, ...asked.pids], from))
      rounded += 2
    }
    await waitForInvoice(load, Date.now())
    const slowest = slowestTry(load, from)
    const verdict = await expectNothingLost(load, site)
    expect(findUnanswered(load, from)).toEqual([])
    expect(held).toBeLessThanOrEqual(15)
    return (
      `${random} connections reset at random, ${atCommit} between a commit and its answer, ${silent} silenced: ${figureOf(verdict)}; ` +
      `slowest answer ${slowest} ms, locks held at most ${held.toFixed(1)} s`
    )
  })

  row.control('invoices of tries without an answer are unasked when the history omits those tries', async () => {
    const load = site.invoice(8)
    await waitForMore(load, 20)
    // A connection that is cut is noticed, and the server settles the call by its key; of a silent one the answer stays away.
    await cutAt(isCommit, 3, 'swallow')
    await waitForMore(load, 20)
    await load.stop()
    const keyOf = (tryId: string) => tryId.split('/')[0]
    const silent = new Set(load.entries.flatMap((entry) => (entry.type === 'unknown' ? [keyOf(entry.tryId)] : [])))
    const answered = load.entries.filter(({ tryId }) => !silent.has(keyOf(tryId)))
    const checkAll = (entries: typeof answered) => check(entries, site.owner, site.postgres.ownerUrl)
    // Invoices of the clerks of earlier tests are unasked both times.
    const more = (await checkAll(answered)).unasked.length - (await checkAll([...load.entries])).unasked.length
    expect(more).toBeGreaterThanOrEqual(3)
  })
})
