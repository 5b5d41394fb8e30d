import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { verifyData } from '../../server/src/commands/verify-data/report.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { ask } from './support/calls.ts'
import { fault } from './support/fault.ts'

const count = 4_000
const kills = 10
/** A kill comes within this time after a chunk, so that it falls into any moment of the next one. */
const longestMs = 120

let site: Installation
beforeAll(async () => {
  site = await openInstallation({ servers: 1, shops: 1 })
})
afterAll(() => site.close())

async function call(method: string, path: string, body?: object) {
  const [shop] = site.shops
  const { host = '', token = '' } = shop?.counter ?? {}
  const url = site.instances[0]?.url ?? ''
  return await ask(url, { method, path, host, token, ...(body && { body }) })
}

const dataOf = ({ status, body }: { status: number; body: string }) => {
  expect(status, body).toBeLessThan(300)
  return JSON.parse(body).data
}

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

async function killAndStart(): Promise<void> {
  const [instance] = site.instances
  if (!instance) throw new Error('There is no server')
  await site.killer.strike([instance.process().pid])
  await instance.process().ended
  await instance.start()
}

fault('F-21', 'a server is killed while it imports a file', (row) => {
  row.proof(
    'a load goes on where it was when its server is killed ten times, and no row is written twice',
    async () => {
      const lines = Array.from({ length: count }, (_, n) => `K9${String(n).padStart(6, '0')};AIR;1.5;Listo`)
      const text = ['Tracking;Servicio;Peso;Estado', ...lines].join('\n')
      const { id } = dataOf(await call('POST', '/api/imports', { kind: 'packages', text }))
      const mapping = ['tracking', 'shippingMethod', 'weight', 'status']
      dataOf(await call('PUT', `/api/imports/${id}/mapping`, { mapping, remember: false }))
      const begun = call('POST', `/api/imports/${id}/run`, {})
      let done = 0
      let marked = 0
      while (done < kills) {
        const kept = await untilMarked(id, marked + 1)
        expect(kept.status, `after ${done} kills and ${kept.marked} rows`).toBe('running')
        await pause(Math.random() * longestMs)
        await killAndStart()
        done += 1
        const after = await keptOf(id)
        expect([after.written, after.noted, after.different]).toEqual([after.marked, after.marked, after.marked])
        marked = after.marked
      }
      expect((await begun).status).toBe(0)
      const end = await untilMarked(id, count)
      await expect.poll(async () => (await keptOf(id)).status).toBe('done')
      expect(end).toMatchObject({ marked: count, written: count, different: count, noted: count })
      expect(dataOf(await call('GET', `/api/imports/${id}`)).result).toMatchObject({ new: count, refused: 0 })
      expect((await verifyData(site.postgres.ownerUrl)).filter((check) => check.count > 0)).toEqual([])
      return `${done} kills in a load of ${count.toLocaleString('en')} packages: ${count.toLocaleString('en')} written, none twice, none left out, 0 broken rules`
    },
    280_000,
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
    return `${marked - written} of ${count.toLocaleString('en')} found missing`
  })
})
