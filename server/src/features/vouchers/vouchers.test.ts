import { expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { addClientAccess, sendVoucherForm, visitPage } from '../../../../tests/support/client-pages.ts'
import { holding, untilBlocked } from '../../../../tests/support/locks.ts'
import type { FormPart } from '../../../../tests/support/multipart-form.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { greyPng } from '../../../../tools/grey-png.ts'
import { verifyData } from '../../commands/verify-data/report.ts'
import { readReceivedFile } from '../../platform/http/received-file.ts'
import { getInvoicePaper } from '../invoices/papers/invoice-paper.ts'
import { invoiceFacts } from '../papers/invoice-facts.ts'
import { storeFile } from '../received-files/received-files.ts'
import { receiveVoucher } from './receive-voucher.ts'

const world = shareWorld()
const picture = (width: number): FormPart => ({
  name: 'file',
  content: greyPng(width, 300),
  filename: 'foto.png',
  type: 'image/png',
})

/** A shop whose client owes US$7.50, and is in on a device. */
async function openOwing() {
  const shop = await openShop(world)
  const invoice = await shop.invoice([await shop.receive()])
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  const send = (part = picture(200), more: Record<string, string> = {}) => {
    const fields = { amount: '7.50', currencyId: shop.usd, reference: ' 448120773 ', ...more }
    return sendVoucherForm(world, shop.host, { secret, fields, parts: [part] })
  }
  const visit = async (path: string) => await visitPage(world, shop.host, path, { secret })
  return { shop, invoice, secret, send, visit }
}

const list = async (actor: Actor, state: 'pending' | 'verified' = 'pending') =>
  (await actor.ok('GET /api/vouchers', { query: { state } })).data

const acceptance = (shop: Shop, invoiceId: string, more: object = {}) => ({
  payments: [{ total: 7.5, method: 'transfer' as const, reference: '448120773', currencyId: shop.usd }],
  allocations: [{ invoiceId, amount: 7.5 }],
  ...more,
})

async function readMessages(shop: Shop): Promise<string[]> {
  const { rows } = await world.owner.query<{ body: string }>(
    "select body from messages where company_id = $1 and occasion like 'voucher%' order by id",
    [shop.id],
  )
  return rows.map(({ body }) => body)
}

test('a client sends a picture once, sees it in review, and staff see it with what was typed', async () => {
  const { shop, send, visit } = await openOwing()
  const other = await openShop(world)
  const form = await visit('/mi/comprobante')
  expect(form.body).toContain('value="7.50"')
  expect((await send()).headers.location).toBe('/mi/comprobante?listo')
  expect((await send()).headers.location).toBe('/mi/comprobante?repetido')
  expect((await visit('/mi/comprobante?repetido')).body).toContain('Ya lo tenemos')
  expect((await visit('/mi')).body).toContain('En revisión US$7.50')
  const [one, ...more] = await list(shop.viewer)
  expect([one, more]).toMatchObject([
    { amount: 7.5, currency: { code: 'USD' }, reference: '448120773', source: 'page', repeated: null, version: 1 },
    [],
  ])
  expect((await shop.viewer.ok('GET /api/vouchers/counts')).data).toEqual({ pending: 1 })
  const id = one?.id ?? ''
  const file = await shop.viewer.send('GET /api/vouchers/:id/file', { params: { id } })
  const own = await visit(`/mi/comprobante/${id}`)
  for (const { statusCode, headers } of [file, own]) {
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp'])
  }
  expect((await other.admin.send('GET /api/vouchers/:id/file', { params: { id } })).statusCode).toBe(404)
  expect((await list(other.admin)).length).toBe(0)
  const log = await shop.admin.ok('GET /api/audit', { query: { entity: 'vouchers' } })
  expect(log.data.map(({ action }) => action)).toEqual(['insert'])
})

test('a form without a file, with an odd amount or with what is no proof is shown again and keeps nothing', async () => {
  const { shop, send, visit } = await openOwing()
  const page = { ...picture(1), content: '<html>%PDF-<script>', filename: 'a.pdf', type: 'application/pdf' }
  const large = { ...picture(1), content: Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(5 * 1024 * 1024)]) }
  for (const [sent, sentence] of [
    [await send(page), 'El archivo debe ser'],
    [await send(large), 'El archivo debe ser'],
    [await send({ ...picture(1), content: '' }), 'Elija la foto o el PDF'],
    [await send(undefined, { amount: 'mil' }), 'Escriba cuánto pagó'],
    [await send({ ...picture(1), name: 'otro' }), 'Vuelva a elegir el archivo'],
  ] as const) {
    expect([sent.statusCode, sent.body.includes(sentence)], sentence).toEqual([200, true])
  }
  const { rows } = await world.owner.query('select from received_files where company_id = $1', [shop.id])
  expect([rows.length, await list(shop.admin)]).toEqual([0, []])
  const outside = await sendVoucherForm(world, shop.host, { secret: 'x'.repeat(22), fields: {}, parts: [page] })
  expect(outside.headers.location).toBe('/mi/entrar')
  const pdf = { ...picture(1), content: '%PDF-1.7', filename: 'a.pdf', type: 'application/pdf' }
  expect((await send(pdf)).headers.location).toBe('/mi/comprobante?listo')
  const [one] = await list(shop.admin)
  const file = await shop.admin.send('GET /api/vouchers/:id/file', { params: { id: one?.id } })
  for (const { headers } of [file, await visit(`/mi/comprobante/${one?.id}`)]) {
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="archivo-[\w-]+\.pdf"$/)
  }
})

