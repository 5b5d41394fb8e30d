import { proposedHours } from '@casillero/shared/domain/opening-hours'
import { beforeEach, expect, test } from 'vitest'
import { addClientAccess, findLinkPath, visitPage } from '../../../../tests/support/client-pages.ts'
import { handOver } from '../../../../tests/support/hand-over.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
beforeEach(() => world.setTime(undefined))
const shop = openShops(world)

const texts = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('one device holds the casilleros of two clients, changes between them and leaves one', async () => {
  const other = await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })
  const first = await addClientAccess(world, shop, shop.client.id)
  const { data: link } = await shop.user.ok('POST /api/client/:id/access-link', { params: { id: other.id } })
  const readKept = (headers: object) => {
    const cookies = [Object(headers)['set-cookie']].flat().join('\n')
    const find = (name: string) => new RegExp(`^${name}=([\\w.-]*);`, 'm').exec(cookies)?.[1] ?? ''
    return { secret: find('mi'), others: find('mi-otros') }
  }
  const entered = await visitPage(world, shop.host, findLinkPath(link.url), { secret: first.secret, form: {} })
  const both = readKept(entered.headers)
  expect(both.others).toBe(first.secret)
  const home = await visitPage(world, shop.host, '/mi', both)
  expect(home.body).toContain(`Ana Núñez Báez · ${shop.client.casillero}`)
  const value = /value="(\w+)" name="casillero"/.exec(home.body)?.[1] ?? ''
  const change = (cookies: object, form: Record<string, string>) =>
    visitPage(world, shop.host, '/mi/cambiar', { ...cookies, form })
  const changed = readKept((await change(both, { casillero: value })).headers)
  expect(changed).toEqual({ secret: first.secret, others: both.secret })
  // A hash alone opens nothing, nor does the secret of another company.
  expect((await change({ secret: both.secret }, { casillero: value })).headers['set-cookie']).toBeUndefined()
  const neighbour = await openShop(world)
  const foreign = await addClientAccess(world, neighbour, neighbour.client.id)
  const page = await visitPage(world, shop.host, '/mi', { secret: first.secret, others: foreign.secret })
  expect(page.body).not.toContain('<details class="clients"')
  const left = readKept((await visitPage(world, shop.host, '/mi/salir', { ...changed, form: {} })).headers)
  expect(left).toEqual({ secret: both.secret, others: '' })
  expect((await visitPage(world, shop.host, '/mi', left)).body).toContain('Luz Rayo')
  // A casillero that has ended gives way to one that is in.
  const ended = { secret: first.secret, others: both.secret }
  expect(readKept((await visitPage(world, shop.host, '/mi', ended)).headers)).toEqual({ ...left, others: '' })
  const back = await visitPage(world, shop.host, '/mi', { secret: both.secret, others: first.secret })
  expect(back.body).not.toContain('<details class="clients"')
  const stays = await change({ secret: both.secret, others: first.secret }, { casillero: value })
  expect(stays.headers['set-cookie']).toBeUndefined()
  expect((await visitPage(world, shop.host, '/mi', { secret: first.secret })).headers.location).toBe('/mi/entrar')
})

/** The first page of a client, and its two forms. */
async function openHome(shop: Shop, clientId = shop.client.id) {
  const { secret } = await addClientAccess(world, shop, clientId)
  const post = async (path: string) => {
    const { statusCode, headers } = await visitPage(world, shop.host, path, { secret, form: {} })
    expect([statusCode, headers.location]).toEqual([303, '/mi?listo'])
  }
  return {
    read: async () => texts((await visitPage(world, shop.host, '/mi', { secret })).body),
    announce: () => post('/mi/voy'),
    stayAway: () => post('/mi/ya-no-voy'),
  }
}

const listComing = async (shop: Shop) => (await shop.user.ok('GET /api/handovers/coming')).data
const at = (text: string) => world.setTime(new Date(`${text}:00-06:00`))

