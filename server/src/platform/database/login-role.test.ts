import type { RunningPostgres } from '@casillero/embedded-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, makeFolder } from '../../../../tests/support/server-process.ts'
import { embeddedPostgres } from './embedded-postgres.ts'
import { buildLoginUrl, openLogin } from './login-role.ts'
import { migrate } from './migrate.ts'
import { withConnection } from './single-connection.ts'

let postgres: RunningPostgres
const lines: string[] = []
const say = (line: string) => lines.push(line)
const asSuperuser = (statement: string) => withConnection(postgres.superuserUrl, (client) => client.query(statement))
const userOf = (url: string) =>
  withConnection(url, async (client) => (await client.query('select session_user as name')).rows[0]?.name)

beforeAll(async () => {
  postgres = await embeddedPostgres.start({ dataDir: makeFolder(), say })
  await migrate(postgres.ownerUrl, { say })
})
afterAll(async () => {
  await postgres.stop()
  await cleanUp()
})

test('instances that start at once on a database of yesterday sign in as the same role, which they make once', async () => {
  const urls = await Promise.all([1, 2, 3, 4].map(() => openLogin(postgres.ownerUrl, { say })))
  expect(new Set(urls)).toEqual(new Set([buildLoginUrl(postgres.ownerUrl)]))
  expect(await userOf(urls[0] ?? '')).toBe('casillero_login')
})

test('a new password of the owner gives the role a new one, and its old one is refused', async () => {
  const before = await openLogin(postgres.ownerUrl, { say })
  const changed = new URL(postgres.ownerUrl)
  changed.password = 'another'
  await asSuperuser("alter role casillero_owner password 'another'")
  const after = await openLogin(changed.href, { say })
  expect(await userOf(after)).toBe('casillero_login')
  await expect(userOf(before)).rejects.toMatchObject({ code: '28P01' })
  await asSuperuser(`alter role casillero_owner password '${new URL(postgres.ownerUrl).password}'`)
})

test('requests go on as the owner where the role cannot be made, and the start says so', async () => {
  await asSuperuser('drop role casillero_login; alter role casillero_owner nocreaterole')
  lines.length = 0
  expect(await openLogin(postgres.ownerUrl, { say })).toBe(postgres.ownerUrl)
  expect(lines).toEqual([
    expect.stringMatching(/^Requests sign in as the owner of the database, because .*permission denied/),
  ])
  await asSuperuser('alter role casillero_owner createrole')
  const bare = new URL(postgres.ownerUrl)
  bare.password = ''
  expect(buildLoginUrl(bare.href)).toBeUndefined()
})

test('a role that the installation names itself is used when it can only become casillero_app, and refused otherwise', async () => {
  const given = new URL(postgres.ownerUrl)
  given.username = 'clerk'
  given.password = 'x'
  const open = () => openLogin(postgres.ownerUrl, { given: given.href, say })
  await expect(open()).rejects.toThrow('APP_DATABASE_URL cannot be used: password authentication failed')
  await asSuperuser("create role clerk login password 'x'")
  await expect(open()).rejects.toThrow('it is not allowed to become casillero_app')
  await asSuperuser('grant casillero_app to clerk')
  expect(await open()).toBe(given.href)
  await asSuperuser('grant casillero_definer to clerk')
  await expect(open()).rejects.toThrow('it has more rights than to become casillero_app')
})
