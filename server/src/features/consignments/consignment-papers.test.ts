import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import { addConsignment, addReceived } from '../../../../tests/support/sample-consignments.ts'
import { cellsOf } from '../../../../tests/support/sheet-cells.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const manifest = 'GET /api/shipments/:id/manifest'
const sheet = 'GET /api/shipments/:id/arrival-sheet'

async function addGuided(shop: Shop) {
  const client = await shop.addClient({ firstName: '=SUMA(A1)', lastNames: 'Núñez & <Hijos>' })
  const packages = [
    await shop.receive({ weight: 10.5, tracking: '9400111899223197451188', contents: 'Zapatos' }),
    await shop.receive({ weight: null, clientId: client.id, description: 'Teléfono', contents: null }),
  ]
  const { id } = await addConsignment(shop, packages)
  const body = {
    shippingMethod: 'aereo' as const,
    guide: '230-4471 8836',
    carrier: 'Volaris Cargo',
    expectedAt: '2026-11-24',
  }
  await shop.user.ok('PUT /api/shipments/:id', { params: { id }, body })
  return { id, packages, client }
}

test('a manifest is a letter with what is known of the shipment and every package, the same at each call', async () => {
  const shop = await openShop(world)
  const { id, packages } = await addGuided(shop)
  const answer = await shop.viewer.send(manifest, { params: { id } })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="Manifiesto-1.pdf"',
  })
  const text = (await pagesOf(answer.rawPayload)).join(' ')
  const numbers = packages.map(({ companyPackageId }) => `#${companyPackageId}`)
  for (const part of [
    'Manifiesto #1',
    '230-4471 8836',
    'Volaris Cargo',
    '24 nov 2026',
    '9400111899223197451188',
    '10.50',
    'Zapatos',
    'Teléfono',
    shop.client.casillero,
    ...numbers,
  ])
    expect(text).toContain(part)
  const again = await shop.viewer.send(manifest, { params: { id } })
  expect(again.rawPayload.equals(answer.rawPayload)).toBe(true)
})

test('a manifest for Excel has texts as texts, also one that begins like a formula, and pounds as numbers', async () => {
  const shop = await openShop(world)
  const { id, packages, client } = await addGuided(shop)
  const answer = await shop.viewer.send(manifest, { params: { id }, query: { format: 'xlsx' } })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'inline; filename="Manifiesto-1.xlsx"',
  })
  const cells = cellsOf(answer.rawPayload)
  const rowOf = (text: string) => [...cells].find(([, value]) => value === text)?.[0].replace(/\D/g, '') ?? ''
  const first = rowOf(`#${packages[0]?.companyPackageId}`)
  expect([cells.get(`A${first}`), cells.get(`E${first}`), cells.get(`G${first}`)]).toEqual([
    1,
    '9400111899223197451188',
    10.5,
  ])
  const second = rowOf(client.casillero)
  expect([cells.get(`D${second}`), cells.get(`G${second}`)]).toEqual(['=SUMA(A1) Núñez &amp; &lt;Hijos&gt;', undefined])
  const again = await shop.viewer.send(manifest, { params: { id }, query: { format: 'xlsx' } })
  expect(again.rawPayload.equals(answer.rawPayload)).toBe(true)
})

test('an arrival sheet has the packages by mailbox, and what was seen is ticked off', async () => {
  const shop = await openShop(world)
  const { id, seen, missing } = await addReceived(shop)
  const answer = await shop.viewer.send(sheet, { params: { id } })
  expect(answer.headers['content-disposition']).toBe('inline; filename="Llegada-1.pdf"')
  const text = (await pagesOf(answer.rawPayload)).join(' ')
  const lineOf = (mark: string, { companyPackageId }: { companyPackageId: number }) =>
    new RegExp(`${mark} ${shop.client.casillero} Ana Núñez Báez #${companyPackageId} `)
  expect(text).toMatch(lineOf('✓', seen))
  expect(text).toMatch(lineOf('□', missing))
})
