import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { verifyData } from '../../server/src/commands/verify-data/report.ts'
import { openShop, type Shop } from './shop.ts'
import { createWorld, type World } from './world.ts'

/**
 * The server of a test file: there before the hooks that stand below this call, closed after all of them. Its parts are filled in
 * before the first test, so nothing may be taken out of it while the file is read.
 */
export function openWorld(options?: Parameters<typeof createWorld>[0]): World {
  const world = {} as World
  beforeAll(async () => {
    Object.assign(world, await createWorld(options))
  })
  afterAll(() => world.close())
  return world
}

let ofWorker: Promise<World> | undefined

/**
 * The server of all files of a worker that look at nothing but companies of their own; the run's end takes it away. What works for
 * every company (jobs, `verifyData`), changes what belongs to none, or counts tries of an address needs `openWorld`.
 */
export function shareWorld(): World {
  const world = {} as World
  beforeAll(async () => {
    ofWorker ??= createWorld()
    Object.assign(world, await ofWorker)
  })
  afterAll(() => world.setTime(undefined))
  return world
}

/** A shop of its own for each test of a file, opened before it; filled in as `openWorld` is. */
export function openShops(world: World): Shop {
  const shop = {} as Shop
  beforeEach(async () => {
    Object.assign(shop, await openShop(world))
  })
  return shop
}

/** One shop for all tests of a file. */
export function shareShop(world: World, options?: Parameters<typeof openShop>[1]): Shop {
  const shop = {} as Shop
  beforeAll(async () => {
    Object.assign(shop, await openShop(world, options))
  })
  return shop
}

/** Expects that every amount and count of a world holds when it is computed again. */
export async function expectWhole(world: World): Promise<void> {
  expect((await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)).toEqual([])
}
