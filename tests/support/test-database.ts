import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { buildLoginUrl } from '../../server/src/platform/database/login-role.ts'

/** A database of one test file: freshly migrated, empty, owned by `casillero_owner`. */
export type TestDatabase = { ownerUrl: string; loginUrl: string; drop(): Promise<void> }

/** The database that `global-setup.ts` migrates once a run. */
export const templateDatabase = 'casillero_template'

/** Clones the migrated template; takes well under 100 ms. */
export function cloneDatabase(): Promise<TestDatabase> {
  return createTestDatabase(`template ${templateDatabase} strategy file_copy`)
}

/** Makes a database without tables, for tests of the migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createTestDatabase('')
}

/** Makes a database as another one is, to which nothing may be connected meanwhile. */
export function copyDatabase({ ownerUrl }: TestDatabase): Promise<TestDatabase> {
  return createTestDatabase(`template ${new URL(ownerUrl).pathname.slice(1)}`)
}

/** The connection string of the cluster's superuser, for what the owner may not do. */
export function superuserUrl(): string {
  return fromRun('TEST_SUPERUSER_URL')
}

/** The same connection string for another database of the cluster. */
export function urlOf(connectionString: string, database: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}

async function createTestDatabase(from: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser(`create database ${name} owner casillero_owner ${from}`)
  const ownerUrl = urlOf(fromRun('TEST_OWNER_URL'), name)
  return {
    ownerUrl,
    loginUrl: buildLoginUrl(ownerUrl) ?? '',
    drop: () => asSuperuser(`drop database if exists ${name} with (force)`),
  }
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function fromRun(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing: run the tests through vitest, whose global setup starts PostgreSQL.`)
  return value
}
