import { afterAll, beforeAll, expect } from 'vitest'
import { expectNothingLost, figureOf, judge } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { slowestTry, strike, waitForInvoice, waitForMore } from '../support/installation/moments.ts'
import { waitUntil } from '../support/patience.ts'
import { prove } from '../support/proofs.ts'
import { openPair, type Pair } from './support/pair.ts'

const rounds = Number(process.env.STANDBY)
const clerks = 24
const minInFlight = 5
const longestGapMs = 15_000

let pair: Pair
let site: Installation
beforeAll(async () => {
  pair = await openPair()
  site = await openInstallation({ postgres: pair.postgres })
})
afterAll(async () => {
  await site?.close()
})

/** The cost of a failover, in milliseconds from the kill. */
type Round = { inFlight: number; promoted: number; writes: number }

prove('a standby', 'a primary is killed while clerks invoice', ({ proof, control }) => {
  proof(
    'a primary that is killed under load is followed by its standby, and nothing that was acknowledged is lost',
    async () => {
      const pids = site.instances.map((instance) => instance.process().pid)
      const load = site.invoice(clerks)
      const done: Round[] = []
      const begun = Date.now()
      while (done.length < rounds) {
        await waitForMore(load, 60)
        // Patroni watches all the time: while every call waits, the history has no entry for which the strike could wait first.
        const [{ at, inFlight }, promotedAt] = await Promise.all([
          strike(site, load, pair.primaryProcesses()),
          pair.failOver(),
        ])
        const promoted = promotedAt - at
        const writes = (await waitForInvoice(load, at)) - at
        await pair.rebuild()
        // A kill that met no call proves nothing.
        if (inFlight < minInFlight) continue
        done.push({ inFlight, promoted, writes })
        console.log(`round ${done.length}: ${JSON.stringify(done.at(-1))}, ${load.acknowledged()} acknowledged`)
      }
      const verdict = await expectNothingLost(load, site)
      expect(Math.max(...done.map(({ writes }) => writes))).toBeLessThanOrEqual(longestGapMs)
      // The servers are the same processes as before, and ready.
      expect(site.instances.map((instance) => instance.process().pid)).toEqual(pids)
      for (const { url } of site.instances) expect((await fetch(`${url}/readyz`)).status).toBe(200)
      const refused = load.entries.filter((entry) => entry.type === 'unknown' && entry.status === 503).length
      const range = (pick: (round: Round) => number) =>
        `${Math.min(...done.map(pick))} to ${Math.max(...done.map(pick))}`
      return [
        `${done.length} kills with ${range(({ inFlight }) => inFlight)} calls in flight: ${figureOf(verdict)}`,
        `promoted ${range(({ promoted }) => promoted)} ms after the kill, the next invoice ${range(({ writes }) => writes)} ms after it`,
        `${refused} answers 503 with Retry-After, none 401 or 500; slowest answer ${slowestTry(load, begun)} ms`,
      ].join('; ')
    },
  )

  control('an invoice that only the lost primary had is found to be lost', async () => {
    const load = site.invoice(2)
    await waitUntil(() => load.acknowledged() >= 5, 60_000)
    await load.stop()
    const { lost } = judge(load.entries, [])
    expect(lost).toHaveLength(load.acknowledged())
  })
})
