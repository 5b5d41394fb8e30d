import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sizingOf } from '../../bench/sizing.ts'
import { createDatabase } from '../../server/src/platform/database/database.ts'
import { createMetrics } from '../../server/src/platform/metrics/metrics.ts'

const root = join(import.meta.dirname, '../..')
/** Roles of the database, whose names look like those of metrics. */
const roles = new Set(['owner', 'app', 'login', 'definer', 'backup'].map((name) => `casillero_${name}`))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/operations.md')

test('the operations page names every metric of the product, and no other', async () => {
  const database = createDatabase({ url: 'postgres://none@127.0.0.1:1/none', poolSize: 1 })
  const served = new Set((await createMetrics(database).text()).match(/(?<=^# HELP )\S+/gm))
  await database.close()
  const named = new Set(page.match(/\b(?:casillero|nodejs|process)_[a-z0-9_]+(?=`|\{)/g))
  expect([...named].filter((name) => !served.has(name) && !roles.has(name))).toEqual([])
  expect([...served].filter((name) => name.startsWith('casillero_') && !named.has(name))).toEqual([])
})

test('every file and every command that the operations page names exists', () => {
  const { scripts } = JSON.parse(read('package.json'))
  for (const [, name = ''] of page.matchAll(/`npm run ([a-z:-]+)/g)) expect(scripts, name).toHaveProperty(name)
  const files = [...page.matchAll(/`((?:deploy|docs|server|bench|tests)\/[\w./@-]+)/g)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThan(10)
  for (const path of files) expect(existsSync(join(root, path)), path).toBe(true)
})

/** Removes the padding of tables. */
const bare = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-')

test('the sizing table is that of the last run of the bench', () => {
  expect(bare(page)).toContain(bare(sizingOf(JSON.parse(read('bench/results.json')))))
})
