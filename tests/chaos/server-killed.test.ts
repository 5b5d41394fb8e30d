import { afterAll, beforeAll, expect } from 'vitest'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { check, expectNothingLost, figureOf } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import type { Load } from '../support/installation/load.ts'
import { strike, waitForMore } from '../support/installation/moments.ts'
import { insertsInvoice } from '../support/installation/pg-proxy.ts'
import { waitUntil } from '../support/patience.ts'
import { prove, rounds } from '../support/proofs.ts'
import { urlOf } from '../support/test-database.ts'
import { afterStatement, atCommit, holdAt, type Place } from './support/places.ts'

const minInFlight = 20
const clerks = 64
const victim = 0

/** The places of an invoice's transaction at which the server is killed. */
const places: Pick<Place, 'name' | 'isReached'>[] = [
  afterStatement('after the lock', /from "packages".*for update/is),
  {
    name: 'after the number',
    isReached: ({ statement, phase, connection }) =>
      phase === 'answered' &&
      /update "company_counters"/.test(statement) &&
      connection.transaction.some((each) => each.includes('idempotency_keys')),
  },
  afterStatement('after the lines', /insert into "invoice_items"/),
  atCommit('asked', insertsInvoice),
  atCommit('answered', insertsInvoice),
]

let site: Installation
beforeAll(async () => {
  site = await openInstallation({ proxied: 1 })
})
afterAll(() => site.close())

type Kill = { at: number; inFlight: number; companies: Set<string> }

/** Kills the first server, and gives the companies that it was serving. */
async function kill(load: Load): Promise<Kill> {
  const [instance] = site.instances
  if (!instance) throw new Error('There is no server')
  const { at, inFlight } = await strike(site, load, [instance.process().pid], { server: victim })
  await instance.process().ended
  site.proxy.watch(() => 'pass')
  const ended = new Map(load.entries.flatMap((entry) => (entry.type === 'invoke' ? [] : [[entry.tryId, entry.at]])))
  const companies = new Set<string>()
  for (const entry of load.entries) {
    const isUnderWay = entry.type === 'invoke' && entry.at < at && (ended.get(entry.tryId) ?? at + 1) > at
    if (isUnderWay && entry.server === victim) companies.add(entry.company)
  }
  return { at, inFlight, companies }
}

async function waitForAnswer(load: Load): Promise<void> {
  const from = Date.now()
  const servers = new Map<string, number>()
  await waitUntil(
    () =>
      load.entries.some((entry) => {
        if (entry.type === 'invoke') servers.set(entry.tryId, entry.server)
        return entry.type === 'ok' && entry.at > from && servers.get(entry.tryId) === victim
      }),
    20_000,
    'an answer of the first server',
  )
}

/** Measures the time from the kill until each company that was being served had its next invoice. */
async function nextInvoices(load: Load, { at, companies }: Kill): Promise<number> {
  const missing = new Set(companies)
  const owners = new Map<string, string>()
  let seen = 0
  let last = at
  await waitUntil(
    () => {
      for (const entry of load.entries.slice(seen)) {
        if (entry.type === 'invoke') owners.set(entry.tryId, entry.company)
        if (entry.type === 'ok' && entry.at > at && missing.delete(owners.get(entry.tryId) ?? '')) last = entry.at
      }
      seen = load.entries.length
      return missing.size === 0
    },
    60_000,
    'an invoice of every company',
  )
  return last - at
}

prove('F-01', 'a server is killed while it invoices', (row) => {
  row.proof(
    'an invoice is written whole or not at all, with kills at six places of its transaction and at random',
    async () => {
      const load = site.invoice(clerks)
      const kills = rounds(8, 30)
      let [done, repeated, least, slowest] = [0, 0, Number.POSITIVE_INFINITY, 0]
      const held: string[] = []
      while (done < kills) {
        await waitForMore(load, rounds(100, 500))
        const place = places[done]
        if (place) await holdAt(site, place)
        // The sixth place is after the answer.
        else if (done === places.length) await waitForAnswer(load)
        else await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
        const killed = await kill(load)
        slowest = Math.max(slowest, await nextInvoices(load, killed))
        await site.instances[victim]?.start()
        if (killed.inFlight < minInFlight) {
          repeated += 1
          continue
        }
        done += 1
        least = Math.min(least, killed.inFlight)
        held.push(place?.name ?? (done === places.length + 1 ? 'after the answer' : 'at random'))
      }
      const verdict = await expectNothingLost(load, site)
      expect(slowest).toBeLessThanOrEqual(2_000)
      const sends = site.fake.tries.map(({ id }) => id)
      expect(new Set(sends).size).toBe(sends.length)
      const random = held.filter((each) => each === 'at random').length
      return (
        `${done} kills, one at each of six places and ${random} at random, with ${least} requests in flight at the server at least ` +
        `(${repeated} repeated): ${figureOf(verdict)}; every company's next invoice within ${slowest} ms; ${sends.length} messages left, none twice`
      )
    },
  )

  row.control('half an invoice is detected', async () => {
    await withConnection(urlOf(site.postgres.superuserUrl, 'casillero'), async (client) => {
      await client.query("set session_replication_role = 'replica'")
      await client.query(
        'delete from invoice_items where (company_id, invoice_id) = (select company_id, id from invoices limit 1)',
      )
    })
    const { wrong } = await check([], site.owner, site.postgres.ownerUrl)
    expect(wrong).toContainEqual(expect.stringContaining('Every invoice has a line'))
  })
})