test('the accounts of the company stand where a client pays, and on a letter only by its switch', async () => {
  const { shop, invoice, visit } = await openOwing()
  const account = { bank: 'BAC', currency: 'C$', number: '361234567', holder: 'Envíos & Cía' }
  const save = async (body: object) => await shop.admin.ok('PUT /api/companies/update', { body })
  const { data } = await shop.user.ok('POST /api/invoices/:id/link', { params: { id: invoice.id } })
  const link = async () => (await visitPage(world, shop.host, new URL(data.url).pathname)).body
  expect((await visit('/mi/comprobante')).body).not.toContain('Cuentas para pagar')
  await save({ paymentAccounts: [account] })
  for (const body of [(await visit('/mi/comprobante')).body, await link()]) {
    expect(body).toContain('361234567')
    expect(body).toContain('Envíos &amp; Cía')
  }
  const order = async (format: 'letter' | 'ticket') =>
    await world.database.asUser({ companyId: shop.id, userId: shop.user.userId }, async (db) => {
      const { drawing } = await getInvoicePaper(db, invoice.id, format)
      return invoiceFacts(drawing).letterFooter
    })
  expect(await order('letter')).toBe('')
  await save({ printsPaymentAccounts: true })
  expect([await order('letter'), await order('ticket')]).toEqual([
    'Cuentas para pagar:\nBAC · C$ · 361234567 · Envíos & Cía',
    '',
  ])
  const body = { total: 7.5, method: 'transfer' as const }
  await shop.user.ok('POST /api/invoices/:id/payments', { params: { id: invoice.id }, body })
  expect([await order('letter'), (await link()).includes('361234567')]).toEqual(['', false])
  const refused = await shop.admin.refused('PUT /api/companies/update', {
    body: { paymentAccounts: [{ ...account, holder: ' ' }] },
  })
  expect(refused.fields).toEqual({ 'paymentAccounts.0.holder': 'Escriba el titular' })
})

test('a file of a conversation is a voucher once, and from then on its client’s, who sees it', async () => {
  const { shop, visit } = await openOwing()
  const { id: clientId } = shop.client
  const receive = async () =>
    await world.database.asUser({ companyId: shop.id, userId: shop.user.userId }, async (db) => {
      const file = await readReceivedFile({ company: 'any', rank: 'client', origin: 'any' }, greyPng(220, 300))
      const fileId = await storeFile(db, { clientId: null, name: null, file })
      const source = 'conversation'
      return await receiveVoucher(db, { clientId, fileId, source, amount: null, currencyId: null, reference: null })
    })
  const first = await receive()
  expect([first.isNew, await receive()]).toEqual([true, { id: first.id, isNew: false }])
  expect(await list(shop.user)).toMatchObject([
    { source: 'conversation', amount: null, currency: null, repeated: null },
  ])
  expect((await visit(`/mi/comprobante/${first.id}`)).headers['content-type']).toBe('image/webp')
  expect((await visit('/mi')).body).toContain('Comprobante en revisión')
})

