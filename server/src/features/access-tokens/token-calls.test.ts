import { expect, test } from 'vitest'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { accessTokenBody } from '../../../../tests/support/sample-program-calls.ts'
import { hashToken } from '../../platform/auth/session.ts'

// Calls are sent to the two in turn.
const world = openWorld({ instances: 2 })
const shop = openShops(world)

const body = { ...accessTokenBody(), isReadOnly: true, term: '30' as const }

test('two servers let a token make together what one would: a hundred calls after a rest, and ten a second', async () => {
  const openProgram = async () => {
    const { data } = await shop.admin.ok('POST /api/access-tokens', { body })
    return shop.as(data.token, shop.admin.userId)
  }
  // Each server has a count of its own too, by its own clock: no program makes more calls here than one server lets through.
  const [program, rested] = [await openProgram(), await openProgram()]
  const start = Date.now()
  const passed = async (seconds: number, calls: number, caller = program) => {
    // The clock of the database stands still meanwhile, so that nothing comes back however long the calls take.
    world.setTime(new Date(start + seconds * 1000))
    const statuses = []
    for (let call = 0; call < calls; call += 1) statuses.push((await caller.send('GET /api/auth/me')).statusCode)
    return statuses.filter((status) => status === 200).length
  }
  expect(await passed(0, 105)).toBe(100)
  const refused = await program.send('GET /api/auth/me')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
  expect(await passed(1, 12)).toBe(10)
  // A clock that was put back gives nothing.
  expect(await passed(0, 2)).toBe(0)
  expect(await passed(0, 1, rested)).toBe(1)
  expect(await passed(600, 101, rested)).toBe(100)
  world.setTime(undefined)
})

test('a token that does not exist, or was revoked, is counted nowhere', async () => {
  const { data } = await shop.admin.ok('POST /api/access-tokens', { body })
  await shop.admin.ok('DELETE /api/access-tokens/:id', { params: { id: data.id } })
  const tokens = [data.token, `cas_${'x'.repeat(43)}`]
  for (const token of tokens)
    expect((await shop.as(token, shop.admin.userId).send('GET /api/auth/me')).statusCode).toBe(401)
  const hashes = tokens.map((token) => hashToken(token))
  const { rows } = await world.owner.query('select from token_calls where token_hash = any ($1)', [hashes])
  expect(rows).toEqual([])
})
