import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEmbeddedPostgres } from '@casillero/embedded-postgres'
import { afterEach, expect } from 'vitest'
import { embeddedPostgres, ownConfiguration } from '../../server/src/platform/database/embedded-postgres.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { processTreeOf } from '../support/installation/killer.ts'
import { waitUntil } from '../support/patience.ts'
import { prove } from '../support/proofs.ts'
import { cleanUp, makeFolder, startServer } from '../support/server-process.ts'

afterEach(cleanUp)

const commits = 50

/** Starts a server on a PostgreSQL with these settings, and gives its exit code and its last line. */
async function startOn(
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ code: number | string; said: string }> {
  const postgres = await embeddedPostgres.start({ dataDir, say: () => {}, settings })
  const server = startServer({ DATABASE_URL: postgres.ownerUrl })
  const code = await Promise.race([server.ended, server.ready.then(() => 'started')])
  server.kill('SIGKILL')
  await server.ended
  await postgres.stop()
  return { code, said: server.lines.at(-1) ?? '' }
}

/** Makes a cluster as another program might: without checksums it notices no broken disk. */
async function folderWithoutChecksums(): Promise<string> {
  const dataDir = makeFolder()
  const other = createEmbeddedPostgres({ ...ownConfiguration, initdb: ['--no-data-checksums'] })
  await (await other.start({ dataDir, say: () => {} })).stop()
  return dataDir
}

/**
 * Makes commits one after the other, and counts those before whose confirmation a process of PostgreSQL waited for the disk.
 */
async function flushedCommits(synchronous: 'on' | 'off'): Promise<number> {
  const dataDir = makeFolder()
  const postgres = await embeddedPostgres.start({ dataDir, say: () => {} })
  const output = join(dataDir, 'calls.txt')
  try {
    return await withConnection(postgres.ownerUrl, async (client) => {
      await client.query('create table marks (n int)')
      await client.query(`set synchronous_commit = ${synchronous}`)
      const pids = processTreeOf(postgres.pid).flatMap((pid) => ['-p', String(pid)])
      const strace = spawn('strace', [...pids, '-f', '-e', 'trace=fdatasync,fsync,sendto', '-s', '64', '-o', output])
      await waitUntil(
        async () => {
          await client.query('select 1')
          return existsSync(output) && readFileSync(output, 'utf8').includes('SELECT 1')
        },
        20_000,
        'the system calls being seen',
      )
      for (let n = 0; n < commits; n += 1) await client.query('insert into marks values ($1)', [n])
      strace.kill('SIGINT')
      await once(strace, 'exit')
      let [flushed, isFlushed] = [0, false]
      for (const line of readFileSync(output, 'utf8').split('\n')) {
        if (/f(?:data)?sync(?:\(| resumed).*= 0$/.test(line)) isFlushed = true
        if (!line.includes('INSERT 0 1')) continue
        if (isFlushed) flushed += 1
        isFlushed = false
      }
      return flushed
    })
  } finally {
    await postgres.stop()
  }
}

const canTrace = spawnSync('strace', ['-V']).status === 0

prove('F-03', 'PostgreSQL has settings with which it may lose or spoil what it confirmed', (row) => {
  row.proof('the server refuses to start on such a PostgreSQL', async () => {
    const refused: string[] = []
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      const { code, said } = await startOn(makeFolder(), { [setting]: 'off' })
      expect([code, said]).toEqual([1, expect.stringContaining(`${setting} = off`)])
      refused.push(setting)
    }
    const { code, said } = await startOn(await folderWithoutChecksums(), {})
    expect([code, said]).toEqual([1, expect.stringContaining('data_checksums = off')])
    refused.push('data_checksums')
    return `${refused.length}/4 refused with a sentence (${refused.join(', ')})`
  })

  row.control('a PostgreSQL with safe settings is accepted', async () => {
    expect((await startOn(makeFolder(), {})).code).toBe('started')
  })

  if (!canTrace) {
    row.notRun('the wait of each commit for the disk, by its system calls: strace is not installed or not allowed here')
    return
  }
  row.proof('each commit is confirmed after a wait for the disk', async () => {
    const flushed = await flushedCommits('on')
    expect(flushed).toBe(commits)
    return `${flushed}/${commits} serial commits with fdatasync before their confirmation`
  })
  row.control('commits that do not wait for the disk are detected', async () => {
    const flushed = await flushedCommits('off')
    expect(flushed).toBeLessThan(commits / 2)
  })
})