test('two clerks register a voucher once, and the second is told who did', async () => {
  const { shop, invoice, send, visit } = await openOwing()
  await send()
  const [{ id } = { id: '' }] = await list(shop.user)
  const body = acceptance(shop, invoice.id)
  expect((await shop.viewer.send('POST /api/vouchers/:id/accept', { params: { id }, body })).statusCode).toBe(403)
  const both = await Promise.all(
    [shop.user, shop.admin].map((actor) => actor.send('POST /api/vouchers/:id/accept', { params: { id }, body })),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const refused = both.find(({ statusCode }) => statusCode === 409)?.json()
  expect([refused.code, refused.message]).toEqual(['voucher_decided', expect.stringMatching(/ lo registró el /)])
  const { collection, voucher } = both.find(({ statusCode }) => statusCode === 200)?.json().data ?? {}
  expect(voucher).toMatchObject({ state: 'accepted', collection: { id: collection.id }, repeatReason: null })
  const { data } = await shop.viewer.ok('GET /api/collections/:id', { params: { id: collection.id } })
  expect(data).toMatchObject({ voucherId: id, payments: [{ method: 'transfer', reference: '448120773', total: 7.5 }] })
  expect((await shop.viewer.ok('GET /api/invoices/:id', { params: { id: invoice.id } })).data.status).toBe('paid')
  expect(await readMessages(shop)).toEqual([
    'Hola Ana, verificamos su comprobante y registramos su pago de *US$7.50*. ¡Gracias!',
  ])
  expect((await visit('/mi/comprobante')).body).toContain('Verificado')
  const late = await shop.user.refused('POST /api/vouchers/:id/reject', { params: { id }, body: { reason: 'No' } })
  expect(late.code).toBe('voucher_decided')
})

test('a file or reference that was used is pointed out, and is registered again only with a reason', async () => {
  const { shop, invoice, send } = await openOwing()
  await send()
  const [first] = await list(shop.user)
  await shop.user.ok('POST /api/vouchers/:id/accept', {
    params: { id: first?.id ?? '' },
    body: acceptance(shop, invoice.id),
  })
  const next = await shop.invoice([await shop.receive()])
  await send()
  const [sameFile] = await list(shop.user)
  expect(sameFile?.repeated).toMatchObject({ by: 'file', collection: { companyCollectionId: 1 } })
  await shop.user.ok('POST /api/vouchers/:id/reject', {
    params: { id: sameFile?.id ?? '' },
    body: { reason: 'Ya se usó' },
  })
  await send(picture(240))
  const [sameReference] = await list(shop.user)
  expect(sameReference?.repeated).toMatchObject({ by: 'reference', collection: { companyCollectionId: 1 } })
  const params = { id: sameReference?.id ?? '' }
  const body = acceptance(shop, next.id)
  const refused = await shop.user.refused('POST /api/vouchers/:id/accept', { params, body })
  expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['voucher_repeated', ['repeatReason']])
  const again = { ...body, repeatReason: 'Son dos pagos' }
  const { data } = await shop.user.ok('POST /api/vouchers/:id/accept', { params, body: again })
  expect(data.voucher.repeatReason).toBe('Son dos pagos')
  expect((await list(shop.viewer, 'verified')).map(({ state }) => state)).toEqual(['accepted', 'rejected', 'accepted'])
})

test('a client is told why a voucher was refused, unless they want no messages', async () => {
  const { shop, send, visit } = await openOwing()
  const reject = async () => {
    const [one] = await list(shop.user)
    const body = { reason: 'La foto no se lee' }
    await shop.user.ok('POST /api/vouchers/:id/reject', { params: { id: one?.id ?? '' }, body })
  }
  await send()
  await reject()
  expect(await readMessages(shop)).toEqual([
    'Hola Ana, no pudimos registrar el comprobante que nos envió.\n\nMotivo: La foto no se lee\n\nEscríbanos y lo revisamos.',
  ])
  expect((await visit('/mi/comprobante')).body).toContain('Rechazado</span> La foto no se lee')
  await world.owner.query('update clients set messages_allowed = false where id = $1', [shop.client.id])
  await send()
  await reject()
  expect(await readMessages(shop)).toHaveLength(1)
})

