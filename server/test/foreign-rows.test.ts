import { allEndpoints } from '@casillero/shared/contract/api'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from './company-rows.ts'
import { sampleCalls } from './sample-calls.ts'
import { openShop, type Shop } from './shop.ts'
import { type Call, createWorld, type World } from './world.ts'

let world: World
let shop: Shop
let neighbour: Shop
beforeAll(async () => {
  world = await createWorld({ hasGateway: true })
  shop = await openShop(world)
  neighbour = await openShop(world)
})
afterAll(() => world.close())

type Path = string[]
type Sample = { from?: string; params?: { id: string }; query?: Record<string, string>; body?: unknown }

const isCall = (name: string): name is Call => Object.hasOwn(sampleCalls, name)
const calls = allEndpoints.map(({ method, path }) => `${method} ${path}`).filter(isCall)

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value)

/** Where a body refers to another row: a text under a key that ends in Id or Ids. */
function referencesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return path.some((key) => /Ids?$/.test(key)) ? [path] : []
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return entries.flatMap(([key, inner]) => referencesOf(inner, [...path, key]))
}

function withValue(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy: object = Array.isArray(whole) ? [...whole] : { ...Object(whole) }
  Reflect.set(copy, key, withValue(Reflect.get(copy, key), rest, value))
  return copy
}

describe('a reference to a row of another company', () => {
  const slots: string[] = []

  test.each(calls.filter((name) => !name.startsWith('GET')))('is refused in every place of %s', async (name) => {
    const [own, theirs]: Sample[] = [await sampleCalls[name](shop), await sampleCalls[name](neighbour)]
    const before = await rowsOf(world.owner, shop.id)
    const neighbourBefore = await rowsOf(world.owner, neighbour.id)
    for (const path of referencesOf(own?.body)) {
      const slot = `${name} ${path.join('.')}`
      slots.push(slot)
      const body = withValue(own?.body, path, valueAt(theirs?.body, path))
      const answer = await shop.admin.send(name, { ...own, body })
      expect([400, 404, 409], `${slot}: ${answer.body}`).toContain(answer.statusCode)
      expect(answer.body, slot).not.toContain(String(valueAt(theirs?.body, path)))
      expect(await rowsOf(world.owner, shop.id), slot).toEqual(before)
    }
    expect(await rowsOf(world.owner, neighbour.id)).toEqual(neighbourBefore)
  })

  test('has been tried in all of these places', () => {
    expect(new Set(slots.map((slot) => slot.replace(/\.\d+/g, '')))).toEqual(
      new Set([
        'POST /api/client defaultTariffMaritimoId',
        'POST /api/client defaultTariffAereoId',
        'PUT /api/client/:id defaultTariffMaritimoId',
        'PUT /api/client/:id defaultTariffAereoId',
        'POST /api/statuses templateId',
        'PUT /api/statuses/:id templateId',
        'POST /api/packages clientId',
        'POST /api/packages tariffId',
        'POST /api/packages statusId',
        'PUT /api/packages/:id clientId',
        'PUT /api/packages/:id tariffId',
        'PUT /api/packages/:id statusId',
        'PATCH /api/packages/status packageIds',
        'PATCH /api/packages/status statusId',
        'POST /api/invoices clientId',
        'POST /api/invoices currencyId',
        'POST /api/invoices items.packageId',
        'POST /api/invoices shipping.shippingMethodId',
        'POST /api/invoices shipping.currencyId',
        'POST /api/invoices payments.currencyId',
        'POST /api/invoices/:id/payments currencyId',
      ]),
    )
  })

  test('is refused by the database itself when a statement of ours would let it through', async () => {
    const { id: boxId } = await shop.receive()
    const actor = { companyId: shop.id, userId: shop.admin.userId }
    const careless = world.database.asUser(actor, (db) =>
      sql`update packages set tariff_id = ${neighbour.air.id} where id = ${boxId}`.execute(db),
    )
    await expect(careless).rejects.toMatchObject({ code: '23503' })
  })

  test('filters a list to nothing', async () => {
    await neighbour.receive()
    const query = { clientId: neighbour.client.id, statusId: neighbour.statuses.ready }
    const { data, pagination } = await shop.admin.ok('GET /api/packages', { query })
    expect([data, pagination.total]).toEqual([[], 0])
    expect((await shop.admin.ok('GET /api/packages', { query: { clientId: neighbour.client.id } })).data).toEqual([])
  })
})

describe('two companies on a pool of two connections', () => {
  test('never see a row of each other, whatever fails between', async () => {
    const small = await createWorld({ poolSize: 2 })
    try {
      const shops = [await openShop(small), await openShop(small)]
      for (const each of shops) await each.invoice(await each.receiveMany(3))
      const idsOf = async (of: Shop) => {
        const { rows } = await small.owner.query<{ id: string }>(
          `select id from clients where company_id = $1 union select id from packages where company_id = $1
           union select id from invoices where company_id = $1 union select id from tariffs where company_id = $1`,
          [of.id],
        )
        return rows.map(({ id }) => id)
      }
      const ids = await Promise.all(shops.map(idsOf))
      const reads = ['GET /api/client', 'GET /api/packages?search=1z', 'GET /api/invoices', 'GET /api/tariffs']
      const breaks = [
        { call: 'POST /api/client', body: { firstName: '' } },
        { call: 'PUT /api/tariffs/none', body: {} },
        { call: 'GET /api/client?page=0' },
        { call: 'DELETE /api/client/01890000-0000-7000-8000-000000000000' },
      ]
      const play = async (round: number) => {
        const me = round % 2
        const { admin } = shops[me] ?? shop
        if (round % 7 === 0) {
          const { call, body } = breaks[(round / 7) % breaks.length] ?? { call: '' }
          expect((await admin.send(call, { body })).statusCode).toBeGreaterThanOrEqual(400)
        }
        const answer = await admin.send(reads[Math.floor(round / 2) % reads.length] ?? '')
        expect(answer.statusCode).toBe(200)
        expect(ids[me]?.some((id) => answer.body.includes(id))).toBe(true)
        expect(ids[1 - me]?.some((id) => answer.body.includes(id))).toBe(false)
      }
      // A few at a time: a busy machine must not make anybody wait too long for one of two connections.
      const lanes = Array.from({ length: 6 }, async (_, lane) => {
        for (let round = lane; round < 402; round += 6) await play(round)
      })
      await Promise.all(lanes)
      const left = sql<{ company: string }>`select current_setting('app.company_id', true) as company`
      const seen = await Promise.all([1, 2, 3, 4].map(() => small.database.asNobody((db) => left.execute(db))))
      for (const { rows } of seen) expect(rows[0]?.company || null).toBeNull()
    } finally {
      await small.close()
    }
  })
})
