import { spawn } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { isWholeRun } from '../support/sampling.ts'
import { cleanUp, connectTo, makeFolder, type ServerProcess, startOn, statusOf } from '../support/server-process.ts'

afterEach(cleanUp)

/** Inserts numbers one by one, each its own commit, until the connection breaks; returns the confirmed ones. */
async function writeUntilCut(ownerUrl: string, onConfirmed: (count: number) => void): Promise<number[]> {
  const confirmed: number[] = []
  await withConnection(ownerUrl, async (client) => {
    await client.query('create table if not exists marks (n int primary key)')
    for (let n = 1; ; n += 1) {
      await client.query('insert into marks values ($1)', [n])
      confirmed.push(n)
      onConfirmed(confirmed.length)
    }
  }).catch(() => {})
  return confirmed
}

async function marksOf(dataDir: string): Promise<number[]> {
  return withConnection(connectTo(dataDir).ownerUrl, async (client) => {
    const found = await client.query<{ n: number }>('select n from marks order by n')
    return found.rows.map((row) => row.n)
  })
}

if (isWholeRun)
  test('the next start after a kill -9 of the server stops its PostgreSQL cleanly first, and loses nothing confirmed', async () => {
    const dataDir = makeFolder()
    const server = await startOn(dataDir)
    const { ownerUrl } = connectTo(dataDir)
    let next: Promise<ServerProcess> | undefined
    const confirmed = await writeUntilCut(ownerUrl, (count) => {
      if (count !== 100) return
      server.kill('SIGKILL')
      next = startOn(dataDir)
    })
    const again = await next
    expect(again?.lines).toContainEqual(expect.stringContaining('outlived its server'))
    expect(await marksOf(dataDir)).toEqual(expect.arrayContaining(confirmed))
  })

test('the next start after a kill -9 of server and PostgreSQL recovers all that was confirmed', async () => {
  const dataDir = makeFolder()
  const server = await startOn(dataDir)
  const { ownerUrl, pid } = connectTo(dataDir)
  const confirmed = await writeUntilCut(ownerUrl, (count) => {
    if (count !== 100) return
    server.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
  })
  const again = await startOn(dataDir)
  expect(await statusOf(again)).toBe(200)
  expect(await marksOf(dataDir)).toEqual(expect.arrayContaining(confirmed))
})

if (isWholeRun)
  test('a process number that now belongs to another program does not prevent the start', async () => {
    const dataDir = makeFolder()
    const server = await startOn(dataDir)
    const { pid } = connectTo(dataDir)
    server.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await server.ended
    const file = join(dataDir, 'postgres/postmaster.pid')
    const { uid, gid } = statSync(file)
    const other = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid, cwd: '/' } : { cwd: '/' })
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)))
    const again = await startOn(dataDir)
    other.kill()
    expect(await statusOf(again)).toBe(200)
  })
