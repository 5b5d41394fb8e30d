import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startLoad } from '../support/installation/load.ts'
import { cleanUp, makeFolder } from '../support/server-process.ts'

afterAll(cleanUp)

test('packages that are stocked while or after the load stops are ignored', async () => {
  const load = startLoad({ servers: [], counters: [], history: join(makeFolder(), 'history.jsonl'), clerks: 0 })
  const stocks = [{ company: 'c', packageIds: ['p'] }]
  load.stock(stocks)
  expect(load.packagesLeft()).toBe(1)
  const stopped = load.stop()
  load.stock(stocks)
  await stopped
  load.stock(stocks)
  expect(load.packagesLeft()).toBe(1)
})
