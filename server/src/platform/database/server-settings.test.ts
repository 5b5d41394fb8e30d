import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { checkServerSettings, checkTenancy, findSettingsFault } from './server-settings.ts'

describe('the server refuses a PostgreSQL that it cannot trust', () => {
  let database: TestDatabase
  let owner: Client

  beforeAll(async () => {
    database = await cloneDatabase()
    owner = new Client({ connectionString: database.ownerUrl })
    await owner.connect()
  })

  afterAll(async () => {
    await owner.end()
    await database.drop()
  })

  test('a PostgreSQL that does not wait for the disk is refused, and every setting that is off is named', async () => {
    // The cluster of the tests is in a prioritise: all three are off.
    await expect(checkServerSettings(database.ownerUrl)).rejects.toThrow(
      'because of fsync = off, full_page_writes = off, synchronous_commit = off. ',
    )
  })

  test.each([
    [{}, undefined],
    [{ server_version_num: '150018' }, 'needs PostgreSQL 18 or later, but this server is version 15'],
    [{ server_encoding: 'SQL_ASCII' }, 'stores SQL_ASCII'],
    [{ fsync: 'off' }, 'fsync = off'],
    [{ full_page_writes: 'off' }, '"alter system reset full_page_writes"'],
    [{ synchronous_commit: 'off' }, 'synchronous_commit = off'],
    [{ synchronous_commit: 'remote_apply' }, undefined],
    [{ data_checksums: 'off' }, 'run "pg_checksums --enable"'],
  ])('the server refuses a PostgreSQL that it cannot trust with %o', (changed, sentence) => {
    const sound = { server_version_num: '180004', server_encoding: 'UTF8', fsync: 'on', full_page_writes: 'on' }
    const fault = findSettingsFault(new Map(Object.entries({ ...sound, synchronous_commit: 'on', ...changed })))
    if (sentence) expect(fault).toContain(sentence)
    else expect(fault).toBeUndefined()
  })

  test('a schema whose tables are all protected is accepted', async () => {
    await expect(checkTenancy(database.ownerUrl)).resolves.toBeUndefined()
  })

  test('a table of companies without row-level security is refused by name', async () => {
    await owner.query('create table packages_of_test (company_id uuid not null)')
    await expect(checkTenancy(database.ownerUrl)).rejects.toThrow('on: packages_of_test.')
    await owner.query('alter table packages_of_test enable row level security')
    await expect(checkTenancy(database.ownerUrl)).resolves.toBeUndefined()
    await owner.query('grant create on schema public to casillero_app')
    await owner.query('alter table packages_of_test owner to casillero_app')
    // The owner of a table is only held back when it is forced.
    await expect(checkTenancy(database.ownerUrl)).rejects.toThrow('on: packages_of_test.')
  })
})
