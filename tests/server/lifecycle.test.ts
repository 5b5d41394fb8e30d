import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { embeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { cleanUp, connectTo, makeFolder, type ServerProcess, startServer } from '../support/server-process.ts'
import { cloneDatabase } from '../support/test-database.ts'

afterEach(cleanUp)

async function startOn(dataDir: string): Promise<ServerProcess> {
  const server = startServer({ DATA_DIR: dataDir })
  await server.ready
  return server
}

async function statusOf(server: ServerProcess, path = '/readyz'): Promise<number> {
  const response = await fetch(server.url() + path)
  await response.arrayBuffer()
  return response.status
}

/** A request under another name, which fetch cannot send. */
function askAs(host: string, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => resolve(text(response))).on('error', reject)
  })
}

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

describe('after kill -9 nothing that was confirmed is lost', () => {
  test('of the server: PostgreSQL outlives it, and the next start stops it cleanly first', async () => {
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

  test('of PostgreSQL: the server starts it again and goes on', async () => {
    const dataDir = makeFolder()
    const server = await startOn(dataDir)
    const { ownerUrl, pid } = connectTo(dataDir)
    const confirmed = await writeUntilCut(ownerUrl, (count) => count === 100 && process.kill(pid, 'SIGKILL'))
    await expect.poll(() => statusOf(server), { timeout: 10_000 }).toBe(200)
    expect(await marksOf(dataDir)).toEqual(expect.arrayContaining(confirmed))
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('of both: the next start recovers', async () => {
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

  test('a process number that now belongs to another program does not prevent the start', async () => {
    const dataDir = makeFolder()
    const server = await startOn(dataDir)
    const { pid } = connectTo(dataDir)
    server.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await server.ended
    const file = join(dataDir, 'postgres/postmaster.pid')
    const { uid, gid } = statSync(file)
    const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid, cwd: '/' } : { cwd: '/' })
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)))
    const again = await startOn(dataDir)
    stranger.kill()
    expect(await statusOf(again)).toBe(200)
  })
})

describe('starting', () => {
  test('a second server on the same folder says so and ends, and the first goes on', async () => {
    const dataDir = makeFolder()
    const first = await startOn(dataDir)
    const second = startServer({ DATA_DIR: dataDir })
    expect(await second.ended).toBe(1)
    expect(second.lines).toEqual([expect.stringContaining('already running on the data folder')])
    expect(await statusOf(first)).toBe(200)
  })

  test('of two servers started at once on a new folder exactly one runs', async () => {
    const dataDir = makeFolder()
    const servers = [startServer({ DATA_DIR: dataDir }), startServer({ DATA_DIR: dataDir })]
    const outcomes = await Promise.all(servers.map((each) => Promise.race([each.ended, each.ready])))
    expect(outcomes.toSorted()).toEqual([1, undefined])
  })

  test('a wrong setting ends it with a sentence', async () => {
    const server = startServer({ DATA_DIR: makeFolder(), PORT: 'many' })
    expect(await server.ended).toBe(1)
    expect(server.lines).toEqual(['PORT must be a whole number from 0 to 65535, but is "many".'])
  })

  test.each([
    ['HOST', '300.1.1.1', 'HOST is "300.1.1.1", which is neither an IP address nor a name that this machine knows.'],
    ['HOST', '192.0.2.1', 'HOST is "192.0.2.1", which is no address of this machine; 0.0.0.0 stands for all of them.'],
    ['DATA_DIR', '/dev/null', 'The folder /dev/null cannot be made: /dev/null is a file. Set DATA_DIR to another one.'],
    ['DATA_DIR', '/proc/none/data', expect.stringMatching(/^The folder \/proc\/none\/data cannot be made: \w+/)],
    [
      'DATABASE_URL',
      'postgres://u:secret@127.0.0.1:1/x',
      'nothing answers at 127.0.0.1:1. Is PostgreSQL running there?',
    ],
    ['DATABASE_URL', 'postgres://u:secret@casillero.invalid/x', 'the host "casillero.invalid" is not known.'],
  ])('%s=%s ends it at once with a sentence, and nothing was made', async (name, value, sentence) => {
    const dataDir = join(makeFolder(), 'data')
    const server = startServer({ DATA_DIR: dataDir, [name]: value })
    expect(await server.ended).toBe(1)
    const prefix = name === 'DATABASE_URL' ? 'DATABASE_URL cannot be used: ' : ''
    expect(server.lines).toEqual([prefix ? prefix + sentence : sentence])
    expect(existsSync(dataDir)).toBe(false)
  })

  test('a DATABASE_URL with a wrong password, of no database, or of another program is named as such', async () => {
    const database = await cloneDatabase()
    const other = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const change = (part: 'password' | 'pathname' | 'port', value: string) => {
      const url = new URL(database.ownerUrl)
      url[part] = value
      return startServer({ DATABASE_URL: url.href })
    }
    const servers = [
      change('password', 'guessed'),
      change('pathname', '/none'),
      change('port', `${Object(other.address()).port}`),
    ]
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([1, 1, 1])
    expect(servers.map(({ lines }) => lines.join())).toEqual([
      expect.stringMatching(/does not take this password for the user "casillero_owner"/),
      expect.stringMatching(/has no database "none"/),
      expect.stringMatching(/hangs up at once. Is it PostgreSQL/),
    ])
    expect(servers.map(({ lines }) => lines.join()).join()).not.toContain('guessed')
    other.close()
    await database.drop()
  })

  test('a port in use ends it with a sentence, and its PostgreSQL with it', async () => {
    const first = await startOn(makeFolder())
    const dataDir = makeFolder()
    const second = startServer({ DATA_DIR: dataDir, PORT: new URL(first.url()).port })
    expect(await second.ended).toBe(1)
    expect(second.lines.at(-1)).toMatch(/^Port \d+ is in use by another program/)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  test('an external PostgreSQL that does not wait for the disk is refused', async () => {
    const database = await cloneDatabase()
    const server = startServer({ DATABASE_URL: database.ownerUrl })
    expect(await server.ended).toBe(1)
    expect(server.lines.at(-1)).toContain('may lose confirmed payments because of fsync = off')
    await database.drop()
  })

  test('an external PostgreSQL is used with nothing but its connection string, and left running', async () => {
    const external = await embeddedPostgres.start({ dataDir: makeFolder(), say: () => {} })
    const server = startServer({ DATABASE_URL: external.ownerUrl, DATA_DIR: '/nonexistent/unused' })
    await server.ready
    expect(await statusOf(server)).toBe(200)
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await withConnection(external.ownerUrl, (client) => client.query('select 1'))
    await external.stop()
  })
})

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: what is in flight is answered, PostgreSQL stops, exit code 0',
    async (signal) => {
      const dataDir = makeFolder()
      const server = await startOn(dataDir)
      const answer = await withConnection(connectTo(dataDir).superuserUrl, async (blocker) => {
        await blocker.query('begin; lock table companies in access exclusive mode')
        const slow = askAs('demo.casillero.test', `${server.url()}/api/health`)
        // The jobs of the server wait for the same table, so the call is known by its own statement.
        const waiting = `select count(*)::int as n from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%company_of_host(%'`
        const callsWaiting = async () => {
          // A transaction goes on seeing the statements that it saw first.
          await blocker.query('select pg_stat_clear_snapshot()')
          return (await blocker.query<{ n: number }>(waiting)).rows[0]?.n
        }
        await expect.poll(callsWaiting).toBe(1)
        server.kill(signal)
        await server.said('Stopping')
        // It takes what the system holds for it before it stops listening.
        const newcomer = () =>
          fetch(server.url()).then(
            () => 'answered',
            () => 'refused',
          )
        await expect.poll(newcomer).toBe('refused')
        await blocker.query('commit')
        return slow
      })
      expect(JSON.parse(answer)).toMatchObject({ success: false, message: 'Company not found' })
      expect(await server.ended).toBe(0)
      expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
    },
  )

  test('requests that the system holds for a server are answered before it ends', async () => {
    const server = await startOn(makeFolder())
    // It stands still while they come and while it is asked to stop, so it has taken none of them by then.
    server.kill('SIGSTOP')
    const sent: Promise<void>[] = []
    const statuses = Array.from({ length: 50 }, () => {
      const { promise, resolve } = Promise.withResolvers<number>()
      const asking = get(`${server.url()}/livez`, { agent: false }, (response) => resolve(response.statusCode ?? 0))
      asking.on('error', () => resolve(0))
      sent.push(once(asking, 'finish').then(() => {}))
      return promise
    })
    await Promise.all(sent)
    server.kill('SIGTERM')
    server.kill('SIGCONT')
    expect((await Promise.all(statuses)).filter((status) => status === 0)).toEqual([])
    expect(await server.ended).toBe(0)
  })

  test('a signal during the start is obeyed when the start is through', async () => {
    const dataDir = makeFolder()
    const server = startServer({ DATA_DIR: dataDir })
    await server.said('Applying')
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })
})
