import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { createDatabase, type Database } from './database.ts'
import { prepare } from './prepare.ts'

let cloned: TestDatabase
let database: Database
const statements: string[] = []
beforeAll(async () => {
  cloned = await cloneDatabase()
  database = createDatabase({ url: cloned.loginUrl, poolSize: 2, onStatement: (text) => statements.push(text) })
})
afterAll(async () => {
  await database.close()
  await cloned.drop()
})

let built = 0
const echo = prepare((db, { word, words }: { word: string; words: string[] }, variant) => {
  built += 1
  return db.selectNoFrom([
    sql<string>`${word}::text`.as('word'),
    sql<boolean>`${word} = any(${words}::text[])`.as('isKnown'),
    sql<string>`${'fixed'}::text`.as('fixed'),
    sql<number>`${sql.lit(variant)}::int`.as('variant'),
  ])
})

test('a prepared statement is built once and gets its own values each time', async () => {
  const [first, second] = await database.withoutCompany((db) =>
    Promise.all([echo(db, { word: 'a', words: ['a', 'b'] }), echo(db, { word: 'c', words: ['a', 'b'] })]),
  )
  expect(first).toEqual([{ word: 'a', isKnown: true, fixed: 'fixed', variant: 0 }])
  expect(second).toEqual([{ word: 'c', isKnown: false, fixed: 'fixed', variant: 0 }])
  const again = await database.withoutCompany((db) => echo(db, { word: 'd', words: ['d'] }))
  expect(again).toEqual([{ word: 'd', isKnown: true, fixed: 'fixed', variant: 0 }])
  expect(built).toBe(1)
})

test('each variant has a text of its own', async () => {
  const rows = await database.withoutCompany((db) => echo(db, { word: 'a', words: [] }, 7))
  expect(rows).toMatchObject([{ variant: 7 }])
  expect(new Set(statements.filter((text) => text.includes('variant'))).size).toBe(2)
})
