import { expect, test } from 'vitest'
import { createLogger } from '../src/platform/logger.ts'
import { openMessenger, tellReady } from './messenger.ts'
import { openShop } from './shop.ts'
import { createWorld } from './world.ts'

test('no QR, key, text or phone of a message is in any log, whatever goes wrong', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const world = await createWorld({ log })
  const messenger = await openMessenger(world, createLogger('trace', { write: log }))
  try {
    const { standIn } = messenger
    const shop = await openShop(world)
    const session = await messenger.link(shop)
    const name = 'Canaria Delatora'
    const client = await shop.addClient({ firstName: name, phone: '88776655' })
    for (const behaviour of ['normal', 'timedOut', 'garbage', 'closed', 'resetAfterTaking', 'unavailable'] as const) {
      standIn.behaveToSends(behaviour)
      standIn.behaveToOtherCalls(behaviour)
      await tellReady(shop, client.id)
      for (let round = 0; round < 4; round += 1) await messenger.round()
    }
    standIn.behaveToOtherCalls('normal')
    standIn.play({ session, phone: '50588776655', body: 'Texto del canario' })
    await messenger.round()
    standIn.behaveToSends('normal')
    const id = await tellReady(shop, client.id)
    // The database repeats whole rows in what it complains of: a job and a request run into that.
    await world.owner.query(`
      create function complain() returns trigger language plpgsql as $$
      begin raise exception 'canary' using detail = new::text, hint = new::text; end $$`)
    await world.owner.query(
      'create trigger complain before insert or update on messages for each row execute function complain()',
    )
    await messenger.round()
    const body = {
      packageIds: [(await shop.receive({ clientId: client.id, statusId: null })).id],
      statusId: shop.statuses.ready,
    }
    expect((await shop.admin.send('PATCH /api/packages/status', { body })).statusCode).toBe(500)
    const row = (await world.owner.query('select * from whatsapp_sessions where company_id = $1', [shop.id])).rows[0]
    const told = (await world.owner.query('select body from messages where id = $1', [id])).rows[0]
    const whole = lines.join('\n')
    expect(whole).toContain('canary')
    expect(whole).toContain('a job failed')
    const secrets = [
      '8877',
      name,
      'canario',
      'iVBOR',
      row.hmac_key,
      row.webhook_token,
      'the key of the tests',
      told.body,
      shop.admin.token,
    ]
    for (const secret of secrets) expect(whole).not.toContain(secret)
  } finally {
    await messenger.close()
    await world.close()
  }
})
