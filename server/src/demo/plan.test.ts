import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/test-database.ts'
import { createBusinessCalendar } from './business-calendar.ts'
import { planClients } from './plan-catalogues.ts'
import { planPackages } from './plan-packages.ts'
import { planShipments } from './plan-shipments.ts'
import { invoiceCount, planVisits, voidedCount } from './plan-visits.ts'
import { createRandom } from './random.ts'
import { seedDemo } from './seed.ts'

const hours = Array.from({ length: 21 }, (_, index) => new Date(Date.UTC(2026, 10, 1 + index, (index * 5) % 24, 40)))

test.each(hours)('the plan of the demo at %s has 400 packages in every status and enough visits', (now) => {
  const calendar = createBusinessCalendar(now)
  const random = createRandom(505)
  const clients = planClients(calendar, random)
  const { packages, moves: allMoves } = planPackages(clients, calendar, random)
  const visits = planVisits(clients.length, packages, calendar, random)
  const { shipments, moves } = planShipments({ packages, moves: allMoves, visits, calendar })
  expect(packages).toHaveLength(400)
  expect(shipments).toHaveLength(6)
  expect(
    shipments.map((each) => [each.sentAt, each.arrivedAt, each.closedAt].filter((at) => at !== null).length).toSorted(),
  ).toEqual([0, 1, 2, 2, 3, 3])
  expect(shipments.filter(({ missing, extra }) => missing !== null && extra !== null)).toHaveLength(1)
  for (const { closedAt, packages: sent } of shipments)
    if (closedAt) expect(sent.some((index) => (packages[index]?.draft.weight ?? null) !== null)).toBe(true)
  const shipped = shipments.flatMap((each) => each.packages)
  expect(new Set(shipped).size).toBe(shipped.length)
  expect(visits).toHaveLength(invoiceCount - voidedCount)
  expect(visits.filter(({ isMistaken }) => isMistaken)).toHaveLength(voidedCount)
  expect(visits.filter(({ currency }) => currency === 'dollars')).toHaveLength(4)
  const stage = new Map(packages.map((planned, index) => [index, planned.hasStatus ? 'warehouse' : 'none']))
  for (const move of [...moves].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    for (const index of move.packages) stage.set(index, move.to)
  }
  for (const visit of visits) for (const index of visit.packages) stage.set(index, 'delivered')
  expect(new Set(stage.values())).toEqual(new Set(['none', 'warehouse', 'transit', 'customs', 'ready', 'delivered']))
  const instants = [...packages, ...moves, ...clients, ...visits].map(({ at }) => at)
  expect(instants.filter((at) => at > now)).toEqual([])
  const minutes = instants.map((at) => ((at.getUTCHours() + 18) % 24) * 60 + at.getUTCMinutes())
  expect(Math.min(...minutes)).toBeGreaterThanOrEqual(8 * 60)
  expect(Math.max(...minutes)).toBeLessThan(18 * 60)
})

test.each(['desarrollo', 'master'])('no demo is made in an installation with a company on %s', async (subdomain) => {
  const cloned = await cloneDatabase()
  const owner = new pg.Client({ connectionString: cloned.ownerUrl })
  await owner.connect()
  await owner.query("select open_company('Operaciones', $1, true)", [subdomain])
  expect(await seedDemo({ ownerUrl: cloned.ownerUrl, say: () => undefined })).toBe(false)
  const { rows } = await owner.query('select subdomain, (select count(*)::int from users) as users from companies')
  await owner.end()
  await cloned.drop()
  expect(rows).toEqual([{ subdomain, users: 0 }])
})
