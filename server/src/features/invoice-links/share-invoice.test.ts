import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openWorld, shareShop } from '../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import type { Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const shop = shareShop(world)
beforeAll(async () => {
  await shop.admin.ok('PUT /api/companies/update', {
    body: { ruc: 'J0310000000000', address: 'Km 4.5 Carretera Norte', phone: '22220000', invoiceFooter: 'Gracias' },
  })
})
beforeEach(() => world.setTime(undefined))

const share = async (id: string) =>
  (await shop.user.ok('POST /api/invoices/:id/link', { params: { id } })).data.url.replace(/^https?:\/\/[^/]+/, '')
const revoke = (id: string) => shop.user.ok('DELETE /api/invoices/:id/link', { params: { id } })
const open = (url: string, host = shop.host) => world.app.inject({ url, headers: { host } })
const make = async (values: Parameters<Shop['receive']>[0] = {}) => shop.invoice([await shop.receive(values)])

const absent = 'Este enlace no muestra ninguna factura.'

test('the address is that of the company’s host, with 22 letters and digits, and another one each time', async () => {
  const invoice = await make()
  const ask = () => shop.user.ok('POST /api/invoices/:id/link', { params: { id: invoice.id } })
  const [first, second] = [(await ask()).data.url, (await ask()).data.url]
  expect(first).toMatch(new RegExp(`^http://${shop.host}/f/[1-9A-HJ-NP-Za-km-z]{22}$`))
  expect(second).not.toBe(first)
  for (const url of [first, second]) expect((await open(new URL(url).pathname)).statusCode).toBe(200)
})

test('the page says what the invoice says, and of the company its heading alone', async () => {
  const shoes = await shop.receive({ weight: 3.33, description: 'Ropa de <niño> & más', tracking: '1Z999AA1' })
  const invoice = await shop.invoice([shoes], {
    currencyId: shop.nio,
    generalDiscountType: 'percentage',
    generalDiscountValue: 10,
    payments: [{ total: 5, method: 'cash', currencyId: shop.usd, reference: 'REC-7' }],
  })
  const { body, statusCode } = await open(await share(invoice.id))
  expect(statusCode).toBe(200)
  for (const text of [
    `Factura <b>#${invoice.companyInvoiceId}</b>`,
    'Pendiente',
    'Ropa de &lt;niño&gt; &amp; más',
    '3.33 lbs × US$3.75',
    '1Z999AA1',
    'C$459.54',
    'Descuento (10%)',
    '−C$45.95',
    'C$413.59',
    'Equivale a US$11.24 (referencia)',
    'US$5.00 × 36.40 · REC-7',
    'C$182.00',
    'Saldo Pendiente</span><span>C$231.59',
    'Ana Núñez Báez',
    'Descargar PDF',
    'Gracias',
    'Km 4.5 Carretera Norte',
    'RUC J0310000000000',
  ])
    expect(body, text).toContain(text)
  expect(body).not.toMatch(/<script|javascript:|\son\w+=|href="(?!\/f\/)/)
  expect(body).not.toContain(shop.id)
  expect(body).not.toContain(invoice.id)
})

test('the paper behind the link is that of the invoice', async () => {
  const invoice = await make({ description: 'Lámpara de pie' })
  const { rawPayload, headers } = await open(`${await share(invoice.id)}/pdf`)
  expect(headers['content-disposition']).toBe(`inline; filename="Factura-${invoice.companyInvoiceId}.pdf"`)
  expect(headers['cache-control']).toBe('no-store')
  expect((await pagesOf(rawPayload)).join(' ')).toContain('Lámpara de pie')
  const direct = await shop.viewer.send('GET /api/invoices/:id/document', { params: { id: invoice.id } })
  expect(rawPayload.equals(direct.rawPayload)).toBe(true)
})

test('a page of 500 long lines stays below 30 KB and says how many it leaves out', async () => {
  const packages = await shop.receiveMany(500, { description: `Ñandú "${'&'.repeat(280)}"`, weight: 1.5 })
  const invoice = await shop.invoice(packages)
  const { rawPayload, body } = await open(await share(invoice.id))
  expect(rawPayload.byteLength).toBeLessThan(30 * 1024)
  expect(body).toMatch(/Y \d+ paquetes más, en el PDF\./)
  expect(body).toContain('US$2,815.00')
})

test('a payment shows at once, and the paper with it', async () => {
  const invoice = await make()
  const url = await share(invoice.id)
  expect((await open(url)).body).toContain('Saldo Pendiente')
  await open(`${url}/pdf`)
  await shop.user.ok('POST /api/invoices/:id/payments', {
    params: { id: invoice.id },
    body: { total: 7.5, method: 'transfer' },
  })
  expect((await open(url)).body).toContain('Pagada')
  expect((await pagesOf((await open(`${url}/pdf`)).rawPayload)).join(' ')).toContain('Pagada')
})

test('revoking ends every link of the invoice and of no other, and a new one works', async () => {
  const [invoice, other] = [await make(), await make()]
  const urls = [await share(invoice.id), await share(invoice.id)]
  const otherUrl = await share(other.id)
  const isShared = async () =>
    (await shop.viewer.ok('GET /api/invoices/:id', { params: { id: invoice.id } })).data.isShared
  expect(await isShared()).toBe(true)
  await revoke(invoice.id)
  expect(await isShared()).toBe(false)
  for (const url of urls) expect(await open(url)).toMatchObject({ statusCode: 404 })
  expect(await open(otherUrl)).toMatchObject({ statusCode: 200 })
  expect(await open(await share(invoice.id))).toMatchObject({ statusCode: 200 })
})

test('a voided invoice says so without lines, amounts and paper, and nothing thirty days later', async () => {
  const invoice = await make({ description: 'Secreto', weight: 4 })
  const url = await share(invoice.id)
  world.setTime(new Date('2026-11-20T15:00:00Z'))
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id } })
  const { body, statusCode } = await open(url)
  expect(statusCode).toBe(200)
  expect(body).toContain('Esta factura fue anulada')
  for (const hidden of ['Secreto', '15.00', 'Descargar', 'Ana Núñez']) expect(body).not.toContain(hidden)
  expect((await open(`${url}/pdf`)).statusCode).toBe(404)
  world.setTime(new Date('2026-12-20T14:59:00Z'))
  expect((await open(url)).statusCode).toBe(200)
  world.setTime(new Date('2026-12-20T15:01:00Z'))
  expect(await open(url)).toMatchObject({ statusCode: 404 })
})

