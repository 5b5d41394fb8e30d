import { randomBytes } from 'node:crypto'
import { hashLinkToken, newLinkToken } from '../../server/src/platform/auth/link-token.ts'
import { createLogger } from '../../server/src/platform/process/logger.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { createWorld, type World } from '../support/world.ts'
import { on, rewriteFunction } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'

const secretOf = (url: string) => url.split('/').at(-1) ?? ''

async function shareOne(shop: Shop) {
  const { id } = await shop.invoice([await shop.receive({ description: 'Secreto de la factura' })])
  const { url } = (await shop.user.ok('POST /api/invoices/:id/link', { params: { id } })).data
  return { id, secret: secretOf(url) }
}

const openAt = (world: World, host: string, path: string) => world.app.inject({ url: `/f/${path}`, headers: { host } })

type Cause = { why: string; host: string; path: string }

/** The reasons for which a link shows nothing; all must look like the first one. */
async function setTraps(world: World): Promise<Cause[]> {
  const [shop, other, suspended] = [await openShop(world), await openShop(world), await openShop(world)]
  const { host } = shop
  const revoked = await shareOne(shop)
  await shop.user.ok('DELETE /api/invoices/:id/link', { params: { id: revoked.id } })
  const voided = await shareOne(shop)
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: voided.id } })
  await world.owner.query("update invoices set voided_at = now() - interval '31 days' where id = $1", [voided.id])
  const justVoided = await shareOne(shop)
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: justVoided.id } })
  const foreign = await shareOne(other)
  const closed = await shareOne(suspended)
  await world.owner.query("update companies set status = 'suspended' where id = $1", [suspended.id])
  const good = await shareOne(shop)
  const at = (why: string, path: string) => ({ why, host, path })
  return [
    at('a made-up secret', newLinkToken()),
    at('a made-up secret’s paper', `${newLinkToken()}/pdf`),
    at('a revoked link', revoked.secret),
    at('a revoked link’s paper', `${revoked.secret}/pdf`),
    at('an invoice that was voided long ago', voided.secret),
    at('the paper of a voided invoice', `${justVoided.secret}/pdf`),
    at('another company’s link', foreign.secret),
    { why: 'a link on another company’s host', host: other.host, path: good.secret },
    { why: 'a link on no company’s host', host: 'casillero.test', path: good.secret },
    { why: 'a suspended company’s link', host: suspended.host, path: closed.secret },
    at('the hash in place of the secret', hashLinkToken(good.secret).toString('hex')),
    at('a secret in another case', good.secret.toLowerCase() === good.secret ? 'x' : good.secret.toLowerCase()),
    at('a secret with a letter more', `${good.secret}1`),
    at('a secret with a letter less', good.secret.slice(1)),
    at('a secret with a sign of a pattern', `${good.secret.slice(1)}%25`),
    at('another part behind the secret', `${good.secret}/xml`),
    at('no secret', ''),
    at('an id in place of the secret', good.id),
  ]
}

/** Opens every link that shows nothing: status, text and headers must be the same. */
async function compare(world: World, held: Held): Promise<void> {
  const causes = await setTraps(world)
  let first: string | undefined
  for (let round = 0; round < tries(2, 50); round += 1) {
    for (const { why, host, path } of causes) {
      const { statusCode, body, headers } = await openAt(world, host, path)
      const { date: _, ...rest } = headers
      const said = JSON.stringify([statusCode, body, rest])
      first ??= said
      held(statusCode === 404 && said === first, `${why}: ${said}`)
    }
  }
}

/** Tries made-up secrets, and what is near a good one. */
async function guess(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const { secret } = await shareOne(shop)
  const near = Array.from(secret, (_, at) => `${secret.slice(0, at)}1${secret.slice(at + 1)}`).filter(
    (guessed) => guessed !== secret,
  )
  const made = Array.from({ length: tries(300, 20_000) }, newLinkToken)
  for (const guessed of [...near, ...made]) {
    const { statusCode } = await openAt(world, shop.host, guessed)
    held(statusCode === 404, `${guessed} was answered ${statusCode}`)
  }
  const { rows } = await world.owner.query<{ row: string }>('select l::text as row from invoice_links l')
  held(rows.length === 1 && !rows[0]?.row.includes(secret), 'the database knows the secret')
}

