import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { hashToken, newToken } from '../../server/src/platform/auth/session.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { migrateUpTo } from '../support/earlier-state.ts'
import { noPace, notifyReady, openMessenger } from '../support/messenger.ts'
import { openWorld } from '../support/open-world.ts'
import { openShop } from '../support/shop.ts'
import { createEmptyDatabase } from '../support/test-database.ts'
import { newMark } from '../support/world.ts'

const world = openWorld()

test('a server of the version before signs users in beside this one, also after a million failures that it counted', async () => {
  const company = await world.openCompany()
  const email = `${newMark()}@correo.test`
  const { userId } = await company.addUser('user', { email })
  const client = await world.owner.connect()
  try {
    // In the role of requests, as on its connections.
    await client.query('set role casillero_app')
    const begin = () =>
      client.query('select * from begin_sign_in($1, $2, $3, $4)', [company.subdomain, email, [email], '10.7.0.1'])
    const tries = (statement: string) =>
      world.owner.query(`update sign_in_tries set ${statement} where company_id = $1`, [company.id])
    await begin()
    await client.query('select fail_sign_in($1)', ['10.7.0.1'])
    await tries('failures = 1000000')
    const { password_hash } = (await begin()).rows[0]
    const token = newToken()
    const started = await client.query('select * from complete_sign_in($1, $2, $3, $4, $5)', [
      company.id,
      userId,
      email,
      password_hash,
      hashToken(token),
    ])
    expect(started.rowCount).toBe(1)
    const { data } = await company.as(token, userId).ok('GET /api/account/sessions')
    expect(data.find(({ isCurrent }) => isCurrent)).toMatchObject({ address: null, userAgent: null })
    const { rows } = await world.owner.query('select from sign_in_tries where company_id = $1', [company.id])
    expect(rows, 'a success forgets').toEqual([])
  } finally {
    await client.query('reset role')
    client.release()
  }
})

test('a server of the version before, which stores the pace as one value, claims, settles and explains beside this one', async () => {
  const messenger = await openMessenger(world)
  try {
    const shop = await openShop(world)
    const session = await messenger.link(shop)
    const id = await notifyReady(shop)
    const later = await notifyReady(shop, (await shop.addClient({ phone: '88881111' })).id)
    const ask = (statement: string, values: unknown[]) =>
      world.database.asUser({ companyId: shop.id, userId: '' }, async (db) => {
        return (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, values))).rows
      })
    const slow = JSON.stringify({ ...noPace, knownLeastMs: 60_000, knownMostMs: 60_000, firstContactsPerDay: 1 })
    const claim = 'select * from claim_message($1::jsonb)'
    await world.owner.query('update companies set is_demo = true where id = $1', [shop.id])
    expect(await ask(claim, [slow])).toEqual([])
    const fake = JSON.stringify({ ...JSON.parse(slow), isStandIn: true })
    expect(await ask(claim, [fake])).toMatchObject([{ message_id: id, session_name: session, attempts: 0 }])
    expect(await ask(claim, [fake]), 'the next one keeps its distance').toEqual([])
    const holds = `select is_quiet((p ->> 'quietFromHour')::int, (p ->> 'quietToHour')::int) as "isQuiet",
      first_contacts_left(company_id, p, linked_at) <= 0 as "isCeilingReached",
      (p ->> 'knownMostMs')::int as "knownMostMs"
      from (select company_id, linked_at, known_pace() || pace as p from whatsapp_sessions) s`
    expect(await ask(holds, [])).toEqual([{ isQuiet: false, isCeilingReached: true, knownMostMs: 60_000 }])
    await ask('select settle_messages($1::jsonb)', [JSON.stringify({ isStandIn: false })])
    const { rows } = await world.owner.query('select state from messages where id = $1', [later])
    expect(rows).toEqual([{ state: 'cancelled' }])
    expect(await ask('select known_pace() as pace', [])).toMatchObject([
      { pace: { quietFromHour: 20, quietToHour: 7 } },
    ])
  } finally {
    await messenger.close()
  }
})

test('an upgrade keeps the pace that an installation and a company had set', async () => {
  const { ownerUrl, drop } = await createEmptyDatabase()
  try {
    await migrateUpTo('0021', ownerUrl)
    await withConnection(ownerUrl, async (client) => {
      await client.query(`
        select open_company('Una', 'una', false), open_company('Dos', 'dos', false);
        insert into gateway_turns (name, taken_at, pace) values ('messages', now(), '{"quietFromHour": 22, "firstContactsMost": 90}');
        insert into whatsapp_sessions (company_id, name, webhook_token, hmac_key, pace)
        select id, 'session-' || subdomain, repeat(subdomain, 20), repeat('k', 40),
               case subdomain when 'una' then '{"knownLeastMs": 9000, "leaseMs": 70000}'::jsonb else '{}' end
        from companies`)
      await migrate(ownerUrl, { say: () => undefined })
      const installation = await client.query('select * from installation_pace')
      expect(installation.rows).toEqual([
        {
          is_the_row: true,
          quiet_from_hour: 22,
          quiet_to_hour: 7,
          known_least_ms: 4_000,
          known_most_ms: 8_000,
          first_least_ms: 30_000,
          first_most_ms: 60_000,
          first_contacts_per_day: 20,
          first_contacts_most: 90,
          lease_ms: 60_000,
        },
      ])
      const companies = await client.query(
        'select known_least_ms, known_most_ms, lease_ms from whatsapp_sessions order by name',
      )
      expect(companies.rows).toEqual([
        { known_least_ms: null, known_most_ms: null, lease_ms: null },
        { known_least_ms: 9_000, known_most_ms: null, lease_ms: 70_000 },
      ])
    })
  } finally {
    await drop()
  }
})