test('a voided invoice is not shared, and its links can be revoked', async () => {
  const invoice = await make()
  const url = await share(invoice.id)
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id } })
  const again = await shop.user.send('POST /api/invoices/:id/link', { params: { id: invoice.id } })
  expect(again.json()).toMatchObject({ code: 'invoice_already_voided' })
  await revoke(invoice.id)
  expect((await open(url)).body).toContain(absent)
})

test('the log has who made and who revoked a link, and no secret', async () => {
  const invoice = await make()
  const url = await share(invoice.id)
  await revoke(invoice.id)
  const { data } = await shop.admin.ok('GET /api/audit', { query: { entity: 'invoice_links' } })
  const own = data.filter(({ label }) => label === `#${invoice.companyInvoiceId}`)
  expect(own.map(({ action }) => action)).toEqual(['update', 'insert'])
  expect(JSON.stringify(own)).not.toContain('token')
  expect(JSON.stringify(own)).not.toContain(url.split('/').at(-1))
})

const send = (id: string) => shop.user.ok('POST /api/invoices/:id/messages', { params: { id } })

test('the message names the invoice, what is pending, and a link that opens', async () => {
  const client = await shop.addClient({ firstName: 'Guadalupe', lastNames: 'Martínez' })
  const invoice = await shop.invoice([await shop.receive({ clientId: client.id })], {
    clientId: client.id,
    payments: [{ total: 2, method: 'cash' }],
  })
  const { data } = await send(invoice.id)
  expect(data).toMatchObject({ state: 'queued', templateTitle: 'Factura', clientId: client.id, packages: [] })
  expect(data.body).toContain(`*factura #${invoice.companyInvoiceId}* por US$7.50`)
  expect(data.body).toContain('Hola Guadalupe, esta')
  expect(data.body).toContain('Saldo pendiente: *US$5.50*')
  const [, url = ''] = /(\/f\/\w{22})/.exec(data.body) ?? []
  expect((await open(url)).statusCode).toBe(200)
})

test('a second press sends no second message, and the waiting one follows a payment', async () => {
  const invoice = await make()
  const { data: first } = await send(invoice.id)
  await shop.user.ok('POST /api/invoices/:id/payments', {
    params: { id: invoice.id },
    body: { total: 1, method: 'cash' },
  })
  const { data: second } = await send(invoice.id)
  expect(second.id).toBe(first.id)
  expect(second.body).toContain('US$6.50')
})

test('revoking and voiding cancel what waits, and it is not sent again', async () => {
  const [revoked, voided] = [await make(), await make()]
  const { data: one } = await send(revoked.id)
  const { data: two } = await send(voided.id)
  await revoke(revoked.id)
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: voided.id } })
  const { data } = await shop.admin.ok('GET /api/messages', { query: { state: 'cancelled' } })
  expect(data.filter(({ id }) => id === one.id || id === two.id).map(({ error }) => error)).toEqual([
    'La factura se anuló antes de que saliera el aviso',
    'La factura se dejó de compartir antes de que saliera el aviso',
  ])
  const again = await shop.user.send('POST /api/messages/:id/resend', { params: { id: one.id } })
  expect(again.json()).toMatchObject({ code: 'invoice_message_is_no_news' })
})

test('a client who wants no messages is sent none, and no link is made', async () => {
  const client = await shop.addClient()
  const invoice = await shop.invoice([await shop.receive({ clientId: client.id })], { clientId: client.id })
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id: client.id }, body: { allowed: false } })
  const answer = await shop.user.send('POST /api/invoices/:id/messages', { params: { id: invoice.id } })
  expect(answer.json()).toMatchObject({ code: 'client_wants_no_messages' })
  expect((await shop.viewer.ok('GET /api/invoices/:id', { params: { id: invoice.id } })).data.isShared).toBe(false)
})
