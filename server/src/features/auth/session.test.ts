import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import type { Company } from '../../../../tests/support/world.ts'

const world = openWorld()
afterEach(() => world.setTime(undefined))

const start = Date.parse('2026-11-20T16:00:00Z')
const hour = 3_600_000
const setHours = (hours: number) => world.setTime(new Date(start + hours * hour))

const statusOf = async (actor: Actor) => (await actor.send('GET /api/auth/me')).statusCode

async function openAt(hours: number): Promise<Company> {
  setHours(hours)
  return await world.openCompany()
}

test('a session ends after twelve hours without a call, and each call restarts them', async () => {
  const { user } = await openAt(0)
  setHours(11.99)
  expect(await statusOf(user)).toBe(200)
  setHours(23.98)
  expect(await statusOf(user)).toBe(200)
  setHours(23.98 + 12)
  expect(await statusOf(user)).toBe(401)
})

test('a session ends after seven days, however busy it was', async () => {
  const { user } = await openAt(0)
  for (let hours = 11; hours < 168; hours += 11) {
    setHours(hours)
    expect(await statusOf(user), `after ${hours} h`).toBe(200)
  }
  setHours(167.99)
  expect(await statusOf(user)).toBe(200)
  setHours(168)
  expect(await statusOf(user)).toBe(401)
})

test('the last call of a session is stored at most once a minute, and concurrent calls do not wait for each other', async () => {
  const { user, id } = await openAt(0)
  const seen = async () => {
    const { rows } = await world.owner.query(
      // A read is answered before its commit is; its lock makes this wait for it.
      'select last_seen_at from sessions where company_id = $1 and user_id = $2 for share',
      [id, user.userId],
    )
    return rows[0].last_seen_at.getTime() - start
  }
  setHours(0.5 / 60)
  await user.ok('GET /api/auth/me')
  expect(await seen()).toBe(0)
  setHours(2 / 60)
  const holder = await world.owner.connect()
  await holder.query('begin')
  await holder.query('select 1 from sessions where company_id = $1 for update', [id])
  expect(await statusOf(user), 'while another call holds the session').toBe(200)
  await holder.query('rollback')
  holder.release()
  await user.ok('GET /api/auth/me')
  expect(await seen()).toBe(120_000)
})

test('a signed-out session ends at once, and no other session ends', async () => {
  const company = await world.openCompany()
  const colleague = await company.addUser('user')
  expect(await company.user.ok('POST /api/auth/logout')).toEqual({ success: true })
  expect(await statusOf(company.user)).toBe(401)
  expect((await company.user.refused('POST /api/auth/logout')).status).toBe(401)
  expect(await statusOf(colleague)).toBe(200)
})

test('an ended session is deleted with old tries and keys, and a live one stays', async () => {
  const { id, user } = await openAt(0)
  await world.owner.query(`insert into sign_in_tries (company_id, identifier, last_try_at) values ($1, 'x', $2)`, [
    id,
    new Date(start),
  ])
  await user.ok('POST /api/client', {
    headers: { 'idempotency-key': 'k' },
    body: { firstName: 'Ana', lastNames: 'Ruiz', phone: '88001122' },
  })
  const rows = async () => {
    const { rows: counts } = await world.owner.query(
      `select (select count(*)::int from sessions where company_id = $1) as sessions,
          (select count(*)::int from sign_in_tries where company_id = $1) as tries,
          (select count(*)::int from idempotency_keys where company_id = $1) as keys`,
      [id],
    )
    return counts[0]
  }
  const sweep = () => world.database.withoutCompany((db) => sql`select sweep_expired()`.execute(db))
  setHours(11)
  await user.ok('GET /api/auth/me')
  await sweep()
  expect(await rows()).toEqual({ sessions: 3, tries: 1, keys: 1 })
  setHours(13)
  await sweep()
  expect(await rows()).toEqual({ sessions: 1, tries: 1, keys: 1 })
  setHours(24 * 7 + 1)
  await sweep()
  expect(await rows()).toEqual({ sessions: 0, tries: 0, keys: 0 })
})

test('the company of a host is described by name, subdomain and logo, and nothing else', async () => {
  const { anonymous, subdomain } = await world.openCompany()
  expect(await anonymous.ok('GET /api/health')).toEqual({
    company: `Empresa ${subdomain}`,
    subdomain,
    logo_url: null,
  })
})

test('the company of a host is found with any port, in any case and with a trailing dot', async () => {
  const { anonymous, subdomain, host } = await world.openCompany()
  for (const spelling of [`${host}:3000`, host.toUpperCase(), `${host}.`, `${host}.:443`, `${subdomain}.a.b.test`]) {
    const { subdomain: found } = await anonymous.ok('GET /api/health', { headers: { host: spelling } })
    expect(found, spelling).toBe(subdomain)
  }
})

test('the company of a host is unknown for every other host, also one in a forwarded header', async () => {
  const { anonymous, host } = await world.openCompany()
  const { id, host: closed } = await world.openCompany()
  await world.owner.query(`update companies set status = 'suspended' where id = $1`, [id])
  for (const spelling of ['nadie.casillero.test', closed, 'casillero.test', 'localhost', '127.0.0.1', '10.0.0.1:80']) {
    const headers = { host: spelling, 'x-forwarded-host': host, forwarded: `host=${host}` }
    const refused = await anonymous.refused('GET /api/health', { headers })
    expect(refused, spelling).toMatchObject({
      status: 404,
      message: 'No hay una empresa en esta dirección',
      error: 'No hay una empresa en esta dirección',
    })
  }
})
