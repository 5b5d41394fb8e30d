import { beforeEach, expect, test } from 'vitest'
import { addClientAccess, findLinkPath, visitPage } from '../../../../tests/support/client-pages.ts'
import { handOver } from '../../../../tests/support/hand-over.ts'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import { openMessenger, quickSending } from '../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld({ poolSize: 10 })
beforeEach(() => world.setTime(undefined))
const shop = openShops(world)

const visit = (host: string, url: string, sent?: Parameters<typeof visitPage>[3]) => visitPage(world, host, url, sent)
const askByPhone = (shop: Shop, telefono: string) => visit(shop.host, '/mi/entrar', { form: { telefono } })

/** Lists the links that wait to leave, the newest first; the list of messages does not show their secrets. */
async function listLinks(shop: Shop): Promise<string[]> {
  const { data } = await shop.admin.ok('GET /api/messages', { query: { limit: '100' } })
  for (const { body } of data) expect(body).toContain('/mi/e/…')
  const { rows } = await world.owner.query<{ body: string }>(
    "select body from messages where company_id = $1 and occasion = 'access' order by id desc",
    [shop.id],
  )
  return rows.map(({ body }) => findLinkPath(body))
}

const enterAs = async (shop: Shop, id = shop.client.id) => (await addClientAccess(world, shop, id)).secret

const texts = (html: string) =>
  html
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('a client asks by phone, gets a link by WhatsApp that lets one device in once, and stays in', async () => {
  const [known, unknown] = [await askByPhone(shop, '8690 4417'), await askByPhone(shop, '8999 0000')]
  for (const { statusCode, headers, body } of [known, unknown])
    expect([statusCode, headers.location, body]).toEqual([303, '/mi/entrar?enviado', ''])
  expect(String(known.headers['set-cookie'])).toMatch(
    /^mi-telefono=8690%204417; Path=\/mi; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
  )
  const asked = await visit(shop.host, '/mi/entrar?enviado', { phone: '8690 4417' })
  expect(asked.body).toContain('value="8690 4417"')
  expect(texts(asked.body)).toContain('Si este número es de un cliente, le llegará un enlace por WhatsApp')
  expect((await askByPhone(shop, 'no sé')).headers.location).toBe('/mi/entrar?numero')
  const [path = '', ...more] = await listLinks(shop)
  expect(more).toEqual([])

  for (let preview = 0; preview < 3; preview += 1)
    expect((await visit(shop.host, path)).body).toContain('Entrar a mi casillero')
  const entered = await visit(shop.host, path, { form: {} })
  const cookie = String(entered.headers['set-cookie'])
  expect(cookie).toMatch(/^mi=\w{22}; Path=\/mi; HttpOnly; SameSite=Lax; Max-Age=15552000$/)
  const secret = cookie.slice(3, 25)
  const home = await visit(shop.host, '/mi', { secret })
  expect(home.statusCode).toBe(200)
  expect(home.headers['cache-control']).toBe('no-store')
  expect(home.body).not.toContain('<script>')
  expect(texts(home.body)).toContain(`Ana Núñez Báez`)
  // A used link leads a device that is in to its casillero, any other to the door.
  for (const again of [{}, { form: {} }]) {
    expect((await visit(shop.host, path, { secret, ...again })).headers.location).toBe('/mi')
    expect((await visit(shop.host, path, again)).headers.location).toBe('/mi/entrar?vencido')
  }
  const old = await visit(shop.host, '/mi/entrar?vencido', { phone: '8690 4417' })
  expect(texts(old.body)).toContain('Este enlace ya venció')
  expect(old.body).toContain('value="8690 4417"')
  world.setTime(new Date(Date.now() + 179 * 86_400_000))
  expect((await visit(shop.host, '/mi', { secret })).statusCode).toBe(200)
  world.setTime(new Date(Date.now() + 181 * 86_400_000))
  expect((await visit(shop.host, '/mi', { secret })).headers.location).toBe('/mi/entrar')
})

