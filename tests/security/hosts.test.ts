import { connect } from 'node:net'
import { createApp } from '../../server/src/app.ts'
import { hashPassword } from '../../server/src/platform/auth/password.ts'
import { readConfig, requireDomain } from '../../server/src/platform/process/config.ts'
import { createLogger } from '../../server/src/platform/process/logger.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on, rewriteFunction } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

/** The company of a way of naming the host; `malformed` ones are refused before the look-up. */
type Means = 'own' | 'other' | 'unknown' | 'malformed'
type Variant = { what: string; means: Means; target?: string; lines: string[] }

function variantsOf({ host: own }: Shop, { host, subdomain }: Shop): Variant[] {
  const as = (means: Means, value: string): Variant => ({ what: value.slice(0, 80), means, lines: [`Host: ${value}`] })
  const beside = (name: string, value: string): Variant => ({
    what: `${name}: ${value}`,
    means: 'own',
    lines: [`Host: ${own}`, `${name}: ${value}`],
  })
  return [
    as('own', own),
    as('own', `${own}:3000`),
    as('own', own.toUpperCase()),
    as('own', `${own}.`),
    as('other', host),
    as('other', `${host}:443`),
    as('other', host.toUpperCase()),
    as('other', `${host}.`),
    as('other', `${subdomain}.elsewhere.test`),
    as('other', `${subdomain}.${own}`),
    as('unknown', `www.${host}`),
    as('unknown', `${subdomain}.test`),
    as('unknown', subdomain),
    as('unknown', `${host}..`),
    as('unknown', `.${host}`),
    as('unknown', `${host}@${own}`),
    as('unknown', `${host}/${own}`),
    as('unknown', `${host},${own}`),
    as('unknown', `${host}%00.${own}`),
    as('unknown', `xn--${subdomain}-nva.casillero.test`),
    as('unknown', `${'a'.repeat(300)}.casillero.test`),
    as('unknown', `${'a.'.repeat(200)}test`),
    as('unknown', 'casillero.test'),
    as('unknown', 'localhost'),
    as('unknown', '127.0.0.1'),
    as('unknown', '127.0.0.1:3000'),
    as('unknown', '2130706433.0.0.1'),
    as('unknown', '0x7f.0.0.0x1'),
    as('unknown', '[::1]'),
    as('unknown', '[::ffff:127.0.0.1]:80'),
    as('unknown', `${host}:99999999`),
    as('unknown', ''),
    beside('X-Forwarded-Host', host),
    beside('X-Forwarded-For', '127.0.0.1'),
    beside('X-Forwarded-Server', host),
    beside('X-Host', host),
    beside('X-Original-Host', host),
    beside('Forwarded', `host=${host}`),
    { what: 'an address with the other host', means: 'own', target: `http://${host}`, lines: [`Host: ${own}`] },
    { what: 'two hosts', means: 'malformed', lines: [`Host: ${own}`, `Host: ${host}`] },
    { what: 'two hosts, the other one first', means: 'malformed', lines: [`Host: ${host}`, `Host: ${own}`] },
    { what: 'no host', means: 'malformed', lines: [] },
    { what: 'a folded host', means: 'malformed', lines: [`Host: ${own}`, ` ${host}`] },
    { what: 'a space before the colon', means: 'malformed', lines: [`Host: ${own}`, `Host : ${host}`] },
    { what: 'a NUL in the host', means: 'malformed', lines: [`Host: ${host}\0.${own}`] },
  ]
}

type Answer = { status: number; body: string }

/** Writes bytes that no honest client would send, and reads to the end. */
function sendRaw(port: number, text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (piece) => {
      answer += piece
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), body })
    })
  })
}

type Ask = { method: string; path: string; token?: string; body?: object }

