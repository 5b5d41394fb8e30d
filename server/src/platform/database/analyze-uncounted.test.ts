import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { analyzeUncounted } from './analyze-uncounted.ts'
import { withConnection } from './single-connection.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createEmptyDatabase()
})

afterAll(() => database.drop())

test('large tables whose changes are not counted are analysed, once', async () => {
  await withConnection(database.ownerUrl, async (owner) => {
    await owner.query('create table grown as select n, repeat(n::text, 40) as text from generate_series(1, 3000) n')
    await owner.query('create table small as select 1 as n')
    // The counts reach the view when this connection reports them.
    await owner.query('select pg_stat_force_next_flush()')
    expect(await analyzeUncounted(database.ownerUrl)).toEqual(['grown'])
    expect((await owner.query(`select reltuples from pg_class where relname = 'grown'`)).rows).toEqual([
      { reltuples: 3000 },
    ])
    expect(await analyzeUncounted(database.ownerUrl)).toEqual([])
  })
})
