import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { embeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { isWholeRun, takeSample } from '../support/sampling.ts'
import { cleanUp, makeFolder, startOn, startServer, statusOf } from '../support/server-process.ts'
import { cloneDatabase } from '../support/test-database.ts'

afterEach(cleanUp)

test('a second server on the same folder says why and ends, and the first goes on', async () => {
  const dataDir = makeFolder()
  const first = await startOn(dataDir)
  const second = startServer({ DATA_DIR: dataDir })
  expect(await second.ended).toBe(1)
  expect(second.lines).toEqual([expect.stringContaining('already running on the data folder')])
  expect(await statusOf(first)).toBe(200)
})

if (isWholeRun)
  test('one of two servers that start at once on a new folder runs, and the other ends', async () => {
    const dataDir = makeFolder()
    const servers = [startServer({ DATA_DIR: dataDir }), startServer({ DATA_DIR: dataDir })]
    const outcomes = await Promise.all(servers.map((each) => Promise.race([each.ended, each.ready])))
    expect(outcomes.toSorted()).toEqual([1, undefined])
  })

test('a wrong setting ends a start with a sentence', async () => {
  const server = startServer({ DATA_DIR: makeFolder(), PORT: 'many' })
  expect(await server.ended).toBe(1)
  expect(server.lines).toEqual(['PORT must be a whole number from 0 to 65535, but is "many".'])
})

test.each(
  takeSample(
    [
      ['HOST', '300.1.1.1', 'HOST is "300.1.1.1", which is neither an IP address nor a name that this machine knows.'],
      [
        'HOST',
        '192.0.2.1',
        'HOST is "192.0.2.1", which is no address of this machine; 0.0.0.0 stands for all of them.',
      ],
      [
        'DATA_DIR',
        '/dev/null',
        'The folder /dev/null cannot be made: /dev/null is a file. Set DATA_DIR to another one.',
      ],
      ['DATA_DIR', '/proc/none/data', expect.stringMatching(/^The folder \/proc\/none\/data cannot be made: \w+/)],
      [
        'DATABASE_URL',
        'postgres://u:secret@127.0.0.1:1/x',
        'nothing answers at 127.0.0.1:1. Is PostgreSQL running there?',
      ],
      ['DATABASE_URL', 'postgres://u:secret@casillero.invalid/x', 'the host "casillero.invalid" is not known.'],
    ],
    2,
  ),
)('the setting %s=%s ends a start at once with a sentence, before anything is made', async (name, value, sentence) => {
  const dataDir = join(makeFolder(), 'data')
  const server = startServer({ DATA_DIR: dataDir, [name]: value })
  expect(await server.ended).toBe(1)
  const prefix = name === 'DATABASE_URL' ? 'DATABASE_URL cannot be used: ' : ''
  expect(server.lines).toEqual([prefix ? prefix + sentence : sentence])
  expect(existsSync(dataDir)).toBe(false)
})

if (isWholeRun)
  test('a DATABASE_URL with a wrong password, of no database, or of another program ends a start with a sentence that says which', async () => {
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

if (isWholeRun)
  test('a port in use ends a start with a sentence, and its PostgreSQL as well', async () => {
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

if (isWholeRun)
  test('an external PostgreSQL needs only its connection string, and is left running', async () => {
    const external = await embeddedPostgres.start({ dataDir: makeFolder(), say: () => {} })
    const server = startServer({ DATABASE_URL: external.ownerUrl, DATA_DIR: '/nonexistent/unused' })
    await server.ready
    expect(await statusOf(server)).toBe(200)
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await withConnection(external.ownerUrl, (client) => client.query('select 1'))
    await external.stop()
  })
