import { afterEach, expect, test, vi } from 'vitest'
import { previewCells, rowsOf } from '../../../../../tests/support/load-file.ts'
import { openWorld } from '../../../../../tests/support/open-world.ts'
import { openShop } from '../../../../../tests/support/shop.ts'
import { createCallThrottle } from '../read/call-throttle.ts'
import { advanceImport } from './write-chunk.ts'
import { dropOldPlans, type InCompany, startCursor } from './write-rows.ts'

const world = openWorld()
afterEach(() => {
  vi.useRealTimers()
})

/** Milliseconds of the test's clock until a piece of work has ended. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  let until = Number.NaN
  const ended = work().then(() => {
    until = performance.now()
  })
  await vi.runAllTimersAsync()
  await ended
  return until - from
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('a load rests after some rows for one and a half times as long as they took, and not after its end', async () => {
  vi.useFakeTimers()
  const chunkThat = (outcome: 'more' | 'over'): InCompany => {
    const run = async () => {
      await after(40)
      return outcome
    }
    // The outcome of a chunk is what its transaction gives, which this one does not run.
    return run as InCompany
  }
  expect(await timeOf(() => advanceImport(chunkThat('more'), 'a'))).toBe(100)
  expect(await timeOf(() => advanceImport(chunkThat('over'), 'a'))).toBe(40)
})

test('a call rests after each piece for as long as that took, until it has taken a while', async () => {
  vi.useFakeTimers()
  const rest = createCallThrottle()
  const piece = async () => {
    const from = performance.now()
    await after(50)
    await rest(from)
  }
  expect(await timeOf(piece)).toBe(100)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(await timeOf(piece)).toBeLessThan(100)
})

test('a load drops the plans of its connection less often the longer it goes on', async () => {
  const shop = await openShop(world)
  const actor = { companyId: shop.id, userId: shop.user.userId }
  const statementsAt = (steps: number) =>
    world.statementsOf(() => world.database.asUser(actor, (db) => dropOldPlans(db, { ...startCursor(), steps })))
  const drops: number[] = []
  for (let steps = 0; steps < 18; steps += 1)
    if ((await statementsAt(steps)).includes('discard plans')) drops.push(steps)
  expect(drops).toEqual([0, 1, 2, 4, 8, 16])
})

test('a row that waits before the place up to which a server has written a load is written before the load ends', async () => {
  const shop = await openShop(world)
  const { id } = await previewCells(shop, 'packages', 'Tracking;Método\nP1;Aéreo\nP2;Aéreo')
  const start = `update imports set status = 'running', run_by = $2, started_at = now() where id = $1`
  await world.owner.query(start, [id, shop.user.userId])
  const inCompany: InCompany = (run) => world.database.asUser({ companyId: shop.id, userId: shop.user.userId }, run)
  while (await advanceImport(inCompany, id, { steps: 0, row: 1_000 }));
  expect((await rowsOf(shop, id)).map(({ state }) => state)).toEqual(['done', 'done'])
})
