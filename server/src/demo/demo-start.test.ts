import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/test-database.ts'
import { seedDemo } from './seed.ts'

/** An instant at which the plan has a collection pay an invoice whose client comes again to pay it. */
const atDoublePayment = new Date('2026-11-24T17:00:00Z')

test('a demo that was interrupted after its companies were opened is made at the next start, also when a client comes to pay what a collection has paid', async () => {
  const cloned = await cloneDatabase()
  const lines: string[] = []
  const say = (line: string) => {
    lines.push(line)
    if (lines.length === 1) throw new Error('killed')
  }
  await expect(seedDemo({ ownerUrl: cloned.ownerUrl, say })).rejects.toThrow('killed')
  await seedDemo({ ownerUrl: cloned.ownerUrl, say, now: atDoublePayment })
  const owner = new pg.Client({ connectionString: cloned.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query('select count(*)::int as packages from packages')
  await owner.end()
  await cloned.drop()
  expect(rows).toEqual([{ packages: 400 }])
})

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
