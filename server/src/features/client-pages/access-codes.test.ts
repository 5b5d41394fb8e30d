import { beforeEach, expect, test } from 'vitest'
import { findLinkPath, visitPage } from '../../../../tests/support/client-pages.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { renderMessages } from '../messages/texts/render-messages.ts'

const world = openWorld()
beforeEach(() => world.setTime(undefined))
const shop = openShops(world)

const visit = (host: string, url: string, sent?: Parameters<typeof visitPage>[3]) => visitPage(world, host, url, sent)

/** Reads link and code off the newest message that waits, as it would leave. */
async function readAccess(shop: Shop): Promise<{ path: string; code: string; body: string }> {
  const body = await world.database.asUser({ companyId: shop.id, userId: shop.user.userId }, async (db) => {
    const { id } = await db
      .selectFrom('messages')
      .select('id')
      .where('occasion', '=', 'access')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const rendered = (await renderMessages(db, [id])).get(id)
    return rendered?.why === null ? rendered.body : ''
  })
  return { path: findLinkPath(body), code: /\b\d{6}\b/.exec(body)?.[0] ?? '', body }
}

test('a code of six digits beside the link lets a page in that the link does not open, once, and ends with the link', async () => {
  const enter = (telefono: string, codigo: string, from?: string) =>
    visit(shop.host, '/mi/entrar/codigo', { form: { telefono, codigo }, ...(from === undefined ? {} : { from }) })
  await visit(shop.host, '/mi/entrar', { form: { telefono: '8690 4417' } })
  const { path, code, body } = await readAccess(shop)
  expect(code).toMatch(/^\d{6}$/)
  expect((await visit(shop.host, '/mi/entrar?enviado', { phone: '8690 4417' })).body).toContain('name="codigo"')
  // Neither staff's list of messages nor its rows give it away.
  const { data } = await shop.admin.ok('GET /api/messages', { query: { limit: '1' } })
  expect(data[0]?.body).not.toContain(code)
  const { rows } = await world.owner.query('select to_jsonb(l) as row from client_links l where company_id = $1', [
    shop.id,
  ])
  expect(JSON.stringify(rows)).not.toContain(code)
  const elsewhere = await openShop(world)
  const missed = [
    await enter('8690 4417', code === '000000' ? '111111' : '000000'),
    await enter('8999 0000', code),
    await visit(elsewhere.host, '/mi/entrar/codigo', { form: { telefono: '8690 4417', codigo: code } }),
  ]
  for (const answer of missed)
    expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([303, '/mi/entrar?codigo', ''])
  expect((await enter('no sé', code)).headers.location).toBe('/mi/entrar?numero')
  const [one, two] = await Promise.all([
    enter('505 8690-4417', `${code.slice(0, 3)} ${code.slice(3)}`),
    enter('86904417', code),
  ])
  const entered = [one, two].filter(({ headers }) => headers.location === '/mi')
  expect(entered).toHaveLength(1)
  const secret = /mi=(\w{22});/.exec(String(entered[0]?.headers['set-cookie']))?.[1] ?? ''
  expect((await visit(shop.host, '/mi', { secret })).body).toContain('Ana Núñez Báez')
  expect((await visit(shop.host, path)).headers.location).toBe('/mi/entrar?vencido')
  // The text of a company of before, which has no code, gets it too.
  expect(body).toContain('código')
  await world.owner.query(
    "update templates set custom_content = 'Entre: {{enlace}}' where company_id = $1 and key = 'access'",
    [shop.id],
  )
  await shop.user.ok('POST /api/client/:id/access', { params: { id: shop.client.id } })
  const second = await readAccess(shop)
  expect(second.body).toMatch(/^Entre: http:\S+\n\n.*código.*\d{6}/)
  await visit(shop.host, second.path, { form: {} })
  expect((await enter('8690 4417', second.code)).headers.location).toBe('/mi/entrar?codigo')
  await shop.user.ok('POST /api/client/:id/access', { params: { id: shop.client.id } })
  const third = await readAccess(shop)
  world.setTime(new Date(Date.now() + 31 * 60_000))
  expect((await enter('8690 4417', third.code)).headers.location).toBe('/mi/entrar?codigo')
})

test('codes are tried five times by unknown callers and five by who asked for the link, and ten times an hour by one network', async () => {
  const [client, caller] = ['198.51.100.9', '203.0.119.4']
  const enter = (codigo: string, from: string, telefono = '8690 4417') =>
    visit(shop.host, '/mi/entrar/codigo', { form: { telefono, codigo }, from })
  await visit(shop.host, '/mi/entrar', { form: { telefono: '8690 4417' }, from: client })
  const { code } = await readAccess(shop)
  const wrong = code === '000000' ? '111111' : '000000'
  await Promise.all(Array.from({ length: 5 }, () => enter(wrong, caller)))
  expect((await enter(code, caller)).headers.location).toBe('/mi/entrar?codigo')
  expect((await enter(code, '203.0.120.4')).headers.location).toBe('/mi/entrar?codigo')
  // Known or not, the phone makes no difference to what its network is told.
  for (let tries = 7; tries <= 10; tries += 1)
    expect((await enter(wrong, caller, '8999 0000')).headers.location).toBe('/mi/entrar?codigo')
  for (const telefono of ['8690 4417', '8999 0000'])
    expect((await enter(wrong, caller, telefono)).headers.location).toBe('/mi/entrar?muchos')
  for (let tries = 1; tries <= 4; tries += 1) await enter(wrong, client)
  expect((await enter(code, client)).headers.location).toBe('/mi')
  await shop.user.ok('POST /api/client/:id/access', { params: { id: shop.client.id } })
  const again = await readAccess(shop)
  for (let tries = 1; tries <= 5; tries += 1) await enter(wrong, client)
  expect((await enter(again.code, client)).headers.location).toBe('/mi/entrar?codigo')
  expect((await visit(shop.host, again.path, { form: {}, from: client })).headers.location).toBe('/mi')
  world.setTime(new Date(Date.now() + 61 * 60_000))
  expect((await enter(wrong, caller)).headers.location).toBe('/mi/entrar?codigo')
})

test('unknown callers of any number try sixty codes an hour of a company, and the client’s own is taken all the same', async () => {
  const enter = (codigo: string, from: string) =>
    visit(shop.host, '/mi/entrar/codigo', { form: { telefono: '8690 4417', codigo }, from })
  await world.owner.query(
    `insert into sign_in_failures (company_id, identifier, origin, failures, failed_at)
     values ($1, 'codes of clients', 'others', 59, now())`,
    [shop.id],
  )
  await visit(shop.host, '/mi/entrar', { form: { telefono: '8690 4417' }, from: '198.51.100.77' })
  const { code } = await readAccess(shop)
  await enter(code === '000000' ? '111111' : '000000', '203.0.130.1')
  expect((await enter(code, '203.0.131.1')).headers.location).toBe('/mi/entrar?codigo')
  expect((await enter(code, '198.51.100.77')).headers.location).toBe('/mi')
})
