import { expect, test } from 'vitest'
import { settleRestored } from '../../server/src/platform/database/settle-restored.ts'
import { addClientAccess, findLinkPath, visitPage } from '../support/client-pages.ts'
import { openWorld } from '../support/open-world.ts'
import { openShop } from '../support/shop.ts'

const world = openWorld()

/** Where living secrets stand, by the condition of a living one. */
const living: Record<string, string> = {
  'access_tokens.token_hash': 'ended_at is null',
  'client_devices.token_hash': 'ended_at is null',
  'client_links.code_hash': 'ended_at is null',
  'client_links.token_hash': 'ended_at is null',
  'invoice_links.token_hash': 'revoked_at is null',
  'recovery_codes.code_hash': 'true',
  'second_steps.challenge': 'challenge is not null',
  'sessions.token_hash': 'true',
  'sign_in_tickets.ticket_hash': 'true',
  'sign_in_tickets.challenge': 'true',
  'trusted_devices.secret_hash': 'true',
}

/** Addresses of photos that staff see, which are new after a restore. */
const renewed = ['dispatches.receipt_link', 'package_photos.photo_link']

/** Columns that are named so and let no holder in by themselves. */
const others = [
  'idempotency_keys.request_hash',
  'logos.hash',
  'second_steps.app_secret',
  'second_steps.pending_secret',
  // Shows the request of the browser that made it.
  'signups.token_hash',
  'token_calls.token_hash',
  'users.password_hash',
  'webhooks.secret',
  'whatsapp_sessions.webhook_token',
]

test('every column that holds a secret is one that a restore empties, or one that lets no holder in by itself', async () => {
  const { rows } = await world.owner.query<{ column: string }>(`
    select c.relname || '.' || a.attname as "column"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attname ~ '(hash|secret|token|ticket|challenge|_link)$' and a.atttypid::regtype in ('bytea', 'text')
    `)
  expect(rows.map(({ column }) => column).toSorted()).toEqual(
    [...Object.keys(living), ...renewed, ...others].toSorted(),
  )
})

test('nothing that let a user, a program or a client in lets them in after a restore', async () => {
  const shop = await openShop(world)
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  const { data: link } = await shop.user.ok('POST /api/client/:id/access-link', { params: { id: shop.client.id } })
  const invoice = await shop.invoice([await shop.receive()])
  const { data: shared } = await shop.user.ok('POST /api/invoices/:id/link', { params: { id: invoice.id } })
  const open = (url: string) => visitPage(world, shop.host, url, { secret })
  const [unused, invoicePage] = [findLinkPath(link.url), new URL(shared.url).pathname]
  const look = async () => [
    (await open('/mi')).statusCode,
    (await open(unused)).headers.location === '/mi/entrar?vencido',
    (await open(invoicePage)).statusCode,
  ]
  const photo = await world.owner.query<{ link: string }>(
    `
    insert into package_photos (company_id, package_id, company_package_id, weight, photo_link, created_by)
    select p.company_id, p.id, p.company_package_id, p.weight, 'http://x/p/${'1'.repeat(22)}', (select min(u.id::text)::uuid from users u where u.company_id = p.company_id)
    from packages p where p.company_id = $1 returning photo_link as link`,
    [shop.id],
  )
  expect(await look()).toEqual([200, false, 200])

  await settleRestored(world.ownerUrl, () => undefined)

  expect(await look()).toEqual([303, true, 404])
  expect(await shop.user.refused('GET /api/statuses')).toMatchObject({ status: 401 })
  const { rows: photos } = await world.owner.query('select photo_link as link from package_photos')
  expect(photos).toEqual([{ link: expect.stringMatching(/^http:\/\/x\/p\/[1-9A-HJ-NP-Za-km-z]{22}$/) }])
  expect(photos).not.toEqual(photo.rows)
  for (const [column, isLiving] of Object.entries(living)) {
    const [table] = column.split('.')
    const { rows } = await world.owner.query(`select count(*)::int as n from ${table} where ${isLiving}`)
    expect(rows, column).toEqual([{ n: 0 }])
  }
})
