import { beforeAll, expect, test } from 'vitest'
import { notifyReady, quickSending, shareMessenger } from '../../../../../tests/support/messenger.ts'
import { openWorld, shareShop } from '../../../../../tests/support/open-world.ts'
import { sendingJobs } from './jobs.ts'

const world = openWorld()
const messenger = shareMessenger(world)
const shop = shareShop(world)
let session: string
beforeAll(async () => {
  session = await messenger.link(shop)
  await world.owner.query('update companies set is_demo = true where id = $1', [shop.id])
})

/** Rounds of a worker whose gateway says this of itself. */
async function roundsOf(isFake: boolean | null): Promise<void> {
  const gateway = { ...messenger.gateway, isFake: async () => isFake }
  for (let round = 0; round < 3; round += 1) {
    for (const job of sendingJobs(world.database, gateway, quickSending)) await job.run()
  }
}
const messages = async () => (await shop.admin.ok('GET /api/messages')).data
const sent = () => messenger.fake.sentBy(session).length

test('a seeded company sends no message through a gateway of real phones, and its queue is cancelled', async () => {
  await notifyReady(shop)
  await roundsOf(null)
  expect([(await messages())[0]?.state, sent()]).toEqual(['queued', 0])
  await roundsOf(false)
  expect(await messages()).toMatchObject([
    { state: 'cancelled', error: 'Es una empresa de demostración: sus avisos no salen a teléfonos reales' },
  ])
  expect(sent()).toBe(0)
})

test('a seeded company notifies its clients through a fake gateway', async () => {
  await notifyReady(shop)
  await messenger.until(() => sent() === 1)
})
