import { existsSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../test/folders.ts'
import { quiet, sample } from '../test/sample-product.ts'
import { withConnection } from './connection.ts'
import type { RunningPostgres } from './embedded-postgres.ts'

const newTarget = () => join(makeFolder(), 'copy')

async function withDatabase<Result>(
  dataDir: string,
  work: (postgres: RunningPostgres) => Promise<Result>,
): Promise<Result> {
  const postgres = await sample.start({ dataDir, say: quiet })
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

const createMarks = 'create table marks (n int primary key, filler text not null)'
const insertMarks = "insert into marks select n, repeat('x', 500) from generate_series($1::int, $1::int + 99) n"

const addMarks = ({ ownerUrl }: RunningPostgres) =>
  withConnection(ownerUrl, async (client) => {
    await client.query(createMarks)
    await client.query(insertMarks, [0])
  })

/** Reads the rows through the index and through the table: a torn copy would answer differently. */
const countMarks = ({ ownerUrl }: RunningPostgres) =>
  withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ n: number; last: number }>(
      'select count(*)::int as n, (select max(n) from marks) as last from marks where length(filler) = 500',
    )
    expect(rows[0]?.n).toBe((rows[0]?.last ?? 0) + 1)
    return rows[0]?.n ?? 0
  })

const restoreInto = (dataDir: string, source: string, replace = false, say: (line: string) => void = quiet) =>
  sample.restore({ source, dataDir, replace, say })

test('a backup of a running cluster has everything that was confirmed before it began, and no half transaction', async () => {
  const [dataDir, target, elsewhere] = [makeFolder(), newTarget(), makeFolder()]
  const confirmedBefore = await withDatabase(dataDir, ({ ownerUrl, superuserUrl }) =>
    withConnection(ownerUrl, (client) =>
      withConnection(superuserUrl, async (superuser) => {
        await client.query(createMarks)
        const [early, later] = [20, 400]
        let backup: Promise<number> | undefined
        let isOver = false
        for (let round = 0; !isOver && round < later; round += 1) {
          await client.query(insertMarks, [round * 100])
          // Moves the place from which PostgreSQL would recover by itself past what is copied already.
          await superuser.query('checkpoint')
          if (round + 1 === early) {
            backup = sample.backUp({ dataDir, target }).finally(() => {
              isOver = true
            })
          }
        }
        expect(await backup).toBeGreaterThan(0)
        return early * 100
      }),
    ),
  )
  await restoreInto(elsewhere, target)
  const restored = await withDatabase(elsewhere, countMarks)
  expect(restored).toBeGreaterThanOrEqual(confirmedBefore)
  expect(restored % 100).toBe(0)
})

test('a backup of a stopped cluster has everything, and only its owner can read it', async () => {
  const [dataDir, target, elsewhere] = [makeFolder(), newTarget(), makeFolder()]
  await withDatabase(dataDir, addMarks)
  await sample.backUp({ dataDir, target })
  expect(statSync(target).mode & 0o077).toBe(0)
  await restoreInto(elsewhere, target)
  expect(await withDatabase(elsewhere, countMarks)).toBe(100)
})

test('a restore overwrites nothing: it refuses a database that is there, or puts it aside when asked to', async () => {
  const [dataDir, target] = [makeFolder(), newTarget()]
  await withDatabase(dataDir, addMarks)
  await sample.backUp({ dataDir, target })
  await withDatabase(dataDir, async () => {
    await expect(restoreInto(dataDir, target, true)).rejects.toMatchObject({ code: 'is_running', about: dataDir })
  })
  await expect(restoreInto(dataDir, target)).rejects.toMatchObject({ code: 'has_database', about: dataDir })
  const lines: string[] = []
  await restoreInto(dataDir, target, true, (line) => lines.push(line))
  const aside = /is now (.+)\.$/.exec(lines.at(-1) ?? '')?.[1] ?? ''
  expect(existsSync(join(aside, 'PG_VERSION'))).toBe(true)
  expect(await withDatabase(dataDir, countMarks)).toBe(100)
})

test('what a product owes to a restored copy is done once, and again at the next start where it failed', async () => {
  const [dataDir, target, elsewhere] = [makeFolder(), newTarget(), makeFolder()]
  const done: string[] = []
  const owe = (folder: string, work: () => Promise<void>) =>
    withDatabase(folder, (postgres) => postgres.onceRestored(work))
  const add = async () => void done.push('done')
  await owe(dataDir, add)
  expect(done).toEqual([])
  await sample.backUp({ dataDir, target })
  await restoreInto(elsewhere, target)
  await expect(owe(elsewhere, () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck')
  await owe(elsewhere, add)
  await owe(elsewhere, add)
  expect(done).toEqual(['done'])
})

test('an unfinished backup, a target in use, a missing database and a link in the cluster are refused with a code', async () => {
  const [dataDir, target] = [makeFolder(), newTarget()]
  await expect(sample.backUp({ dataDir, target })).rejects.toMatchObject({ code: 'no_database', about: dataDir })
  const cluster = await withDatabase(dataDir, async ({ dataDirectory }) => dataDirectory)
  await sample.backUp({ dataDir, target })
  await expect(sample.backUp({ dataDir, target })).rejects.toMatchObject({ code: 'target_not_empty', about: target })
  rmSync(join(target, 'backup.json'))
  await expect(restoreInto(makeFolder(), target)).rejects.toMatchObject({ code: 'backup_incomplete', about: target })
  const link = join(cluster, 'elsewhere')
  symlinkSync('/tmp', link)
  await expect(sample.backUp({ dataDir, target: newTarget() })).rejects.toMatchObject({
    code: 'symbolic_link',
    about: link,
  })
  expect(readdirSync(cluster)).toContain('elsewhere')
})
