import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, makeFolder } from '../test/server-process.ts'
import { startLoad } from './load.ts'

afterAll(cleanUp)

test('boxes that arrive while the clerks go home, or afterwards, are nobody’s', async () => {
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