test('an unknown caller spends a share of a client’s links, and the client’s network and device have their own', async () => {
  const start = Date.now()
  const ask = async (minutes: number, from: string, secret = '') => {
    world.setTime(new Date(start + minutes * 60_000))
    await visit(shop.host, '/mi/entrar', { form: { telefono: '505 8690-4417' }, from, secret })
    return (await listLinks(shop)).length
  }
  const caller = '203.0.113.9'
  await ask(0, caller)
  const [path = ''] = await listLinks(shop)
  const entered = await visit(shop.host, path, { form: {}, from: '198.51.100.7' })
  const secret = String(entered.headers['set-cookie']).slice(3, 25)
  const counts: number[] = []
  for (const minutes of [1, 3, 6, 9, 12, 15]) counts.push(await ask(minutes, caller))
  expect(counts).toEqual([1, 2, 3, 3, 3, 3])
  expect([await ask(15, '203.0.114.1'), await ask(15, '203.0.115.1'), await ask(15, '203.0.116.1')]).toEqual([4, 5, 5])
  expect([await ask(16, '198.51.100.7'), await ask(17, '198.51.100.7'), await ask(18, '198.51.100.7')]).toEqual([
    6, 6, 7,
  ])
  expect([await ask(18, caller, secret), await ask(19, caller, secret)]).toEqual([8, 8])
  await shop.user.ok('POST /api/client/:id/access', { params: { id: shop.client.id } })
  const [last = ''] = await listLinks(shop)
  world.setTime(new Date(start + 50 * 60_000))
  expect((await visit(shop.host, last)).headers.location).toBe('/mi/entrar?vencido')
  world.setTime(new Date(start + (24 * 60 + 30) * 60_000))
  await visit(shop.host, '/mi/entrar', { form: { telefono: '86904417' }, from: caller })
  const { rows } = await world.owner.query("select from messages where company_id = $1 and event_key like 'asked:%'", [
    shop.id,
  ])
  expect(rows).toHaveLength(9)
})

test('made-up numbers of one address keep no client of it from a link, here and at another company', async () => {
  const other = await openShop(world)
  const ask = async ({ host }: Shop, telefono: string) =>
    (await visit(host, '/mi/entrar', { form: { telefono }, from: '203.0.117.4' })).headers.location
  const asked = await Promise.all(Array.from({ length: 11 }, (_, index) => ask(shop, `8999 00${10 + index}`)))
  expect(asked.filter((page) => page === '/mi/entrar?espere')).toHaveLength(1)
  expect(await ask(shop, '8690 4417')).toBe('/mi/entrar?espere')
  expect(await listLinks(shop)).toHaveLength(1)
  expect(await ask(other, '8690 4417')).toBe('/mi/entrar?enviado')
  expect(await listLinks(other)).toHaveLength(1)
})

test('what is done by a link that staff copied stands in the log as by that link', async () => {
  const secret = await enterAs(shop)
  await visit(shop.host, '/mi/avisos', { secret, form: { isOn: 'no' } })
  const { data } = await shop.admin.ok('GET /api/audit', { query: { entity: 'clients' } })
  expect(data[0]?.userName).toMatch(/^El cliente \(enlace de .+\)$/)
})

