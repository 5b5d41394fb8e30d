import type pg from 'pg'
import { hashPassword } from '../../../server/src/platform/auth/password.ts'
import { hashToken, newToken } from '../../../server/src/platform/auth/session.ts'
import { createWaha } from '../../../server/src/platform/whatsapp/waha.ts'
import type { FakeWaha } from '../../../tools/fake-waha/fake-waha.ts'
import type { Counter, Stock } from './load.ts'

/** A company with catalogues, a client and a linked phone. */
export type Shop = { id: string; subdomain: string; email: string; counter: Counter; readyId: string; airId: string }

export const password = 'una clave de prueba'

async function firstId(owner: pg.Pool, text: string, values: unknown[]): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(text, values)
  return rows[0]?.id ?? ''
}

async function openShop(owner: pg.Pool, subdomain: string, domain: string, passwordHash: string): Promise<Shop> {
  const id = await firstId(owner, 'select open_company($1, $1, false) as id', [subdomain])
  const email = `admin@${subdomain}.test`
  const userId = await firstId(
    owner,
    `insert into users (company_id, first_name, email, password_hash, type) values ($1, 'Ana', $2, $3, 'admin') returning id`,
    [id, email, passwordHash],
  )
  const token = newToken()
  await owner.query('insert into sessions (company_id, user_id, token_hash) values ($1, $2, $3)', [
    id,
    userId,
    hashToken(token),
  ])
  const airId = await firstId(
    owner,
    `insert into tariffs (company_id, name, type, price_per_pound, is_default) values ($1, 'Aéreo', 'aereo', 3.75, true) returning id`,
    [id],
  )
  const clientId = await firstId(
    owner,
    `with counted as (
       update company_counters set last_number = 1, live_count = 1 where company_id = $1 and kind = 'client')
     insert into clients (company_id, casillero, first_name, last_names, phone, sort_name, search_text)
     values ($1, 'PRU0001', 'Ana', 'Núñez', '50586904417', 'nunez ana', '|ana|nunez|') returning id`,
    [id],
  )
  const idOf = (table: string, condition: string) =>
    firstId(owner, `select id from ${table} where company_id = $1 and ${condition}`, [id])
  return {
    id,
    subdomain,
    email,
    readyId: await idOf('statuses', "role = 'ready'"),
    airId,
    counter: {
      company: id,
      host: `${subdomain}.${domain}`,
      token,
      clientId,
      usd: await idOf('currencies', "code = 'USD'"),
      nio: await idOf('currencies', "code = 'NIO'"),
      methodId: await idOf('shipping_methods', 'is_default'),
    },
  }
}

/** Opens companies, each with an admin who is signed in, a client, and a phone at the gateway. */
export async function openShops(
  owner: pg.Pool,
  count: number,
  gateway: { fake: FakeWaha; apiKey: string },
  domain = 'casillero.test',
): Promise<Shop[]> {
  const passwordHash = await hashPassword(password)
  const waha = createWaha({ url: gateway.fake.url, apiKey: gateway.apiKey, webhookUrl: 'http://127.0.0.1:9' })
  const shops: Shop[] = []
  for (let n = 1; n <= count; n += 1) {
    const shop = await openShop(owner, `falla${n}`, domain, passwordHash)
    const name = `falla-${shop.id.slice(-12)}`
    const session = { name, webhookToken: newToken(), hmacKey: newToken() }
    await waha.ensureSession(session)
    const phone = gateway.fake.sessions.get(name)
    while (!phone?.scan()) await new Promise((resolve) => setTimeout(resolve, 5))
    await owner.query(
      `insert into whatsapp_sessions (company_id, name, webhook_token, hmac_key, status, linked_at)
       values ($1, $2, $3, $4, 'WORKING', now())`,
      [shop.id, name, session.webhookToken, session.hmacKey],
    )
    shops.push(shop)
  }
  return shops
}

/** Adds so many ready packages to each company, and gives their ids. */
export async function stockUp(owner: pg.Pool, shops: Shop[], count: number): Promise<Stock[]> {
  const stocks: Stock[] = []
  for (const { id, counter, readyId, airId } of shops) {
    const { rows } = await owner.query<{ id: string }>(
      `with quiet as materialized (select set_config('app.audit', 'off', true)),
       counted as (
         update company_counters set last_number = last_number + $5, live_count = live_count + $5
         from quiet where company_id = $1 and kind = 'package' returning last_number - $5 as before
       )
       insert into packages (company_id, company_package_id, client_id, tariff_id, status_id, shipping_method, tracking,
                             weight, price_per_pound, final_price_per_pound, total_price, search_text)
       select $1, before + n, $2, $3, $4, 'aereo', '1Z' || before + n, w, 3.75, 3.75, round(w * 3.75, 2), '|1z' || before + n || '|'
       from counted, generate_series(1, $5) n, lateral (select 1 + (n % 37) * 0.31 as w) weighed
       returning id`,
      [id, counter.clientId, airId, readyId, count],
    )
    stocks.push({ company: id, packageIds: rows.map((row) => row.id) })
  }
  return stocks
}
