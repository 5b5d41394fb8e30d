import { afterAll, beforeAll, expect } from 'vitest'
import { expectNothingLost, figureOf } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { strike, waitForInvoice, waitForMore, waitForPostgres } from '../support/installation/moments.ts'
import { prove, rounds } from '../support/proofs.ts'
import { openBrowsers } from './support/browsers.ts'

const people = 3

let site: Installation
beforeAll(async () => {
  site = await openInstallation({ domain: 'casillero.localhost' })
})
afterAll(() => site.close())

prove('F-04', 'PostgreSQL is restarted under load, fast and at once', (row) => {
  row.proof('every clerk gets 503 with Retry-After, and no session ends', async () => {
    const browsers = await openBrowsers(site, people)
    const load = site.invoice(32)
    const restarts = rounds(4, 10)
    let [slowest, broken] = [0, 0]
    for (let n = 0; n < restarts; n += 1) {
      await waitForMore(load, rounds(50, 200))
      // The signals of `pg_ctl restart` in mode fast and in mode immediate.
      const signal = n % 2 === 0 ? 'SIGINT' : 'SIGQUIT'
      const { at, inFlight } = await strike(site, load, [site.postgres.pid], { signal })
      broken += inFlight
      await waitForPostgres(site)
      slowest = Math.max(slowest, (await waitForInvoice(load, at)) - at)
    }
    const visits = browsers.visits()
    const signedOut = await browsers.findSignedOut()
    await browsers.close()
    expect(signedOut).toEqual([])
    const verdict = await expectNothingLost(load, site)
    return (
      `${restarts} restarts with ${broken} requests in flight: ${figureOf(verdict)}; none 401 or 500; invoices again within ${slowest} ms; ` +
      `${people} browsers opened ${visits} screens meanwhile, 0 signed out`
    )
  })

  row.control('sessions that end with the restart are detected', async () => {
    const browsers = await openBrowsers(site, 1)
    await site.owner.query('delete from sessions')
    const signedOut = await browsers.findSignedOut()
    await browsers.close()
    expect(signedOut).toHaveLength(1)
  })
})