/** Reads what a page, its paper and its refusal let a cache, a search engine and another site know. */
async function readHeaders(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const { secret } = await shareOne(shop)
  for (const path of [secret, `${secret}/pdf`, newLinkToken()]) {
    const { headers, body } = await openAt(world, shop.host, path)
    const wanted: Record<string, RegExp> = {
      'cache-control': /^no-store$/,
      'referrer-policy': /^no-referrer$/,
      'x-robots-tag': /noindex/,
      'x-frame-options': /^DENY$/,
      'x-content-type-options': /^nosniff$/,
      'content-security-policy': /^default-src 'none';(?!.*script-src).*frame-ancestors 'none'/,
    }
    for (const [name, form] of Object.entries(wanted))
      held(form.test(String(headers[name])), `${path}: ${name} is ${headers[name]}`)
    held(headers['set-cookie'] === undefined && headers.etag === undefined, `${path} leaves a mark`)
    if (!path.endsWith('pdf'))
      held(!/<(script|iframe|form|link)|https?:/.test(body), `${path} loads or leads elsewhere`)
  }
}

const mark = randomBytes(6).toString('hex')

/** Opens links with the log at its finest level; neither the secret nor what the invoice says may stand in it. */
const readLog =
  (weaken?: (world: World) => void) =>
  async (held: Held): Promise<void> => {
    const lines: string[] = []
    const logger = createLogger('trace', { write: (line: string) => void lines.push(line) })
    const world = await createWorld({ logger })
    try {
      weaken?.(world)
      const shop = await openShop(world)
      const { secret } = await shareOne(shop)
      for (const path of [secret, `${secret}/pdf`, `${secret}?${mark}`, `${secret}/x`]) {
        await openAt(world, shop.host, path)
      }
      const whole = lines.join('')
      held(whole.includes('/f/…'), 'no request of a link was logged')
      for (const kept of [secret, mark, 'Secreto de la factura']) held(!whole.includes(kept), `the log holds ${kept}`)
    } finally {
      await world.close()
    }
  }

const anyStatus = (world: World) => rewriteFunction(world, 'open_invoice_link', ` and c.status = 'active'`, '')
const anyHost = (world: World) => rewriteFunction(world, 'open_invoice_link', 'c.subdomain = host_subdomain and ', '')
const forEver = (world: World) => rewriteFunction(world, 'open_invoice_link', ' and l.revoked_at is null', '')
const neverGone = (world: World) =>
  rewriteFunction(world, 'open_invoice_link', /\s+and \(i\.voided_at is null or[^;]*\)(?=;)/, '')

threat(
  'T-41',
  {
    what: 'Links to invoices that are guessed, kept by others, or work longer or elsewhere than they should',
    asvs: ['7.2.2', '8.2.2', '14.2.1', '14.3.2', '16.2.5'],
  },
  ({ proof, control }) => {
    proof('a link that shows nothing is answered alike for every reason', on(compare))
    proof('no secret is guessed, and the database has its hash alone', on(guess))
    proof('no cache, search engine or other site learns of a link from its page', on(readHeaders))
    proof('the log has neither a secret nor what an invoice says', readLog())
    control('links of companies in any status', on(compare, { weaken: anyStatus }))
    control('links that work on any host', on(compare, { weaken: anyHost }))
    control('links that cannot be revoked', on(compare, { weaken: forEver }))
    control('invoices that are shown for ever', on(compare, { weaken: neverGone }))
    control(
      'a server that logs whole addresses',
      readLog(({ app }) => {
        app.addHook('preHandler', async (request) => request.log.info({ url: request.url }, 'came in'))
      }),
    )
  },
)
