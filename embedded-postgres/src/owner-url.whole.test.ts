import { expect, test } from 'vitest'
import { makeFolder } from '../test/folders.ts'
import { quiet, sample } from '../test/sample-product.ts'
import { withConnection } from './connection.ts'

const askWho = (ownerUrl: string) =>
  withConnection(ownerUrl, async (client) => (await client.query('select current_user as who')).rows[0]?.who)

test('the owner’s URL is that of the PostgreSQL that runs, which runs on', async () => {
  const dataDir = makeFolder()
  const postgres = await sample.start({ dataDir, say: quiet })
  const lent = await sample.withOwnerUrl({ dataDir, mayMake: false, say: quiet }, async (url) => url)
  expect(lent).toBe(postgres.ownerUrl)
  expect(await askWho(lent)).toBe('sample_owner')
  await postgres.stop()
})

test('a PostgreSQL is started for the work where none runs, and stopped after it, also when the work fails', async () => {
  const dataDir = makeFolder()
  const options = { dataDir, mayMake: true, say: quiet }
  expect(await sample.withOwnerUrl(options, askWho)).toBe('sample_owner')
  await expect(
    sample.withOwnerUrl({ ...options, mayMake: false }, () => Promise.reject(new Error('the work failed'))),
  ).rejects.toThrow('the work failed')
  expect(sample.findRunning(dataDir)).toBeUndefined()
})

test('a folder without a database is refused with a code when none may be made', async () => {
  const dataDir = makeFolder()
  await expect(sample.withOwnerUrl({ dataDir, mayMake: false, say: quiet }, askWho)).rejects.toMatchObject({
    code: 'no_database',
    about: dataDir,
  })
})
