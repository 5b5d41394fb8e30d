import { get, type IncomingMessage } from 'node:http'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { killApp, startKillableApp } from '../../../../tests/support/killable-app.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { longestWaitMs } from '../../../../tests/support/patience.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { createHttpServer } from '../../platform/http/http-server.ts'
import { registerRoutes } from '../../platform/http/register-routes.ts'
import { openThread } from '../../platform/process/open-thread.ts'
import { exportRoutes } from './routes.ts'

const world = openWorld()

/** A company whose packages make a file that no socket takes in whole. */
async function openLargeShop(): Promise<Shop> {
  const shop = await openShop(world)
  const { id } = await shop.receive()
  await world.owner.query(
    `set local app.audit = 'off';
     insert into packages (company_id, company_package_id, client_id, shipping_method, tracking, comments, contents, search_text)
     select company_id, number, client_id, shipping_method, 'T' || number, repeat('📦', 1000), repeat('📦', 500), ''
     from packages, generate_series(1001, 3000) number where id = '${id}'`,
  )
  return shop
}

let shop: Shop
let others: Shop[]
beforeAll(async () => {
  shop = await openLargeShop()
  others = [await openLargeShop(), await openLargeShop()]
})
beforeEach(() => world.owner.query('delete from exports'))

const openWriter = () => openThread(new URL('./export-thread.ts', import.meta.url), longestWaitMs)

/** Serves exports; a busy test takes of a file when it comes to it. */
async function serve({ maxStallMs = longestWaitMs, open = openWriter } = {}) {
  const app = await createHttpServer({ logger: pino({ level: 'silent' }), trustedProxy: false, isBehindTls: false })
  const { database } = world
  registerRoutes(app, { database, draw: async () => new Uint8Array(0), openWriter: open, maxStallMs }, exportRoutes)
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

/** Asks for a file and gives the answer with its head, before any of its content is taken. */
const ask = (
  url: string,
  { host, user }: Shop,
  path = '/api/packages/export?format=csv',
  { token } = user,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { host, 'x-forwarded-host': host, authorization: `Bearer ${token}` }
    get(url + path, { headers }, (answer) => resolve(answer.pause())).on('error', reject)
  })

/** Asks again while both places are taken: one is free a moment after its cursor has ended. */
const askInTurn = async (url: string, shop: Shop): Promise<IncomingMessage> => {
  const answer = await ask(url, shop)
  return answer.statusCode === 503 ? await askInTurn(url, shop) : answer
}

async function wholeOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** Writers that stop at the first rows, after the head is sent, so that an export is under way with its cursor for as long as a test wants. */
function holdWriting() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const open = () => {
    const writer = openWriter()
    const ask = async (message: object) => {
      if ('rows' in message) await released
      return await writer.ask(message)
    }
    return { ...writer, ask }
  }
  onTestFinished(() => release())
  return { open, release }
}

const cursors = async (): Promise<number> => {
  const { rows } = await world.owner.query(
    "select count(*)::int as open from pg_stat_activity where application_name = 'casillero exports' and datname = current_database()",
  )
  return rows[0]?.open
}

const endings = async ({ id }: Shop): Promise<unknown[]> => {
  const { rows } = await world.owner.query('select outcome from exports where company_id = $1 order by id', [id])
  return rows.map(({ outcome }) => outcome)
}

test('a company has one export under way until its caller has it, and slow callers hold neither a cursor nor a place', async () => {
  const { app, url } = await serve()
  const slow = await Promise.all([shop, ...others.slice(0, 1)].map((one) => ask(url, one)))
  await expect.poll(cursors).toBe(0)
  const again = await ask(url, shop)
  expect(again.statusCode).toBe(409)
  expect(JSON.parse(await wholeOf(again))).toMatchObject({ code: 'export_running' })
  for (const other of others.slice(1)) slow.push(await askInTurn(url, other))
  expect(await wholeOf(await askInTurn(url, await openShop(world)))).toMatch(/^\ufeffPaquete,.*\r\n$/)
  for (const answer of slow) expect((await wholeOf(answer)).match(/\r\n/g)).toHaveLength(2_002)
  await expect.poll(() => endings(shop)).toEqual(['done'])
  await app.close()
})

