import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { noPace, notifyReady, shareMessenger } from '../../../../../tests/support/messenger.ts'
import { openWorld, shareShop } from '../../../../../tests/support/open-world.ts'

const world = openWorld()
const messenger = shareMessenger(world)
const shop = shareShop(world)
let session: string
beforeAll(async () => {
  session = await messenger.link(shop)
})

const sentTo = () => messenger.fake.sentBy(session).map(({ chatId }) => chatId)

test('a client who writes is a known chat for the messages that wait already', async () => {
  const eva = await shop.addClient({ firstName: 'Eva', phone: '88881111' })
  const none = { pace: { ...noPace, firstContactsPerDay: 0 } }
  await notifyReady(shop)
  const id = await notifyReady(shop, eva.id)
  for (let round = 0; round < 3; round += 1) await messenger.round(none)
  expect(sentTo()).toEqual([])
  messenger.fake.play({ session, phone: '50588881111', body: '¿Ya vino mi paquete?' })
  await messenger.until(() => sentTo().length > 0, none)
  expect(sentTo()).toEqual(['50588881111@c.us'])
  expect(id).not.toBe('')
})

/** How many pages of the database one look for the next message reads. */
async function pagesRead(): Promise<number> {
  const { rows } = await world.database.withoutCompany((db) =>
    sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
      explain (analyze, buffers, format json) select * from claim_next_message(true)`.execute(db),
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  return (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? Number.NaN)
}

test('a claim costs no more with many waiting first contacts than with few', async () => {
  const client = await shop.addClient({ firstName: 'Luz', phone: '88882222' })
  await notifyReady(shop, client.id)
  await messenger.round({ pace: { ...noPace, firstContactsPerDay: 0 } })
  await world.owner.query('analyze messages, clients, whatsapp_sessions')
  await pagesRead()
  const short = await pagesRead()
  await world.owner.query(
    `insert into messages (company_id, event_key, client_id, template_id, phone, body, gateway_message_id, expires_at)
     select company_id, 'long:' || n, client_id, template_id, phone, body, '3EB0L' || n, expires_at
     from messages cross join generate_series(1, 5000) n where client_id = $1`,
    [client.id],
  )
  await world.owner.query('analyze messages')
  await pagesRead()
  expect(await pagesRead()).toBeLessThan(short * 2)
})
