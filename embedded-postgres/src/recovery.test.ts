import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../test/folders.ts'
import { quiet, sample, sampleConfiguration } from '../test/sample-product.ts'
import { withConnection } from './connection.ts'
import type { RunningPostgres } from './embedded-postgres.ts'

/** Starts PostgreSQL in a process of its own; resolves when it accepts connections. */
async function startElsewhere(dataDir: string): Promise<{ kill(): Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../test/start-process.ts'), dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, SYSTEM_FOLDER: sampleConfiguration.systemFolder },
  })
  await once(child.stdout, 'data')
  return {
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Inserts numbers one by one, each its own commit, until the connection breaks; gives how many were confirmed. */
async function writeUntilCut(url: string, onConfirmed: (count: number) => void): Promise<number> {
  let confirmed = 0
  await withConnection(url, async (client) => {
    await client.query('create table if not exists marks (n int primary key)')
    for (let n = 1; ; n += 1) {
      await client.query('insert into marks values ($1)', [n])
      confirmed = n
      onConfirmed(n)
    }
  }).catch(() => {})
  return confirmed
}

const countMarks = (url: string) =>
  withConnection(url, async (client) => (await client.query('select from marks')).rowCount)

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

test('a PostgreSQL that outlived its process is found, stopped cleanly, and started by the next one', async () => {
  const dataDir = makeFolder()
  const other = await startElsewhere(dataDir)
  const lines: string[] = []
  const say = (line: string) => lines.push(line)
  let next: Promise<RunningPostgres> | undefined
  const confirmed = await writeUntilCut(sample.findRunning(dataDir)?.ownerUrl ?? '', (n) => {
    if (n === 50) next = other.kill().then(() => sample.start({ dataDir, say }))
  })
  const postgres = await next
  expect(lines).toEqual([expect.stringMatching(/^PostgreSQL \(process \d+\) outlived its server; stopping it/)])
  expect(await countMarks(postgres?.ownerUrl ?? '')).toBeGreaterThanOrEqual(confirmed)
  await postgres?.stop()
  expect(sample.findRunning(dataDir)).toBeUndefined()
})

test('a folder that another process has open is refused until that process is gone', async () => {
  const dataDir = makeFolder()
  const other = await startElsewhere(dataDir)
  await expect(sample.start({ dataDir, say: quiet })).rejects.toMatchObject({ code: 'in_use' })
  await other.kill()
  const postgres = await sample.start({ dataDir, say: quiet })
  await postgres.stop()
})
