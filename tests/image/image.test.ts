import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningPostgres } from '@casillero/embedded-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { cleanUp, makeFolder } from '../support/server-process.ts'
import { urlOf } from '../support/test-database.ts'
import { runIn, serveIn } from './support/run-image.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const ownerPassword = 'the-password-of-the-owner'
const client = process.env.PG_CLIENT === undefined ? undefined : process.env.PG_CLIENT.split(' ').filter(Boolean)

/** Runs a program of PostgreSQL 18 with a file of `deploy/`, and gives its output. */
function runClient(
  parameters: string[],
  { input = '', env = {} }: { input?: string | Buffer; env?: Record<string, string> },
) {
  const [program = '', ...rest] = [...(client ?? []), ...parameters]
  const ran = spawnSync(program, rest, { input, env: { PATH: process.env.PATH, ...env }, maxBuffer: 256 * 1024 * 1024 })
  if (ran.status !== 0) throw new Error(`${parameters[0]} ended with ${ran.status}: ${ran.stderr}`)
  return ran.stdout
}

const runFile = (name: string, url: string, env: Record<string, string> = {}) =>
  runClient(['psql', '-q', '-f', '-', url], { input: readFileSync(join(deploy, name)), env })

/** Starts a fresh PostgreSQL, and gives the address that its database will have. */
async function bare(): Promise<{ postgres: RunningPostgres; url: string }> {
  const postgres = await embeddedPostgres.start({ dataDir: makeFolder(), say: () => {} })
  const url = new URL(postgres.ownerUrl)
  if (!client) return { postgres, url: url.href }
  await withConnection(postgres.superuserUrl, async (superuser) => {
    await superuser.query('drop database casillero')
    await superuser.query('drop role casillero_owner')
  })
  runFile('create-database.sql', postgres.superuserUrl, { CASILLERO_DB_PASSWORD: ownerPassword })
  url.password = ownerPassword
  return { postgres, url: url.href }
}

let first: { postgres: RunningPostgres; url: string }
let password = ''
beforeAll(async () => {
  first = await bare()
})
afterAll(async () => {
  await first.postgres.stop()
  await cleanUp()
})

const npm = (...command: string[]) => ['npm', 'run', '--silent', ...command]
const email = 'ana@central.example'

async function signIn(url: string, credentials: { identifier: string; password: string }): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-host': 'master.casillero.test' }
  return (await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(credentials) })).status
}

test('the image is at most 150 MiB more than its base', () => {
  expect(Number(process.env.IMAGE_MIB)).toBeLessThan(150)
})

test('the user of the image can write to no file in it', async () => {
  const tries = ['touch /app/x', 'touch /app/web/dist/x', 'touch /app/.install.lock', 'mkdir /app/node_modules/x']
  for (const command of tries) expect((await runIn(['sh', '-c', command], {})).code, command).not.toBe(0)
})

test('the first company is opened in the image, which then serves it and ends cleanly', async () => {
  const names = ['--name', 'Central', '--subdomain', 'master', '--first-name', 'Ana', '--email', email, '--operator']
  const opened = await runIn(npm('company:create', '--', ...names), { DATABASE_URL: first.url })
  expect(opened).toMatchObject({ code: 0, said: expect.stringContaining('Opened "Central" on the subdomain master') })
  password = /shown this once: (\S+)/.exec(opened.said)?.[1] ?? ''
  const server = await serveIn({ DATABASE_URL: first.url, TRUSTED_PROXY: 'loopback' })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${server.url}/`, { headers: { accept: 'text/html' } })).status).toBe(200)
  expect(await signIn(server.url, { identifier: email, password })).toBe(200)
  expect(await server.stop()).toMatchObject({ code: 0 })
})

test('the other commands run in the image, or say what to use instead', async () => {
  const variables = { DATABASE_URL: first.url }
  expect(await runIn(npm('verify-data'), variables)).toMatchObject({ code: 0, said: expect.stringContaining('hold.') })
  expect(await runIn(npm('backup'), variables)).toMatchObject({ code: 1, said: expect.stringContaining('pg_dump 18') })
  expect(await runIn(npm('restore', '/tmp'), variables)).toMatchObject({
    code: 1,
    said: expect.stringContaining('pg_restore 18'),
  })
  expect(await runIn(npm('verify-data'), {})).toMatchObject({
    code: 1,
    said: expect.stringContaining('no embedded database'),
  })
  expect(await runIn(npm('check'), {})).toMatchObject({
    code: 1,
    said: expect.stringContaining('no sources for "check"'),
  })
})

if (client) {
  test('a dump made as the role for backups goes back into another PostgreSQL, which the image then serves', async () => {
    runFile('create-backup-role.sql', urlOf(first.postgres.superuserUrl, 'casillero'), {
      CASILLERO_BACKUP_PASSWORD: 'b',
    })
    const backupUrl = new URL(first.url)
    backupUrl.username = 'casillero_backup'
    backupUrl.password = 'b'
    const dump = runClient(['pg_dump', '-Fc', '--exclude-table-data=sessions', backupUrl.href], {})
    const second = await bare()
    try {
      runFile('create-roles.sql', second.url)
      runClient(['pg_restore', '-d', urlOf(second.postgres.superuserUrl, 'casillero')], { input: dump })
      const variables = { DATABASE_URL: second.url, TRUSTED_PROXY: 'loopback' }
      expect(await runIn(npm('verify-data'), variables)).toMatchObject({ code: 0 })
      const rowsOf = async (statement: string) =>
        (await withConnection(second.url, (owner) => owner.query(statement))).rowCount
      expect(await rowsOf('select from sessions')).toBe(0)
      const server = await serveIn(variables)
      expect(await signIn(server.url, { identifier: email, password })).toBe(200)
      expect(await server.stop()).toMatchObject({ code: 0 })
    } finally {
      await second.postgres.stop()
    }
  })
} else {
  console.log('The drill with pg_dump was not run: there is no pg_dump 18 here.')
}