test('a client is told once that a voucher came, by the switch of their company, unless it was decided before', async () => {
  const { shop, send } = await openOwing()
  const listTold = async () =>
    (await shop.user.ok('GET /api/messages', { query: { clientId: shop.client.id } })).data
      .filter(({ templateTitle }) => templateTitle === 'Comprobante recibido')
      .map(({ body }) => body)
  await send()
  expect(await listTold()).toEqual([])
  await shop.admin.ok('PUT /api/companies/update', { body: { hasVoucherNotice: true } })
  await send(picture(210))
  await send(picture(210))
  const told = 'Hola Ana, recibimos su *comprobante*.\nMonto: US$7.50\n\nLo verificamos y le avisamos.'
  expect(await listTold()).toEqual([told])
  await world.owner.query('update clients set messages_allowed = false where id = $1', [shop.client.id])
  await send(picture(220))
  expect(await listTold()).toEqual([told])
  await world.owner.query('update clients set messages_allowed = true where id = $1', [shop.client.id])
  // Of a file that staff take from a chat nothing was typed.
  const params = await shop.receiveChatFile()
  await shop.user.ok('POST /api/conversations/:id/files/:fileId/voucher', { params })
  expect(await listTold()).toEqual(['Hola Ana, recibimos su *comprobante*.\n\nLo verificamos y le avisamos.', told])
  for (const { id } of await list(shop.user))
    await shop.user.ok('POST /api/vouchers/:id/reject', { params: { id }, body: { reason: 'La foto no se lee' } })
  const { data } = await shop.user.ok('GET /api/messages', { query: { clientId: shop.client.id } })
  const id = data.find(({ body }) => body === told)?.id ?? ''
  await shop.user.ok('POST /api/messages/:id/cancel', { params: { id } })
  expect((await shop.user.refused('POST /api/messages/:id/resend', { params: { id } })).code).toBe('message_is_no_news')
})

test('the vouchers of a client that is merged go along, and those of one that is deleted are refused', async () => {
  const shop = await openShop(world)
  const [gone, kept] = [await shop.addClient(), await shop.addClient()]
  await shop.sendVoucher(gone.id)
  await shop.admin.ok('POST /api/clients/:id/merge', { params: { id: gone.id }, body: { intoClientId: kept.id } })
  expect((await list(shop.user)).map(({ client }) => client.id)).toEqual([kept.id])
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: kept.id } })
  expect(await list(shop.user)).toEqual([])
  expect(await list(shop.user, 'verified')).toMatchObject([
    { state: 'rejected', rejectReason: 'Se eliminó el cliente' },
  ])
})

/** A client who owes US$7.50 and sent a voucher; gives the acceptance of it. */
async function addOwing(shop: Shop) {
  const { id: clientId } = await shop.addClient()
  const { id: invoiceId } = await shop.invoice([await shop.receive({ clientId })], { clientId })
  const voucherId = await shop.sendVoucher(clientId)
  const accept = (reference: string | null, more: object = {}) => ({
    params: { id: voucherId },
    body: {
      payments: [{ total: 7.5, method: 'transfer' as const, reference, currencyId: shop.usd }],
      allocations: [{ invoiceId, amount: 7.5 }],
      ...more,
    },
  })
  return { clientId, voucherId, accept }
}

