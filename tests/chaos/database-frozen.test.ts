import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { expectNothingLost, figureOf } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { processTreeOf } from '../support/installation/killer.ts'
import { acknowledgedBetween, slowestTry, strike, waitForMore } from '../support/installation/moments.ts'
import { waitUntil } from '../support/patience.ts'
import { prove, rounds } from '../support/proofs.ts'

const clerks = 48
const frozenMs = 5_000
const fullRate = 0.7

let site: Installation
let burner: ChildProcess | undefined
beforeAll(async () => {
  site = await openInstallation()
})
afterEach(() => {
  burner?.kill('SIGKILL')
})
afterAll(() => site.close())

prove('F-14', 'PostgreSQL stands still for five seconds while a core is burnt', (row) => {
  row.proof('calls end in time, and the former rate is back without a restart', async () => {
    const load = site.invoice(clerks)
    burner = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
    await waitForMore(load, 100)
    const begun = Date.now()
    const stops = rounds(2, 10)
    let slowestReturn = 0
    for (let n = 0; n < stops; n += 1) {
      const calm = Date.now()
      await waitUntil(() => Date.now() - calm > 4_000, 10_000)
      load.readMore()
      const before = acknowledgedBetween(load, calm + 1_000, calm + 4_000) / 3
      const family = processTreeOf(site.postgres.pid)
      await strike(site, load, family, { signal: 'SIGSTOP' })
      const frozen = Date.now()
      await waitUntil(() => Date.now() - frozen > frozenMs, 10_000)
      const going = await site.killer.strike(family, 'SIGCONT')
      let from = going
      // Finds the first whole second, from any tenth of a second on, with the usual rate.
      await waitUntil(
        () => {
          load.readMore()
          while (from + 1_000 < Date.now() && acknowledgedBetween(load, from, from + 1_000) < before * fullRate)
            from += 100
          return from + 1_000 < Date.now()
        },
        30_000,
        'the old rate',
      )
      slowestReturn = Math.max(slowestReturn, from - going)
    }
    const slowest = slowestTry(load, begun)
    const verdict = await expectNothingLost(load, site)
    expect(slowest).toBeLessThanOrEqual(8_500)
    expect(slowestReturn).toBeLessThanOrEqual(3_000)
    return (
      `${stops} stops of ${frozenMs / 1_000} s under ${clerks} clerks: ${figureOf(verdict)}; slowest answer ${slowest} ms, ` +
      `${fullRate * 100} % of the rate before again within ${slowestReturn} ms`
    )
  })

  row.control('a stop that lasts as long as the clerks wait shows as an answer that is too late', async () => {
    const load = site.invoice(4)
    await waitForMore(load, 10)
    const from = Date.now()
    const servers = site.instances.map((instance) => instance.process().pid)
    await site.killer.strike(servers, 'SIGSTOP')
    await waitUntil(() => Date.now() - from > 9_000, 15_000)
    await site.killer.strike(servers, 'SIGCONT')
    await waitForMore(load, 10)
    await load.stop()
    const slowest = slowestTry(load, from)
    expect(slowest).toBeGreaterThan(8_500)
  })
})
