import { expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'

const world = openWorld()

test('a statement says how many rows it changed', async () => {
  const { id: companyId, admin } = await world.openCompany()
  const counts = await world.database.asUser({ companyId, userId: admin.userId }, async (db) => {
    const row = { key: 'k', endpoint: 'e', request_hash: Buffer.from('h') }
    const added = await db.insertInto('idempotency_keys').values(row).executeTakeFirst()
    const change = db.updateTable('idempotency_keys').set({ response: '{}' })
    const changed = await change.executeTakeFirst()
    const missed = await change.where('key', '=', 'l').executeTakeFirst()
    return [added.numInsertedOrUpdatedRows, changed.numUpdatedRows, missed.numUpdatedRows]
  })
  expect(counts).toEqual([1n, 1n, 0n])
})
