import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { findBroken } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { prove } from '../support/proofs.ts'
import { call, killServer, readData } from './support/places.ts'

const count = 4_000
const kills = 10
/** A kill comes within this time after a chunk, so that it falls into any moment of the next one. */
const longestMs = 120

let site: Installation
beforeAll(async () => {
  site = await openInstallation({ servers: 1, shops: 1 })
})
afterAll(() => site.close())

type Kept = { status: string; marked: number; written: number; different: number; noted: number }

/** What is marked as written, and what was written. */
async function keptOf(id: string): Promise<Kept> {
  const { rows } = await site.owner.query<Kept>(
    `select i.status,
       (select count(*)::int from import_rows r where r.import_id = i.id and r.state = 'done') as marked,
       (select count(*)::int from packages p where p.company_id = i.company_id and p.tracking like 'K9%') as written,
       (select count(distinct p.tracking)::int from packages p where p.company_id = i.company_id and p.tracking like 'K9%') as different,
       (select count(*)::int from package_status_changes h join packages p on p.id = h.package_id
        where p.company_id = i.company_id and p.tracking like 'K9%') as noted
     from imports i where i.id = $1`,
    [id],
  )
  const [kept] = rows
  if (!kept) throw new Error('There is no such load')
  return kept
}

async function untilMarked(id: string, atLeast: number): Promise<Kept> {
  for (;;) {
    const kept = await keptOf(id)
    if (kept.marked >= atLeast || !/^(?:preview|running)$/.test(kept.status)) return kept
    await pause(5)
  }
}

prove('F-21', 'a server is killed while it imports a file', (row) => {
  row.proof(
    'a load goes on where it was when its server is killed ten times, and no row is written twice',
    async () => {
      const lines = Array.from({ length: count }, (_, n) => `K9${String(n).padStart(6, '0')};AIR;1.5;Listo`)
      const text = ['Tracking;Servicio;Peso;Estado', ...lines].join('\n')
      const { id } = readData(await call(site, { path: '/api/imports', body: { kind: 'packages', text } }))
      const mapping = ['tracking', 'shippingMethod', 'weight', 'status']
      const choice = { mapping, remember: false }
      readData(await call(site, { method: 'PUT', path: `/api/imports/${id}/mapping`, body: choice }))
      const begun = call(site, { path: `/api/imports/${id}/run`, body: {} })
      let done = 0
      let marked = 0
      while (done < kills) {
        const kept = await untilMarked(id, marked + 1)
        expect(kept.status, `after ${done} kills and ${kept.marked} rows`).toBe('running')
        await pause(Math.random() * longestMs)
        await killServer(site)
        await site.instances[0]?.start()
        done += 1
        const after = await keptOf(id)
        expect([after.written, after.noted, after.different]).toEqual([after.marked, after.marked, after.marked])
        marked = after.marked
      }
      expect((await begun).status).toBe(0)
      const end = await untilMarked(id, count)
      await expect.poll(async () => (await keptOf(id)).status).toBe('done')
      expect(end).toMatchObject({ marked: count, written: count, different: count, noted: count })
      expect(readData(await call(site, { path: `/api/imports/${id}` })).result).toMatchObject({
        new: count,
        refused: 0,
      })
      expect(await findBroken(site)).toEqual([])
      return `${done} kills in a load of ${count.toLocaleString('en')} packages: ${count.toLocaleString('en')} written, none twice, none left out, 0 broken rules`
    },
  )

  row.control('a row that is marked and was not written is detected', async () => {
    const { rows } = await site.owner.query<{ id: string }>('select id from imports limit 1')
    const id = rows[0]?.id ?? ''
    await site.owner.query(
      `with quiet as materialized (select set_config('app.audit', 'off', true))
       update packages p set tracking = 'fort' from quiet
       where p.id = (select target from import_rows where import_id = $1 limit 1)`,
      [id],
    )
    const { marked, written } = await keptOf(id)
    expect(written).not.toBe(marked)
  })
})