test('an installation makes two exports at a time, and a third caller hears why', async () => {
  const [first, second, third] = [await openShop(world), await openShop(world), await openShop(world)]
  for (const shop of [first, second]) await shop.receive()
  const held = holdWriting()
  const { app, url } = await serve(held)
  const made = [await ask(url, first), await ask(url, second)]
  const refused = await ask(url, third)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '30'])
  expect(JSON.parse(await wholeOf(refused))).toMatchObject({ code: 'exports_busy' })
  await expect.poll(cursors).toBe(2)
  held.release()
  for (const answer of made) expect(await wholeOf(answer)).toMatch(/^\ufeffPaquete,.*\r\n.+\r\n$/)
  await app.close()
})

test('an export whose caller leaves ends its cursor at once, is logged so, and lets the next one begin', async () => {
  const held = holdWriting()
  const { app, url } = await serve(held)
  const answer = await ask(url, shop)
  await expect.poll(cursors).toBe(1)
  answer.destroy()
  await expect.poll(cursors).toBe(0)
  held.release()
  await expect.poll(() => endings(shop)).toEqual(['cancelled'])
  expect(await wholeOf(await ask(url, shop))).toMatch(/\r\n$/)
  expect(await endings(shop)).toEqual(['cancelled', 'done'])
  await app.close()
})

test('an export whose caller takes nothing of it, or a little all the time, is cut', async () => {
  const { app, url } = await serve({ maxStallMs: 300 })
  for (const bytes of [0, 16]) {
    const answer = await ask(url, shop)
    const sipping = setInterval(() => bytes > 0 && answer.read(bytes), 20)
    await expect.poll(() => endings(shop)).toEqual(['failed'])
    await expect.poll(cursors).toBe(0)
    clearInterval(sipping)
    await expect(wholeOf(answer)).rejects.toThrow('aborted')
    await world.owner.query('delete from exports')
  }
  await app.close()
})

test('an export that breaks off is no whole file', async () => {
  const held = holdWriting()
  const { app, url } = await serve(held)
  const answer = await ask(url, shop)
  await expect.poll(cursors).toBe(1)
  await world.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'casillero exports' and datname = current_database()",
  )
  held.release()
  await expect(wholeOf(answer)).rejects.toThrow('aborted')
  await expect.poll(() => endings(shop)).toEqual(['failed'])
  await app.close()
})

test('an export has the rows of the moment at which it began', async () => {
  const { app, url } = await serve()
  const answer = await ask(url, shop)
  await world.owner.query("update packages set comments = 'después' where company_id = $1", [shop.id])
  expect(await wholeOf(answer)).not.toContain('después')
  await app.close()
})

test('an export takes no connection of the pool while its caller waits', async () => {
  const held = holdWriting()
  const { app, url } = await serve(held)
  const answer = await ask(url, shop)
  const { total, idle } = world.database.pool()
  expect(total).toBe(idle)
  answer.destroy()
  held.release()
  // Its end is written before the next test locks the table.
  await expect.poll(() => endings(shop)).toEqual(['cancelled'])
  await app.close()
})

