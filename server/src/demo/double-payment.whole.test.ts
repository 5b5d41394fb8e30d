import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/test-database.ts'
import { seedDemo } from './seed.ts'

/** An instant at which the plan has a collection pay an invoice whose client comes again to pay it. */
const atDoublePayment = new Date('2026-11-24T17:00:00Z')

test('the demo is made also when a client comes to pay what a collection has paid', async () => {
  const cloned = await cloneDatabase()
  await seedDemo({ ownerUrl: cloned.ownerUrl, say: () => undefined, now: atDoublePayment })
  const owner = new pg.Client({ connectionString: cloned.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query('select count(*)::int as packages from packages')
  await owner.end()
  await cloned.drop()
  expect(rows).toEqual([{ packages: 400 }])
})