test('the first page has what is ready and the sum that it takes, what is owed by currency, and what comes from its announcement on', async () => {
  const { admin } = shop
  await admin.ok('POST /api/charges', {
    body: { name: 'Manejo', kind: 'per_package', price: 1.5, isAutomatic: true, asksReason: false, isActive: true },
  })
  const ready = await shop.receive({ description: 'Zapatillas <b>deportivas</b>', weight: 2 })
  await shop.receive({ description: 'Lámpara', statusId: shop.statuses.inTransit })
  await shop.receive({ description: 'Radio', weight: null })
  await shop.invoice([await shop.receive({ description: 'Audífonos', weight: 4 })], { currencyId: shop.nio })
  const prealert = { clientId: shop.client.id, tracking: 'TBA309482119978', store: 'Amazon', description: 'Tenis' }
  await admin.ok('POST /api/prealerts', { body: prealert })
  const secret = await enterAs(shop)
  const home = texts((await visit(shop.host, '/mi', { secret })).body)
  expect(home).toContain('Listos para retirar 3')
  expect(home).toContain('Zapatillas &lt;b&gt;deportivas&lt;/b&gt; Desde hoy · 2.00 lbs US$9.00')
  const [, owed = ''] = /Audífonos Desde hoy · 4.00 lbs · Factura #1, debe (C\$[\d.]+)/.exec(home) ?? []
  expect(home).toContain('Radio Desde hoy Falta el precio')
  expect(home).toContain(
    `Para llevárselos con la factura #1, más un paquete que todavía no tiene precio US$10.50 + ${owed}`,
  )
  expect(home).toContain(`Debe 1 factura ${owed}`)
  expect(home).toMatch(/En camino Tenis La esperamos Amazon Lámpara \S+ tránsito desde hoy/)
  const page = texts((await visit(shop.host, `/mi/paquetes/${ready.id}`, { secret })).body)
  expect(page).toContain('Se cobran 2.00 lbs × US$3.75 US$7.50 Manejo US$1.50 Total US$9.00')
  expect(page).toContain('Recorrido Listo para retirar')
  expect(page).toContain('Voy en camino')
  const { data } = await admin.ok('GET /api/invoices')
  const invoices = await visit(shop.host, '/mi/facturas', { secret })
  expect(texts(invoices.body)).toMatch(/Factura #1 .* Debe C\$/)
  const paper = await visit(shop.host, `/mi/facturas/${data[0]?.id}/pdf`, { secret })
  expect(paper.headers['content-type']).toBe('application/pdf')
})

test('what was delivered stands under Más with its invoice, and leads back there', async () => {
  const paid = await shop.receive({ description: 'Monitor' })
  const invoice = await shop.invoice([paid])
  await handOver(shop, [paid, await shop.receive({ description: 'Radio', weight: null })])
  const secret = await enterAs(shop)
  const read = async (path: string) => (await visit(shop.host, path, { secret })).body
  expect(texts(await read('/mi'))).not.toContain('Monitor')
  expect(texts(await read('/mi/mas'))).toContain('Entregados Facturas Pagos')
  const delivered = await read('/mi/entregados')
  expect(texts(delivered)).toContain('Monitor Entregado hoy Factura #1')
  expect(texts(delivered)).toContain('Radio Entregado hoy')
  expect(delivered).toContain(`/mi/facturas/${invoice.id}/pdf`)
  const page = await read(`/mi/paquetes/${paid.id}`)
  expect(page).toContain('href="/mi/entregados"')
  expect(texts(page)).not.toContain('Voy en camino')
})

test('a notice leads to its package where the device is in, elsewhere to the door', async () => {
  await world.owner.query('update companies set pages_origin = $2 where id = $1', [shop.id, `http://${shop.host}`])
  const one = await shop.receive()
  const { data } = await shop.user.ok('POST /api/invoices/:id/messages', {
    params: { id: (await shop.invoice([one])).id },
  })
  const other = await shop.receive({ statusId: shop.statuses.received, shouldNotifyStorage: false })
  await shop.user.ok('PATCH /api/packages/status', { body: { packageIds: [other.id], statusId: shop.statuses.ready } })
  const told = await shop.user.ok('GET /api/messages', { query: { packageId: other.id } })
  const [link = ''] = /http:\S+\/mi\/\S+/.exec(told.data[0]?.body ?? '') ?? []
  expect(link).toBe(`http://${shop.host}/mi/paquetes/${other.id}`)
  expect(data.body).toContain(`Su casillero: http://${shop.host}/mi/paquetes/${one.id}\n`)
  const { pathname } = new URL(link)
  expect((await visit(shop.host, pathname)).headers.location).toBe('/mi/entrar')
  expect((await visit(shop.host, pathname, { secret: await enterAs(shop) })).statusCode).toBe(200)
  // Of a company to which no staff ever came the address is not known.
  await world.owner.query('update companies set pages_origin = null where id = $1', [shop.id])
  const bare = await shop.user.ok('GET /api/messages', { query: { packageId: other.id } })
  expect(bare.data[0]?.body).not.toContain('Mi casillero')
})

test('the address in the US has the client’s casillero, and there is no page for it without one', async () => {
  const secret = await enterAs(shop)
  expect((await visit(shop.host, '/mi/direccion', { secret })).statusCode).toBe(404)
  expect((await visit(shop.host, '/mi', { secret })).body).not.toContain('/mi/direccion')
  const refusal = await shop.admin.refused('PUT /api/companies/update', { body: { usAddress: '{{suite}}' } })
  expect(refusal.fields).toEqual({ usAddress: 'Variables desconocidas: suite' })
  const usAddress = '{{nombre}}\n8260 NW 70th St\nSuite {{casillero}}\nMiami, FL 33166'
  await shop.admin.ok('PUT /api/companies/update', { body: { usAddress } })
  const { body } = await visit(shop.host, '/mi/direccion', { secret })
  expect(texts(body)).toContain(
    `Segunda línea Suite ${shop.client.casillero} Copiar Ciudad Miami Copiar Estado FL Copiar Código postal 33166`,
  )
})

test('an address below /mi that is no page is answered by the clients’ 404, in and out', async () => {
  for (const secret of ['', await enterAs(shop)])
    for (const path of ['/mi/nada', '/mi/paquetes', '/mi/'])
      expect(texts((await visit(shop.host, path, { secret })).body)).toContain('Esta página no está disponible.')
})

test('a device is ended by the client, by staff, and by all after which the phone may have another owner', async () => {
  const isIn = async (secret: string) => (await visit(shop.host, '/mi', { secret })).statusCode === 200
  const [own, other, third] = [await enterAs(shop), await enterAs(shop), await enterAs(shop)]
  const list = async (id = shop.client.id) =>
    (await shop.user.ok('GET /api/client/:id/devices', { params: { id } })).data
  expect(await list()).toHaveLength(3)
  await visit(shop.host, '/mi/salir', { secret: own, form: {} })
  expect([await isIn(own), await isIn(other)]).toEqual([false, true])
  const devices = await visit(shop.host, '/mi/dispositivos', { secret: other })
  const path = /\/mi\/dispositivos\/[\w-]+/.exec(devices.body)?.[0] ?? ''
  await visit(shop.host, path, { secret: other, form: {} })
  expect(await isIn(third)).toBe(false)
  const params = { id: shop.client.id, deviceId: (await list())[0]?.id ?? '' }
  await shop.user.ok('DELETE /api/client/:id/devices/:deviceId', { params })
  expect(await isIn(other)).toBe(false)
  expect((await shop.user.refused('DELETE /api/client/:id/devices/:deviceId', { params })).code).toBe('not_found')

  const body = (client: Shop['client'], phone: string) => ({
    body: { firstName: client.firstName, lastNames: client.lastNames, phone, version: client.version },
  })
  const moved = await shop.addClient({ phone: '50588881111' })
  const [stays, waits] = [
    await enterAs(shop, moved.id),
    (await shop.user.ok('POST /api/client/:id/access-link', { params: { id: moved.id } })).data,
  ]
  await shop.admin.ok('PUT /api/client/:id', { params: { id: moved.id }, ...body(moved, '50588882222') })
  expect(await isIn(stays)).toBe(false)
  expect((await visit(shop.host, findLinkPath(waits.url))).headers.location).toBe('/mi/entrar?vencido')
  const gone = await shop.addClient({ phone: '50588883333' })
  const secret = await enterAs(shop, gone.id)
  await shop.admin.ok('POST /api/clients/:id/merge', {
    params: { id: gone.id },
    body: { intoClientId: shop.client.id },
  })
  expect(await isIn(secret)).toBe(false)
  const last = await enterAs(shop)
  await world.owner.query("update companies set status = 'suspended' where id = $1", [shop.id])
  expect((await visit(shop.host, '/mi', { secret: last })).headers.location).toBe('/mi/entrar')
  await world.owner.query("update companies set status = 'active' where id = $1", [shop.id])
  expect(await isIn(last)).toBe(false)
})

test('an access link leaves in quiet hours, before what waits, and to a client who wants no messages', async () => {
  const messenger = await openMessenger(world)
  try {
    const session = await messenger.link(shop)
    const { id } = shop.client
    await shop.admin.ok('PUT /api/client/:id/messages', { params: { id }, body: { allowed: false } })
    await askByPhone(shop, '86904417')
    const quiet = { ...quickSending.pace, quietFromHour: 1, quietToHour: 0 }
    await messenger.until(() => messenger.fake.sentBy(session).length === 1, { pace: quiet })
    expect(messenger.fake.sentBy(session)[0]?.text).toMatch(/\/mi\/e\/\w{22}/)
  } finally {
    await messenger.close()
  }
})

test('the log says who gave a link and who ended a device', async () => {
  await enterAs(shop)
  const { data } = await shop.admin.ok('GET /api/audit', { query: { entity: 'client_links' } })
  expect(data.map(({ userName, label }) => [userName, label])).toContainEqual([
    expect.stringMatching(/./),
    shop.client.casillero,
  ])
})

test('a client changes their own data, their notices and who may take their packages, and the log says that it was the client', async () => {
  const { id } = shop.client
  const secret = await enterAs(shop)
  const post = (path: string, form: Record<string, string>) => visit(shop.host, path, { secret, form })
  const refused = await post('/mi/datos', {
    email: 'no es',
    address: 'Del parque 1c. al sur',
    city: '',
    department: '',
  })
  expect(texts(refused.body)).toContain('Revise los datos marcados.')
  expect(refused.body).toContain('Del parque 1c. al sur')
  const saved = await post('/mi/datos', {
    secondPhone: '8811-2233',
    email: 'ana@correo.test',
    address: 'Del parque',
    city: 'León',
    department: '',
  })
  expect([saved.statusCode, saved.headers.location]).toEqual([303, '/mi/datos?listo'])
  const { data } = await shop.admin.ok('GET /api/client/:id', { params: { id } })
  expect(data).toMatchObject({
    secondPhone: '88112233',
    email: 'ana@correo.test',
    address: 'Del parque',
    city: 'León',
    department: null,
  })
  expect((await shop.admin.ok('GET /api/client', { query: { search: 'ana@correo' } })).data).toHaveLength(1)
  const impossible = await post('/mi/datos', {
    secondPhone: '34 600 111 222',
    email: '',
    address: '',
    city: '',
    department: '',
  })
  expect(texts(impossible.body)).toContain('Ingrese un número de teléfono válido')

  await post('/mi/avisos', { isOn: 'no' })
  expect((await shop.admin.ok('GET /api/client/:id', { params: { id } })).data.messagesAllowed).toBe(false)
  await post('/mi/avisos', { isOn: 'si' })
  expect((await shop.admin.ok('GET /api/client/:id', { params: { id } })).data.messagesAllowed).toBe(true)

  for (const name of ['Luis Báez', 'Luis Báez']) await post('/mi/autorizados', { name, cedula: '001-010190-0001A' })
  expect(texts((await post('/mi/autorizados', { name: ' ' })).body)).toContain('El nombre es requerido')
  const listed = async () => (await shop.user.ok('GET /api/clients/:id/pickers', { params: { id } })).data
  expect((await listed()).map(({ name }) => name)).toEqual(['Luis Báez'])
  await post(`/mi/autorizados/${(await listed())[0]?.id}`, {})
  expect(await listed()).toEqual([])

  const log = await shop.admin.ok('GET /api/audit', { query: { entity: 'clients' } })
  expect(log.data.filter(({ userName }) => userName.startsWith('El cliente (enlace de '))).toHaveLength(3)
})

test('a client who sends form after form waits, on every device, and others do not', async () => {
  const [secret, second] = [await enterAs(shop), await enterAs(shop)]
  const other = await enterAs(shop, (await shop.addClient()).id)
  const post = async (device: string, isOn: string) =>
    (await visit(shop.host, '/mi/avisos', { secret: device, form: { isOn } })).statusCode
  const statuses = []
  for (let count = 0; count < 41; count += 1)
    statuses.push(await post(count % 2 ? secret : second, count % 2 ? 'si' : 'no'))
  expect(statuses).toEqual([...Array(40).fill(303), 429])
  expect(await post(other, 'no')).toBe(303)
})

test('thirty pages of one device that all wait leave clients of other companies a place', async () => {
  const [busy, quiet] = [await openShop(world), await openShop(world)]
  await quiet.admin.ok('PUT /api/companies/update', { body: { hasPublicTracking: true } })
  const { secret } = await addClientAccess(world, busy, busy.client.id)
  const home = () => visitPage(world, busy.host, '/mi', { secret })
  expect((await home()).statusCode).toBe(200)
  // Every page that reads packages waits.
  const lock: [string, unknown[]] = ['lock table packages in access exclusive mode', []]
  const pages = await holding(world.owner, lock, async (holder) => {
    const waiting = Array.from({ length: 30 }, home)
    await untilBlocked(world.owner, 1)
    for (const url of ['/mi/entrar', '/rastreo', '/mi/entrar', '/rastreo']) {
      expect((await visitPage(world, quiet.host, url)).statusCode).toBe(200)
    }
    await holder.query('commit')
    return await Promise.all(waiting)
  })
  for (const { statusCode } of pages) expect([200, 503]).toContain(statusCode)
})
