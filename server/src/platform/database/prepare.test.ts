import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { createDatabase, type Database } from './database.ts'
import { prepare, prepareInsert } from './prepare.ts'

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

type Row = { word: string; note: string | null }

let insertsBuilt = 0
const insertWords = prepareInsert((db, rows: Row[]) => {
  insertsBuilt += 1
  const tuples = rows.map(({ word, note }) => sql`(${word}::text, ${note}::text, ${'fixed'}::text)`)
  return { compile: () => sql<Row>`select * from (values ${sql.join(tuples)}) as v (word, note, fixed)`.compile(db) }
})
const insert = (rows: Row[]) => database.withoutCompany((db) => insertWords(db, rows))

test('a prepared insert is built once for each number of rows and gets the values of its own rows', async () => {
  const two = [
    { word: 'a', note: null },
    { word: 'b', note: 'x' },
  ]
  expect(await insert(two)).toEqual(two.map((row) => ({ ...row, fixed: 'fixed' })))
  expect(await insert(two.toReversed())).toEqual(two.toReversed().map((row) => ({ ...row, fixed: 'fixed' })))
  expect(await insert([{ word: 'c', note: null }])).toEqual([{ word: 'c', note: null, fixed: 'fixed' }])
  expect(insertsBuilt).toBe(2)
})

test('a prepared insert of many rows is built anew each time, so that its text is not kept', async () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ word: `w${index}`, note: null }))
  const before = insertsBuilt
  for (const rows of [many, many]) expect(await insert(rows)).toHaveLength(30)
  expect(insertsBuilt).toBe(before + 2)
})

test('a prepared insert refuses a row that lacks a value of the first row, and one that has a value more', async () => {
  const [whole, partial] = [{ word: 'a', note: 'x' }, Object({ note: null, other: 1 })]
  await expect(insert([whole, partial])).rejects.toThrow('Row 1 has no word')
  const more = { ...whole, other: 'not written' }
  await expect(insert([whole, more])).rejects.toThrow('Row 1 has other columns')
})
