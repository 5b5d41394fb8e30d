import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../support/open-world.ts'
import { openShop } from '../support/shop.ts'
import { superuserUrl, urlOf } from '../support/test-database.ts'
import { newMark } from '../support/world.ts'

const name = `casillero_backup_${newMark()}`
const world = openWorld()
let superuser: Client
beforeAll(async () => {
  await openShop(world)
  superuser = new Client({ connectionString: urlOf(superuserUrl(), new URL(world.ownerUrl).pathname.slice(1)) })
  await superuser.connect()
  const shipped = readFileSync(join(import.meta.dirname, '../../deploy/create-backup-role.sql'), 'utf8')
  const statements = shipped.replaceAll(/^(--|\\).*$/gm, '').replaceAll(":'password'", "'x'")
  await superuser.query(statements.replaceAll('casillero_backup', name))
})
afterAll(async () => {
  await superuser.query(`drop role ${name}`)
  await superuser.end()
})

/** Counts a table's rows as `pg_dump` would read them: whole or not at all. */
async function readWhole(url: string, table: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set row_security = off')
    return (await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0
  } finally {
    await client.end()
  }
}

function backupUrl(): string {
  const url = new URL(world.ownerUrl)
  url.username = name
  url.password = 'x'
  return url.href
}

test('the role for dumps reads every table whole, and can write none', async () => {
  const { rows: tables } = await superuser.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { table } of tables) {
    const { rows } = await superuser.query<{ n: number }>(`select count(*)::int as n from ${table}`)
    expect(await readWhole(backupUrl(), table), table).toBe(rows[0]?.n)
  }
  expect(await readWhole(backupUrl(), 'clients')).toBe(1)
  const client = new Client({ connectionString: backupUrl() })
  await client.connect()
  for (const change of ['update clients set first_name = first_name', 'delete from sessions', 'create table x ()']) {
    await expect(client.query(change), change).rejects.toMatchObject({ code: '42501' })
  }
  await client.end()
})

test('the owner cannot dump: row-level security holds for it too, and stops it instead of leaving rows out', async () => {
  await expect(readWhole(world.ownerUrl, 'clients')).rejects.toMatchObject({ code: '42501' })
})
