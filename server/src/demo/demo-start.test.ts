import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/test-database.ts'
import { createApp } from '../app.ts'
import { createDatabase } from '../platform/database/database.ts'
import { seedDemo } from './seed.ts'

test.each(['desarrollo', 'master'])('no demo is made in an installation with a company on %s', async (subdomain) => {
  const cloned = await cloneDatabase()
  const owner = new pg.Client({ connectionString: cloned.ownerUrl })
  await owner.connect()
  await owner.query("select open_company('Operaciones', $1, true)", [subdomain])
  expect(await seedDemo({ ownerUrl: cloned.ownerUrl, say: () => undefined })).toBe(false)
  const { rows } = await owner.query('select subdomain, (select count(*)::int from users) as users from companies')
  await owner.end()
  await cloned.drop()
  expect(rows).toEqual([{ subdomain, users: 0 }])
})

test('every call is refused with a sentence until the demo is whole, and answered from then on', async () => {
  const cloned = await cloneDatabase()
  const database = createDatabase({ url: cloned.loginUrl, poolSize: 1 })
  const { promise: filling, resolve: fill } = Promise.withResolvers<void>()
  const parts = { database, logger: pino({ level: 'silent' }), trustedProxy: false as const, isBehindTls: false }
  const app = await createApp({ ...parts, filling })
  const ask = async () =>
    (await app.inject({ url: '/api/health', headers: { host: 'demo.casillero.test' } })).json().code
  expect([await ask(), (await app.inject('/livez')).statusCode]).toEqual(['demo_filling', 200])
  fill()
  await filling
  expect(await ask()).toBe('company_not_found')
  await app.close()
  await database.close()
  await cloned.drop()
})