test('an export whose caller left before its first byte ends at once', async () => {
  const { app, url } = await serve()
  const lock = await world.owner.connect()
  await lock.query('begin; lock table exports in exclusive mode')
  const headers = { host: shop.host, authorization: `Bearer ${shop.user.token}` }
  const request = get(`${url}/api/packages/export?format=csv`, { headers }).on('error', () => {})
  const isWaiting = async () => {
    const { rows } = await world.owner.query(
      `select from pg_locks where not granted and relation = 'exports'::regclass
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows.length
  }
  await expect.poll(isWaiting).toBe(1)
  request.destroy()
  const connections = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
  await lock.query('rollback')
  lock.release()
  await expect.poll(() => endings(shop)).toEqual(['cancelled'])
  await app.close()
})

test('an export whose server is killed is no whole file, lets the next one begin, and gets its end from the sweep when it can run no more', async () => {
  const sweep = () => world.database.withoutCompany((db) => sql`select sweep_expired()`.execute(db))
  const killable = await startKillableApp(world)
  const lock = await world.owner.connect()
  await lock.query('begin; lock table packages in access exclusive mode')
  const answer = await ask(killable.address, shop)
  expect(answer.statusCode).toBe(200)
  await expect.poll(cursors).toBe(1)
  await killApp(killable)
  await lock.query('rollback')
  lock.release()
  await expect(wholeOf(answer)).rejects.toThrow('aborted')
  await expect.poll(cursors).toBe(0)
  const { app, url } = await serve()
  expect(await wholeOf(await ask(url, shop))).toMatch(/\r\n$/)
  await app.close()
  await sweep()
  expect(await endings(shop)).toEqual([null, 'done'])
  const age = "update exports set created_at = created_at - interval '21 minutes' where company_id = $1"
  await world.owner.query(age, [shop.id])
  await sweep()
  expect(await endings(shop)).toEqual(['interrupted', 'done'])
  const { data } = await shop.admin.ok('GET /api/audit', { query: { page: '1', entity: 'exports' } })
  const ended = { label: 'Paquetes', after: { outcome: 'interrupted' } }
  expect(data.filter(({ userName }) => userName === 'Sistema')).toMatchObject([ended])
})

/** A company whose packages make a file that no socket takes in whole, compressed as it is. */
async function openNoisyShop() {
  const shop = await openShop(world)
  const { id } = await shop.receive()
  // Repeated beyond the 32 KiB in which deflate finds what was there before.
  await world.owner.query(
    `set local app.audit = 'off';
     with noise as materialized (
       select n, string_agg(chr(20000 + (random() * 20000)::int), '') as text from generate_series(0, 19) n, generate_series(1, 1000) group by n
     )
     insert into packages (company_id, company_package_id, client_id, shipping_method, tracking, comments, contents, search_text)
     select company_id, number, client_id, shipping_method, 'T' || number, text, left(text, 500), ''
     from packages, generate_series(1001, 5000) number join noise on n = number % 20 where id = '${id}'`,
  )
  return shop
}

async function filesOf(answer: IncomingMessage): Promise<string[]> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  return Object.values(unzipSync(Buffer.concat(parts))).map((content) => strFromU8(content))
}

test('the file of a company has all of its tables as they were at one moment, whatever changes between two of them', async () => {
  const shop = await openNoisyShop()
  const openWriter = () => openThread(new URL('./export-thread.ts', import.meta.url), 10_000)
  const app = await createHttpServer({ logger: pino({ level: 'silent' }), trustedProxy: false, isBehindTls: false })
  registerRoutes(app, { database: world.database, draw: async () => new Uint8Array(0), openWriter }, exportRoutes)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { host: shop.host, authorization: `Bearer ${shop.admin.token}` }
    get(`${url}/api/company/export`, { headers }, (reply) => resolve(reply.pause())).on('error', reject)
  })
  expect(answer.statusCode).toBe(200)
  const mark = 'LLEGO-MAS-TARDE'
  // Invoices, changes of status and messages are read after the packages.
  const late = await shop.invoice([await shop.receive({ tracking: mark })])
  expect(await cursors(), 'it is still being made').toBe(1)
  const texts = await filesOf(answer)
  const isIn = (part: string) => texts.some((text) => text.includes(part))
  expect([shop.client.id, mark, late.id].map(isIn)).toEqual([true, false, false])
  await app.close()
})
