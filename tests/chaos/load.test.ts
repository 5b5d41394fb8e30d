import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startLoad } from '../support/installation/load.ts'
import { cleanUp, makeFolder } from '../support/server-process.ts'

afterAll(cleanUp)

test('boxes that arrive while the clerks go home, or afterwards, are taken by no clerk', async () => {
  const load = startLoad({ servers: [], counters: [], history: join(makeFolder(), 'history.jsonl'), clerks: 0 })
  const boxes = [{ company: 'c', packageIds: ['p'] }]
  load.stock(boxes)
  expect(load.boxesLeft()).toBe(1)
  const stopped = load.stop()
  load.stock(boxes)
  await stopped
  load.stock(boxes)
  expect(load.boxesLeft()).toBe(1)
})
