import { afterAll, beforeAll, expect } from 'vitest'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { familyOf } from '../support/installation/killer.ts'
import type { Load } from '../support/installation/load.ts'
import { check, figureOf, judge, nothingWrong } from './support/checker.ts'
import { fault, rounds } from './support/fault.ts'
import { strike, until, untilAccepting, untilInvoiced, untilMore } from './support/moments.ts'

const leastInFlight = 20
const clerks = 48

let site: Installation
beforeAll(async () => {
  site = await openInstallation()
})
afterAll(() => site.close())

/** Waits until so many more invoices were acknowledged, then kills PostgreSQL whole. */
async function killDatabase(load: Load, acknowledgedBefore: number): Promise<{ at: number; inFlight: number }> {
  await untilMore(load, acknowledgedBefore)
  return await strike(site, load, familyOf(site.postgres.pid))
}

fault('F-02', 'PostgreSQL and all its children are killed', (row) => {
  row.proof('nothing that was acknowledged is lost, and the servers find back by themselves', async () => {
    const wanted = rounds(4, 20)
    const load = site.invoice(clerks)
    let [done, repeated, slowest, least, acknowledged] = [0, 0, 0, Number.POSITIVE_INFINITY, 0]
    const begun = Date.now()
    const pids = site.instances.map((instance) => instance.process().pid)
    while (done < wanted) {
      const { at, inFlight } = await killDatabase(load, rounds(100, 500))
      const accepted = await untilAccepting(site)
      slowest = Math.max(slowest, (await untilInvoiced(load, at)) - accepted)
      if (inFlight < leastInFlight) repeated += 1
      else {
        done += 1
        least = Math.min(least, inFlight)
      }
    }
    acknowledged = load.acknowledged()
    const perSecond = Math.round((acknowledged * 1000) / (Date.now() - begun))
    await load.stop()
    const verdict = await check(load.entries, site.owner, site.postgres.ownerUrl)
    expect(verdict).toMatchObject(nothingWrong)
    expect(verdict.unknown).toBeGreaterThan(0)
    expect(slowest).toBeLessThanOrEqual(5_000)
    // The same processes all along: a database that is away ends none of them.
    expect(site.instances.map((instance) => instance.process().pid)).toEqual(pids)
    for (const { url } of site.instances) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const away = load.entries.filter((entry) => entry.type === 'unknown' && entry.status === 503).length
    return (
      `${done} kills with ${least} requests in flight at least (${repeated} repeated), ${perSecond} invoices/s on the whole: ${figureOf(verdict)}; ` +
      `${away.toLocaleString('en')} answers "come again", none 401 or 500; first invoice at most ${slowest} ms after PostgreSQL accepts`
    )
  })

  row.control('a forged line of the history is found lost, a line taken away makes an invoice unasked', async () => {
    const load = site.invoice(4)
    await until(() => load.acknowledged() >= 20, 60_000)
    await load.stop()
    const ok = load.entries.findLast((entry) => entry.type === 'ok')
    if (ok?.type !== 'ok') throw new Error('Nothing was acknowledged')
    const invoke = load.entries.find((entry) => entry.type === 'invoke' && entry.tryId === ok.tryId)
    if (invoke?.type !== 'invoke') throw new Error('Nothing was asked')
    const forged = { ...invoke, key: 'forged', tryId: 'forged/0' }
    const told = { ...ok, tryId: 'forged/0', id: '00000000-0000-7000-8000-000000000000' }
    const { lost } = await check([...load.entries, forged, told], site.owner, site.postgres.ownerUrl)
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
    return '1 found lost, 1 found unasked'
  })

  row.control('a database that does not wait for the disk loses what was acknowledged', async () => {
    const load = site.invoice(clerks)
    await until(() => load.acknowledged() >= 20, 60_000)
    await withConnection(site.postgres.superuserUrl, async (client) => {
      // The database's own setting wins over the command line; connections that are made from now on have it.
      await client.query('alter database casillero set synchronous_commit = off')
      await client.query("alter system set wal_writer_delay = '10s'")
      await client.query('select pg_reload_conf()')
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'casillero'")
    })
    await killDatabase(load, 200)
    await untilAccepting(site)
    await load.stop()
    const verdict = await check(load.entries, site.owner, site.postgres.ownerUrl)
    expect(verdict.lost.length).toBeGreaterThan(0)
    return `${verdict.lost.length} of ${verdict.acknowledged} lost in one kill`
  })
})
