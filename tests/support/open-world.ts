import { afterAll, beforeAll } from 'vitest'
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