test('of two clerks who register one transfer for two clients at once the second one needs a reason', async () => {
  const shop = await openShop(world)
  const [one, other] = [await addOwing(shop), await addOwing(shop)]
  const clients = [one.clientId, other.clientId]
  let calls: Promise<{ statusCode: number }[]> = Promise.resolve([])
  await holding(world.owner, ['select from clients where id = any($1) for update', [clients]], async () => {
    calls = Promise.all([
      shop.user.send('POST /api/vouchers/:id/accept', one.accept('448120773')),
      shop.admin.send('POST /api/vouchers/:id/accept', other.accept('448120773')),
    ])
    await untilBlocked(world.owner, 2)
  })
  expect((await calls).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test('a repeated reference that the client typed needs a reason although the clerk leaves it out', async () => {
  const shop = await openShop(world)
  const [one, other] = [await addOwing(shop), await addOwing(shop)]
  await shop.user.ok('POST /api/vouchers/:id/accept', one.accept('448120773'))
  await world.owner.query("update vouchers set reference = '448120773' where id = $1", [other.voucherId])
  const refused = await shop.user.refused('POST /api/vouchers/:id/accept', other.accept(null))
  expect(refused.code).toBe('voucher_repeated')
  for (const written of ['0448120773', '448 120 773', 'Ref. 448120773', 'REF448-120-773'])
    expect((await shop.user.refused('POST /api/vouchers/:id/accept', other.accept(written))).code).toBe(
      'voucher_repeated',
    )
  await shop.user.ok('POST /api/vouchers/:id/accept', other.accept('448120774'))
})

test('a transfer of the same client, amount and day is pointed out where a reference is missing', async () => {
  const shop = await openShop(world)
  const { accept, voucherId, clientId } = await addOwing(shop)
  const call = 'POST /api/vouchers/:id/accept'
  await shop.user.ok(call, accept('448120773'))
  await shop.sendVoucher(clientId)
  const [next] = await list(shop.user)
  const again = { ...accept(null), params: { id: next?.id ?? '' } }
  expect(next?.id).not.toBe(voucherId)
  expect((await shop.user.refused(call, again)).code).toBe('voucher_repeated')
})

test('what a client who owes nothing sent is kept as credit, and taken back leaves what was used of it as a debt', async () => {
  const shop = await openShop(world)
  await shop.sendVoucher(shop.client.id)
  const [one] = await list(shop.user)
  const params = { id: one?.id ?? '' }
  const pay = (method: 'cash' | 'transfer') => ({ payments: [{ total: 20, method, currencyId: shop.usd }] })
  const call = 'POST /api/vouchers/:id/accept'
  expect((await shop.user.refused(call, { params, body: pay('cash') })).code).toBe('nothing_to_collect')
  const { collection } = (await shop.user.ok(call, { params, body: pay('transfer') })).data
  const readAccount = async () =>
    (await shop.user.ok('GET /api/clients/:id/account', { params: { id: shop.client.id } })).data
  expect((await readAccount()).credit).toMatchObject([{ amount: 20 }])
  const readTaken = async () =>
    (await shop.admin.ok('GET /api/reports/:name', { params: { name: 'payments-by-method' } })).data.rows
  expect(await readTaken()).toMatchObject([{ key: 'transfer', count: 1, amounts: [{ amount: 20 }] }])
  const own = { params: { id: collection.id } }
  const paper = await shop.viewer.send('GET /api/collections/:id/document', { ...own, query: { format: 'letter' } })
  expect(await pagesOf(paper.rawPayload)).toEqual([expect.stringMatching(/US\$20\.00.*Saldo a favor.*US\$20\.00/i)])
  const credit = [{ total: 7.5, method: 'credit' as const, currencyId: shop.usd }]
  const { companyInvoiceId } = await shop.invoice([await shop.receive()], { payments: credit })
  const debts = [{ companyInvoiceId, pendingTotal: 7.5 }]
  expect((await shop.admin.ok('GET /api/collections/:id/reversal', own)).data).toMatchObject({ cash: [], debts })
  await shop.admin.ok('POST /api/collections/:id/reverse', { ...own, body: { reason: 'No llegó' } })
  expect(await readAccount()).toMatchObject({ credit: [], owed: [{ amount: 7.5 }] })
  expect(await readTaken()).toMatchObject([{ key: 'transfer', count: 0, amounts: [{ amount: 0 }] }])
  const wrong = (await verifyData(world.ownerUrl)).filter(({ count }) => count > 0)
  expect(wrong.flatMap(({ places }) => places.filter((place) => place.startsWith(`${shop.subdomain}:`)))).toEqual([])
})

test('a voucher is registered once by two clerks at once, and its key is not taken with another amount', async () => {
  const shop = await openShop(world)
  const { accept, voucherId } = await addOwing(shop)
  const answers = await Promise.all([
    shop.user.send('POST /api/vouchers/:id/accept', accept('1')),
    shop.admin.send('POST /api/vouchers/:id/accept', accept('2')),
    shop.admin.send('POST /api/vouchers/:id/reject', { params: { id: voucherId }, body: { reason: 'No' } }),
  ])
  expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1)
  const next = await addOwing(shop)
  const headers = { 'idempotency-key': 'una-sola-vez' }
  const first = await shop.user.ok('POST /api/vouchers/:id/accept', { ...next.accept('3'), headers })
  const again = await shop.user.ok('POST /api/vouchers/:id/accept', { ...next.accept('3'), headers })
  expect(again.data.collection.id).toBe(first.data.collection.id)
  const changed = await shop.user.refused('POST /api/vouchers/:id/accept', { ...next.accept('4'), headers })
  expect(changed.code).toBe('key_reused')
})