function write({ method, path, token, body }: Ask, { lines, target = '' }: Variant): string {
  const content = body ? JSON.stringify(body) : ''
  const own = [
    `${method} ${target}${path} HTTP/1.1`,
    ...lines,
    'Connection: close',
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`] : []),
  ]
  return `${own.join('\r\n')}\r\n\r\n${content}`
}

const statuses = {
  health: { own: 200, other: 200, unknown: 404, malformed: 400 },
  login: { own: 401, other: 200, unknown: 401, malformed: 400 },
  call: { own: 200, other: 401, unknown: 401, malformed: 400 },
  write: { own: 201, other: 401, unknown: 401, malformed: 400 },
} as const

const password = 'una clave de prueba'
const email = 'rosa@correo.test'

/** Tries every way to name a host, with a token of one company and the password of another. */
async function nameHosts(world: World, held: Held): Promise<void> {
  const [shop, other] = [await openShop(world), await openShop(world)]
  await other.addUser('user', { email, passwordHash: await hashPassword(password) })
  const secret = await other.addClient({ firstName: 'Secretísima' })
  const port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const { token } = shop.admin
  const client = { firstName: 'Ana', lastNames: 'Ruiz', phone: '50588001122' }
  const asks: [keyof typeof statuses, Ask][] = [
    ['health', { method: 'GET', path: '/api/health' }],
    ['login', { method: 'POST', path: '/api/auth/login', body: { identifier: email, password } }],
    ['call', { method: 'GET', path: '/api/auth/me', token }],
    ['call', { method: 'GET', path: '/api/client', token }],
    ['write', { method: 'POST', path: '/api/client', token, body: client }],
  ]
  for (const variant of variantsOf(shop, other)) {
    for (const [kind, ask] of asks) {
      // Failures are forgotten, because they count for the address, and this attack is about hosts.
      await world.owner.query('delete from address_failures')
      await world.owner.query('delete from sign_in_failures')
      const { status, body } = await sendRaw(port, write(ask, variant))
      const isMeant = status === statuses[kind][variant.means]
      // The name of the other company is public on its own host.
      const isForeign =
        variant.means !== 'other' && [other.id, other.subdomain, secret.id].some((one) => body.includes(one))
      held(isMeant && !isForeign, `${variant.what}, ${ask.path}: ${status} ${body.slice(0, 200)}`)
    }
  }
  const { rows } = await world.owner.query('select from clients where company_id = $1', [other.id])
  held(rows.length === 2, 'nothing was written for the other company')
}

/** One more server on the database of a world. */
const serve = ({ database }: World, more: { trustedProxy?: string | false; baseDomain?: string }) =>
  createApp({ database, logger: createLogger('silent'), trustedProxy: false, isBehindTls: false, ...more })

/** Sends X-Forwarded-Host from the address of the configured proxy, and from another one. */
async function forward(world: World, held: Held, trustedProxy: string | false): Promise<void> {
  const [shop, other] = [await openShop(world), await openShop(world)]
  const app = await serve(world, { trustedProxy })
  for (const from of ['10.0.0.1', '10.0.0.9', '10.0.0.10', '::ffff:10.0.0.9', '127.0.0.1', '::1']) {
    const headers = { host: shop.host, 'x-forwarded-host': other.host, 'x-forwarded-for': '10.0.0.1' }
    const answer = await app.inject({ url: '/api/health', headers, remoteAddress: from })
    const isProxy = from === '10.0.0.1' && trustedProxy !== false
    held(answer.json().subdomain === (isProxy ? other : shop).subdomain, `forwarded from ${from}: ${answer.body}`)
  }
  await app.close()
}

/** Calls a host under another domain, with and without a session, where the installation has a domain of its own. */
async function leaveDomain(world: World, held: Held, baseDomain?: string): Promise<void> {
  const shop = await openShop(world)
  const app = await serve(world, baseDomain === undefined ? {} : { baseDomain })
  const own = shop.host
  const hosts = ['evil.example', 'evilcasillero.test', 'casillero.test.evil.example', `x.${own}`, 'localhost']
  const owns = [own, `${own.toUpperCase()}.:3000`]
  for (const host of [...owns, ...hosts.map((one) => `${shop.subdomain}.${one}`)]) {
    const isOwn = owns.includes(host)
    const headers = { host, authorization: `Bearer ${shop.admin.token}` }
    const health = await app.inject({ url: '/api/health', headers })
    const read = await app.inject({ url: '/api/client', headers })
    held(health.statusCode === (isOwn ? 200 : 404), `${host} got ${health.statusCode} ${health.body}`)
    held(read.statusCode === (isOwn ? 200 : 401), `${host} read ${read.statusCode}`)
  }
  await app.close()
}

/** Weakens the look-up, so that a token of any company counts on any host. */
const byHost = (world: World) =>
  rewriteFunction(world, 'live_session', /s\.company_id, (c\.is_operator[\s\S]*?)c\.id = s\.company_id/, 'c.id, $1true')

threat('T-06', { what: "a call that names another company's host", asvs: ['8.4.1', '8.2.2', '4.1.3'] }, (row) => {
  const { proof, control } = row
  proof('a token opens its own company on its own host alone', on(nameHosts))
  control('the same hosts, where the host decides whose rows are seen', on(nameHosts, { weaken: byHost }))
  proof('a forwarded host counts from the configured proxy only', async (held) => {
    await on((world) => forward(world, held, '10.0.0.1'))(held)
    await on((world) => forward(world, held, false))(held)
  })
  proof(
    'a host outside of the domain of the installation names no company',
    on((world, held) => leaveDomain(world, held, 'casillero.test')),
  )
  proof(
    'a host that is no name of this machine names no company of a trial, and stands in no link',
    on(async (world, held) => {
      const shop = await openShop(world)
      const invoice = await shop.invoice([await shop.receive({ weight: 2 })])
      const app = await serve(world, { baseDomain: requireDomain(readConfig({})) })
      for (const host of [
        'evil.example',
        'casillero.test',
        'casillero.localhost.evil.example',
        'casillero.localhost',
      ]) {
        const headers = { host: `${shop.subdomain}.${host}`, authorization: `Bearer ${shop.admin.token}` }
        const made = await app.inject({ method: 'POST', url: `/api/invoices/${invoice.id}/link`, headers })
        const isOwn = host === 'casillero.localhost'
        held(made.statusCode === (isOwn ? 201 : 401), `${host} made a link: ${made.body}`)
      }
      await app.close()
    }),
  )
  control(
    'hosts outside of the domain, where none is set',
    on((world, held) => leaveDomain(world, held)),
  )
  control(
    'forwarded hosts, where every address counts as the proxy',
    on((w, held) => forward(w, held, '10.0.0.0/8, loopback')),
  )
})
