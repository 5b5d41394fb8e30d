import { get, type IncomingMessage } from 'node:http'
import { strFromU8, unzipSync } from 'fflate'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { createHttpServer } from '../../platform/http/http-server.ts'
import { registerRoutes } from '../../platform/http/register-routes.ts'
import { openThread } from '../../platform/process/open-thread.ts'
import { exportRoutes } from './routes.ts'

const world = openWorld()

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

const cursors = async (): Promise<number> => {
  const { rows } = await world.owner.query(
    "select count(*)::int as open from pg_stat_activity where application_name = 'casillero exports' and datname = current_database()",
  )
  return rows[0]?.open
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
