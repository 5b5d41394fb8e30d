import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/test-database.ts'
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