test('a client announces once that they come, staff see them until they stay away or took their packages, and the log has it', async () => {
  const other = await openShop(world)
  const home = await openHome(shop)
  expect(await home.read()).toContain('Nada para retirar todavía')
  expect(await home.read()).not.toContain('Voy en camino')
  await home.announce()
  expect(await listComing(shop)).toEqual([])

  const ready = [await shop.receive({ description: 'Zapatillas' }), await shop.receive({ description: 'iPhone 15' })]
  expect(await home.read()).toContain('Voy en camino Se los alistamos.')
  await Promise.all([home.announce(), home.announce()])
  await home.announce()
  expect(await home.read()).toMatch(/Avisado a las \d\d:\d\d Ya no voy/)
  expect(await home.read()).not.toContain('Voy en camino')
  expect(await listComing(shop)).toEqual([
    {
      id: shop.client.id,
      casillero: shop.client.casillero,
      firstName: shop.client.firstName,
      middleName: shop.client.middleName,
      lastNames: shop.client.lastNames,
      announcedAt: expect.any(String),
      waitedMinutes: 0,
      count: 2,
      weight: 4,
      descriptions: ['Zapatillas', 'iPhone 15'],
      unbilled: 2,
      owed: [],
    },
  ])
  expect(await listComing(other)).toEqual([])
  expect((await shop.viewer.refused('GET /api/handovers/coming')).code).toBe('forbidden')

  await home.stayAway()
  expect(await listComing(shop)).toEqual([])
  await home.announce()
  expect(await listComing(shop)).toHaveLength(1)
  const { id } = await handOver(shop, ready.slice(0, 1))
  expect(await listComing(shop)).toEqual([])
  expect(await home.read()).toContain('Voy en camino')
  await shop.admin.ok('POST /api/handovers/:id/undo', { params: { id }, body: { reason: 'Se equivocó' } })
  expect(await listComing(shop)).toEqual([])

  const { data } = await shop.admin.ok('GET /api/audit', { query: { entity: 'announced_pickups' } })
  expect(data.map(({ action, userName, label }) => [action, userName.startsWith('El cliente'), label])).toEqual([
    ['update', false, shop.client.casillero],
    ['insert', true, shop.client.casillero],
    ['update', true, shop.client.casillero],
    ['insert', true, shop.client.casillero],
  ])
})

test('an announcement stands for four hours in which the shop is open, and one after closing counts from the next opening', async () => {
  await shop.admin.ok('PUT /api/companies/update', {
    body: { openingHours: { ...proposedHours, closedDates: ['2026-11-17'] } },
  })
  // A Monday.
  at('2026-11-16T13:30')
  const home = await openHome(shop)
  await shop.receive()
  expect(await home.read()).toContain('Se los alistamos. Hoy cerramos a las 17:00.')
  await home.announce()
  at('2026-11-16T16:11')
  expect((await listComing(shop))[0]).toMatchObject({ waitedMinutes: 161 })
  at('2026-11-18T08:29')
  expect(await listComing(shop)).toHaveLength(1)
  expect(await home.read()).toContain('Avisado hace 2 días a las 13:30 Hoy cerramos a las 17:00. Ya no voy')
  at('2026-11-18T08:31')
  expect(await listComing(shop)).toEqual([])

  at('2026-11-18T20:00')
  expect(await home.read()).toContain('Voy en camino Se los alistamos. Abrimos mañana a las 8:00.')
  await home.announce()
  expect(await home.read()).toContain('Avisado a las 20:00 Abrimos mañana a las 8:00; lo esperamos desde entonces.')
  expect((await listComing(shop))[0]).toMatchObject({ waitedMinutes: null })
  at('2026-11-19T08:12')
  expect((await listComing(shop))[0]).toMatchObject({ waitedMinutes: 12 })
  at('2026-11-19T12:01')
  expect(await listComing(shop)).toEqual([])
  expect(await home.read()).toContain('Voy en camino')
})

test('clients who come stand by their wait with their debts by currency, and one who is merged or has nothing left is gone', async () => {
  const second = await shop.addClient({ firstName: 'Marvin', phone: '50588887777' })
  const third = await shop.addClient({ firstName: 'Juana', phone: '50588886666' })
  const start = Date.now()
  const come = async (id: string, minutes: number) => {
    world.setTime(new Date(start + minutes * 60_000))
    await (await openHome(shop, id)).announce()
  }
  const of = { clientId: second.id }
  await shop.invoice([await shop.receive(of)], of)
  await shop.invoice([await shop.receive(of)], { ...of, currencyId: shop.nio })
  await shop.receive()
  const only = await shop.receive({ clientId: third.id })
  await come(second.id, 0)
  await come(shop.client.id, 30)
  await come(third.id, 40)
  const coming = await listComing(shop)
  expect(coming.map(({ id, waitedMinutes, unbilled }) => [id, waitedMinutes, unbilled])).toEqual([
    [second.id, 40, 0],
    [shop.client.id, 10, 1],
    [third.id, 0, 1],
  ])
  expect(coming[0]?.owed.map(({ code }) => code)).toEqual(['NIO', 'USD'])
  expect(coming[0]?.owed[1]).toEqual({ code: 'USD', symbol: 'US$', amount: 7.5 })

  await shop.admin.ok('PUT /api/packages/:id', {
    params: { id: only.id },
    body: { ...only, statusId: shop.statuses.inTransit },
  })
  await shop.admin.ok('POST /api/clients/:id/merge', {
    params: { id: second.id },
    body: { intoClientId: shop.client.id },
  })
  expect((await listComing(shop)).map(({ id, count }) => [id, count])).toEqual([[shop.client.id, 3]])
})
