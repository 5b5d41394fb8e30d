import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../test/folders.ts'
import { quiet, sample, sampleConfiguration } from '../test/sample-product.ts'
import { withConnection } from './connection.ts'
import { createEmbeddedPostgres } from './embedded-postgres.ts'

test('a cluster has the names, the initdb flags and the settings of its configuration, and those of the start win', async () => {
  const other = createEmbeddedPostgres({
    ...sampleConfiguration,
    database: 'Other "one"',
    owner: "o'wner",
    initdb: ['--no-data-checksums'],
    settings: { work_mem: '5MB', jit: 'off' },
  })
  const started = await other.start({ dataDir: makeFolder(), say: quiet, settings: { jit: 'on' } })
  const named = `select current_database() as database, current_user as owner, current_setting('data_checksums') as checksums,
                        current_setting('work_mem') as memory, current_setting('jit') as jit`
  expect(await withConnection(started.ownerUrl, async (client) => (await client.query(named)).rows)).toEqual([
    { database: 'Other "one"', owner: "o'wner", checksums: 'off', memory: '5MB', jit: 'on' },
  ])
  await started.stop()
})

test('an initdb that was interrupted is done again', async () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'postgres.new/base'), { recursive: true })
  writeFileSync(join(folder, 'postgres.new/PG_VERSION'), '18\n')
  const started = await sample.start({ dataDir: folder, say: quiet })
  await started.stop()
})

test('PostgreSQL listens on the port that is asked for, and does not start where that one is taken', async () => {
  const folder = makeFolder()
  const first = await sample.start({ dataDir: folder, say: quiet })
  const port = Number(new URL(first.ownerUrl).port)
  await first.stop()
  const again = await sample.start({ dataDir: folder, port, say: quiet })
  expect(new URL(again.ownerUrl).port).toBe(String(port))
  await expect(sample.start({ dataDir: makeFolder(), port, say: quiet })).rejects.toMatchObject({
    code: 'postgres_failed',
    message: expect.stringContaining('could not create any TCP/IP sockets'),
  })
  await again.stop()
})
