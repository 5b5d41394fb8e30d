import { expect, test } from 'vitest'
import { makeFolder } from '../test/folders.ts'
import { countMarks, writeUntilCut } from '../test/marks.ts'
import { sample } from '../test/sample-product.ts'

test('a PostgreSQL that is killed is started again on the same port, and has what it confirmed', async () => {
  const lines: string[] = []
  const { promise: restarted, resolve } = Promise.withResolvers<void>()
  const postgres = await sample.start({
    dataDir: makeFolder(),
    say: (line) => {
      lines.push(line)
      if (line.includes('ended unexpectedly')) resolve()
    },
  })
  const killed = postgres.pid
  const confirmed = await writeUntilCut(postgres.ownerUrl, (n) => {
    if (n === 100) process.kill(killed, 'SIGKILL')
  })
  await restarted
  await expect
    .poll(() => countMarks(postgres.ownerUrl).catch(() => 0), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(confirmed)
  expect(postgres.pid).not.toBe(killed)
  await postgres.stop()
  expect(lines).toContainEqual('PostgreSQL ended unexpectedly (SIGKILL); starting it again.')
})
