import { beforeEach, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { script } from './tracking-style.ts'

const world = openWorld()
beforeEach(() => world.setTime(undefined))

let visitors = 0
/** Looks a number up as a visitor of a network of its own. */
function look(host: string, number?: string, remoteAddress = `10.${Math.floor(++visitors / 250)}.${visitors % 250}.9`) {
  const url = number === undefined ? '/rastreo' : `/rastreo?numero=${encodeURIComponent(number)}`
  return world.app.inject({ url, headers: { host }, remoteAddress })
}

const change = async ({ admin }: Shop, body: object) => await admin.ok('PUT /api/companies/update', { body })

const move = ({ user }: Shop, id: string, statusId: string) =>
  user.ok('PATCH /api/packages/status', { body: { packageIds: [id], statusId } })

async function openTracking() {
  const shop = await openShop(world)
  await change(shop, { hasPublicTracking: true, address: 'Km 4.5 Carretera <Norte>', phone: '+505 2222 0000' })
  return shop
}

const texts = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('a package is found by the number of the carrier, the warehouse and its label, and shows its way and nothing of its client', async () => {
  const shop = await openTracking()
  world.setTime(new Date('2026-11-20T18:00:00Z'))
  const found = await shop.receive({
    tracking: '1Z999AA10123456784',
    warehouseTracking: 'WR-7781',
    weight: 3.21,
    description: 'Relojes',
    comments: 'Frágil',
    statusId: shop.statuses.received,
  })
  world.setTime(new Date('2026-11-22T18:00:00Z'))
  await move(shop, found.id, shop.statuses.inTransit)
  world.setTime(new Date('2026-11-24T18:00:00Z'))
  await move(shop, found.id, shop.statuses.ready)
  world.setTime(new Date('2026-11-25T18:00:00Z'))
  const pages = await Promise.all(
    ['1z999aa10123456784', '#1Z999AA10123456784.', 'Tracking: 1Z999AA10123456784', 'WR-7781', found.labelCode].map(
      (number) => look(shop.host, number),
    ),
  )
  expect((await look(shop.host, '1Z999AA10123456784, TBA502887274000')).body).toContain('Busque un número a la vez')
  for (const { statusCode, body, headers } of pages) {
    expect(statusCode).toBe(200)
    expect(texts(body)).toContain(
      'Listo para retirar Desde el 24 nov 2026 · Aéreo Entregado Listo para retirar 24 nov 2026 · ayer En tránsito 22 nov 2026 · 2 días Recibido en bodega US 20 nov 2026 · 2 días',
    )
    expect(body).toContain('Km 4.5 Carretera &lt;Norte&gt;')
    expect(body).toContain('href="tel:+50522220000"')
    for (const secret of ['Ana', 'Núñez', shop.client.casillero, '3.21', 'US$', 'Relojes', 'Frágil', shop.id, found.id])
      expect(body, secret).not.toContain(secret)
    expect(body.replace(`<script>${script}</script>`, '')).not.toMatch(/<script|javascript:|\son\w+=/)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow, noarchive' })
    expect(Buffer.byteLength(body)).toBeLessThan(30_000)
  }
})

test('unknown, deleted and other companies’ numbers are answered alike, and what was searched is no markup', async () => {
  const [shop, other] = [await openTracking(), await openTracking()]
  await other.receive({ tracking: 'FOREIGN-1' })
  const gone = await shop.receive({ tracking: 'GONE-1' })
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: gone.id } })
  const answers = []
  for (const number of ['NOBODY-1', 'FOREIGN-1', 'GONE-1']) {
    const { statusCode, body } = await look(shop.host, number)
    answers.push([statusCode, body.replaceAll(number, '…')])
  }
  expect(answers[0]?.[1]).toContain('No encontramos ese número todavía')
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect((await look(shop.host, '"><img src=x onerror=1>')).body).not.toContain('<img src=x')
  expect((await look(shop.host)).body).not.toContain('No encontramos')
})

test('the page is there only for an open company that allows it', async () => {
  const shop = await openShop(world)
  await shop.receive({ tracking: 'OFF-1' })
  const off = await look(shop.host, 'OFF-1')
  expect([off.statusCode, off.body]).toEqual([404, expect.stringContaining('Esta página no está disponible.')])
  expect((await look('nadie.casillero.localhost', 'OFF-1')).body).toBe(off.body)
  expect((await look('casillero.localhost', 'OFF-1')).body).toBe(off.body)
  await change(shop, { hasPublicTracking: true })
  expect((await look(shop.host, 'OFF-1')).statusCode).toBe(200)
  await world.owner.query("update companies set status = 'suspended' where id = $1", [shop.id])
  expect((await look(shop.host, 'OFF-1')).body).toBe(off.body)
})

test('a network has twenty numbers in a minute, and the page without a number as often as it likes', async () => {
  const shop = await openTracking()
  await shop.receive({ tracking: 'MANY-1' })
  const seen = []
  for (let count = 0; count < 21; count += 1) seen.push((await look(shop.host, 'MANY-1', '203.0.113.7')).statusCode)
  expect(seen).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  const refused = await look(shop.host, 'MANY-1', '203.0.113.7')
  expect(refused.body).toContain('Espere un minuto')
  expect(refused.body).not.toContain('aria-current="step"')
  expect((await look(shop.host, undefined, '203.0.113.7')).statusCode).toBe(200)
  expect((await look(shop.host, 'MANY-1', '203.0.114.7')).statusCode).toBe(200)
})

test('opening hours stand on the page in lines, and are refused where they close before they open', async () => {
  const shop = await openTracking()
  const day = { from: '08:00', to: '17:00' }
  const days = [day, day, day, day, day, { from: '08:00', to: '12:30' }, null]
  world.setTime(new Date('2026-11-26T18:00:00Z'))
  await change(shop, { openingHours: { days, closedDates: ['2026-12-08', '2027-01-01'] } })
  expect(texts((await look(shop.host)).body)).toContain(
    'Lunes a viernes 8:00 a 17:00 Sábado 8:00 a 12:30 Cerrado el 8 dic 2026',
  )
  const bad = { days: days.with(0, { from: '17:00', to: '08:00' }), closedDates: [] }
  const refusal = await shop.admin.refused('PUT /api/companies/update', { body: { openingHours: bad } })
  expect(Object.values(refusal.fields ?? {})).toEqual(['La hora de cierre va después de la de apertura'])
  await change(shop, { openingHours: null })
  expect((await look(shop.host)).body).not.toContain('Lunes')
})
