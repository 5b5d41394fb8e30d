import { afterAll, beforeAll, expect } from 'vitest'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { check, expectNothingLost, figureOf, judge } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { processTreeOf } from '../support/installation/killer.ts'
import type { Load } from '../support/installation/load.ts'
import { strike, waitForInvoice, waitForMore, waitForPostgres } from '../support/installation/moments.ts'
import { waitUntil } from '../support/patience.ts'
import { prove, rounds } from '../support/proofs.ts'

const minInFlight = 20
const clerks = 48

let site: Installation
beforeAll(async () => {
  site = await openInstallation()
})
afterAll(() => site.close())

/** Waits for so many more acknowledged invoices, then kills all processes of PostgreSQL. */
async function killDatabase(load: Load, acknowledgedBefore: number): Promise<{ at: number; inFlight: number }> {
  await waitForMore(load, acknowledgedBefore)
  return await strike(site, load, processTreeOf(site.postgres.pid))
}

prove('F-02', 'PostgreSQL and all its children are killed', (row) => {
  row.proof('no acknowledged invoice is lost, and the servers recover by themselves', async () => {
    const kills = rounds(4, 20)
    const load = site.invoice(clerks)
    let [done, repeated, slowest, least, acknowledged] = [0, 0, 0, Number.POSITIVE_INFINITY, 0]
    const begun = Date.now()
    const pids = site.instances.map((instance) => instance.process().pid)
    while (done < kills) {
      const { at, inFlight } = await killDatabase(load, rounds(100, 500))
      const accepted = await waitForPostgres(site)
      slowest = Math.max(slowest, (await waitForInvoice(load, at)) - accepted)
      if (inFlight < minInFlight) repeated += 1
      else {
        done += 1
        least = Math.min(least, inFlight)
      }
    }
    acknowledged = load.acknowledged()
    const perSecond = Math.round((acknowledged * 1000) / (Date.now() - begun))
    const verdict = await expectNothingLost(load, site)
    expect(verdict.unknown).toBeGreaterThan(0)
    expect(slowest).toBeLessThanOrEqual(5_000)
    // The processes are the same as before: the loss of the database ends none of them.
    expect(site.instances.map((instance) => instance.process().pid)).toEqual(pids)
    for (const { url } of site.instances) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const away = load.entries.filter((entry) => entry.type === 'unknown' && entry.status === 503).length
    return (
      `${done} kills with ${least} requests in flight or more (${repeated} repeated), ${perSecond} invoices/s on the whole: ${figureOf(verdict)}; ` +
      `${away.toLocaleString('en')} answers 503 with Retry-After, none 401 or 500; first invoice at most ${slowest} ms after PostgreSQL accepts`
    )
  })

  row.control('a forged line of the history counts as lost, and a removed line makes an invoice unasked', async () => {
    const load = site.invoice(4)
    await waitUntil(() => load.acknowledged() >= 20, 60_000)
    await load.stop()
    const ok = load.entries.findLast((entry) => entry.type === 'ok')
    if (ok?.type !== 'ok') throw new Error('Nothing was acknowledged')
    const invoke = load.entries.find((entry) => entry.type === 'invoke' && entry.tryId === ok.tryId)
    if (invoke?.type !== 'invoke') throw new Error('Nothing was asked')
    const forged = { ...invoke, key: 'forged', tryId: 'forged/0' }
    const answer = { ...ok, tryId: 'forged/0', id: '00000000-0000-7000-8000-000000000000' }
    const { lost } = await check([...load.entries, forged, answer], site.owner, site.postgres.ownerUrl)
    expect(lost).toEqual([expect.stringContaining('forged')])
    const found = [
      {
        company: invoke.company,
        id: ok.id,
        number: ok.number,
        total: String(ok.total),
        key: invoke.key,
        packages: invoke.packageIds,
      },
    ]
    const { unasked } = judge([], found)
    expect(unasked).toHaveLength(1)
    expect(judge([invoke, ok], found)).toMatchObject({ lost: [], unasked: [] })
  })

  row.control('a database that does not wait for the disk loses acknowledged invoices', async () => {
    const load = site.invoice(clerks)
    await waitUntil(() => load.acknowledged() >= 20, 60_000)
    await withConnection(site.postgres.superuserUrl, async (client) => {
      // The database's own setting wins over the command line, on connections that are opened from now on.
      await client.query('alter database casillero set synchronous_commit = off')
      await client.query("alter system set wal_writer_delay = '10s'")
      await client.query('select pg_reload_conf()')
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'casillero'")
    })
    await killDatabase(load, 200)
    await waitForPostgres(site)
    await load.stop()
    const verdict = await check(load.entries, site.owner, site.postgres.ownerUrl)
    expect(verdict.lost.length).toBeGreaterThan(0)
  })
})
