import type { PaperFormat } from '@casillero/shared/contract/invoices'
import { expect, test } from 'vitest'
import { handOver, handoverOf, readPackage } from '../../../../tests/support/hand-over.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import { signature } from '../../../../tests/support/sample-handover-calls.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const shop = openShops(world)
const call = 'POST /api/handovers'

const requirePayment = (shop: Shop, requiresPaidHandover = true) =>
  shop.admin.ok('PUT /api/companies/update', { body: { requiresPaidHandover } })

test('a company that asks for payment hands over what is paid, and refuses what is not invoiced or paid in part', async () => {
  await requirePayment(shop)
  const [bare, paid, half, beside] = await shop.receiveMany(4)
  if (!bare || !paid || !half || !beside) throw new Error('no packages')
  await shop.invoice([paid], { payments: [{ total: 7.5, method: 'cash', currencyId: shop.usd }] })
  const { companyInvoiceId } = await shop.invoice([half, beside], {
    payments: [{ total: 7.5, method: 'cash', currencyId: shop.usd }],
  })
  expect(await shop.user.refused(call, { body: handoverOf(shop, [bare]) })).toMatchObject({
    status: 409,
    code: 'handover_not_invoiced',
    fields: { 'packageIds.0': `El paquete #${bare.companyPackageId} no está facturado` },
  })
  for (const one of [half, beside])
    expect(await shop.user.refused(call, { body: handoverOf(shop, [paid, one]) })).toMatchObject({
      status: 409,
      code: 'handover_not_paid',
      fields: { 'packageIds.1': `El paquete #${one.companyPackageId} no está pagado: factura #${companyInvoiceId}` },
    })
  expect((await handOver(shop, [paid])).packages[0]?.invoice?.companyInvoiceId).toBe(1)
})

test('an admin alone hands over what is not paid, with a reason', async () => {
  await requirePayment(shop)
  const packages = await shop.receiveMany(1)
  const reason = 'Paga mañana'
  for (const [actor, more] of [
    [shop.user, { reason }],
    [shop.admin, {}],
    [shop.admin, { reason: ' ' }],
  ] as const)
    expect((await actor.refused(call, { body: handoverOf(shop, packages, more) })).code).toBe('handover_not_invoiced')
  const { data } = await shop.admin.ok(call, { body: handoverOf(shop, packages, { reason }) })
  expect(data.reason).toBe(reason)
})

test('a client with credit takes what is invoiced while the debt in all currencies is within the limit', async () => {
  await requirePayment(shop)
  const [bare, first, second] = await shop.receiveMany(3)
  if (!bare || !first || !second) throw new Error('no packages')
  await shop.invoice([first])
  // US$ 7.50, and C$ that are US$ 7.50 at today's rate.
  await shop.invoice([second], { currencyId: shop.nio })
  const limit = async (creditLimit: number | null) =>
    await shop.admin.ok('PUT /api/client/:id', {
      params: { id: shop.client.id },
      body: { ...shop.client, creditLimit, version: undefined },
    })
  const desk = async () =>
    (await shop.user.ok('GET /api/handovers/ready', { query: { clientId: shop.client.id } })).data
  const blocks = async () => {
    const { packages } = await desk()
    return [bare, first, second].map(({ id }) => packages.find((one) => one.id === id)?.block)
  }
  await limit(14.99)
  expect(await desk()).toMatchObject({
    credit: { limit: 14.99, used: 15 },
  })
  expect(await blocks()).toEqual(['not_invoiced', 'over_credit', 'over_credit'])
  expect(await shop.user.refused(call, { body: handoverOf(shop, [first]) })).toMatchObject({
    status: 409,
    code: 'over_credit_limit',
    fields: {
      'packageIds.0': `El paquete #${first.companyPackageId} pasa del crédito del cliente: factura #1`,
    },
  })
  const { data } = await shop.viewer.ok('GET /api/debts', { query: { page: '1' } })
  expect(data[0]?.creditLine).toEqual({ limit: 14.99, used: 15 })
  await limit(15)
  expect(await blocks()).toEqual(['not_invoiced', null, null])
  expect((await shop.user.refused(call, { body: handoverOf(shop, [first, bare]) })).code).toBe('handover_not_invoiced')
  await handOver(shop, [first])
  // US$ 5.00 in favour count against the US$ 7.50 that are owed in the same currency.
  const credit = { direction: 'in' as const, currencyId: shop.usd, amount: 5, reason: 'Por la demora' }
  await shop.admin.ok('POST /api/clients/:id/credit', { params: { id: shop.client.id }, body: credit })
  await limit(9.99)
  expect(await desk()).toMatchObject({ credit: { limit: 9.99, used: 10 } })
  await limit(10)
  expect(await blocks()).toEqual(['not_invoiced', undefined, null])
  await limit(null)
  expect((await shop.user.refused(call, { body: handoverOf(shop, [second]) })).code).toBe('handover_not_paid')
})

test('an admin alone changes the credit limit, and a call that names none leaves it as it is', async () => {
  const params = { id: shop.client.id }
  const { version: _, creditLimit: __, ...body } = shop.client
  await shop.admin.ok('PUT /api/client/:id', { params, body: { ...body, creditLimit: 150 } })
  expect(await shop.user.refused('PUT /api/client/:id', { params, body: { ...body, creditLimit: 500 } })).toMatchObject(
    {
      status: 403,
      code: 'credit_limit_forbidden',
    },
  )
  expect((await shop.user.refused('POST /api/client', { body: { ...body, creditLimit: 1 } })).status).toBe(403)
  await shop.user.ok('PUT /api/client/:id', { params, body: { ...body, creditLimit: 150 } })
  expect((await shop.user.ok('PUT /api/client/:id', { params, body })).data.creditLimit).toBe(150)
})

test('a company that asks for payment sets the final status by the hand-over alone', async () => {
  const [moved, other] = await shop.receiveMany(2)
  const { delivered, ready } = shop.statuses
  const away = await shop.receive({ statusId: delivered })
  await requirePayment(shop)
  const undoable = await shop.user.ok('PATCH /api/packages/status', {
    body: { packageIds: [away.id], statusId: ready, undoable: true },
  })
  const packageIds = [moved?.id ?? '']
  const fresh = { shippingMethod: 'aereo' as const, tracking: 'X-1', statusId: delivered }
  for (const refused of [
    await shop.admin.refused('PATCH /api/packages/status', { body: { packageIds, statusId: delivered } }),
    await shop.admin.refused('POST /api/packages/status/preview', { body: { packageIds, statusId: delivered } }),
    await shop.admin.refused('POST /api/packages', { body: fresh }),
    await shop.admin.refused('PUT /api/packages/:id', {
      params: { id: other?.id ?? '' },
      body: { ...fresh, clientId: shop.client.id, tracking: other?.tracking ?? '' },
    }),
    await shop.user.refused('POST /api/packages/status/:id/undo', {
      params: { id: undoable.data.changeId ?? '' },
    }),
  ])
    expect([refused.status, refused.code, refused.message]).toEqual([
      409,
      'final_by_handover',
      'Este estado se pone al entregar',
    ])
  await requirePayment(shop, false)
  await shop.user.ok('PATCH /api/packages/status', { body: { packageIds, statusId: delivered } })
})

test('a package that came to the final status before the setting is edited as before', async () => {
  const { delivered } = shop.statuses
  const old = await shop.receive({ statusId: delivered })
  await requirePayment(shop)
  const body = { ...old, weight: 3, statusId: delivered }
  expect((await shop.user.ok('PUT /api/packages/:id', { params: { id: old.id }, body })).data.weight).toBe(3)
  await shop.user.ok('PATCH /api/packages/status', { body: { packageIds: [old.id], statusId: delivered } })
})

test('a company that says nothing of it asks for no payment, and one that is opened on the screen does', async () => {
  const operator = await openShop(world, { isOperator: true })
  const open = async (more: object) => {
    const subdomain = `e${Math.random().toString(36).slice(2, 10)}`
    const body = { name: 'Empresa', subdomain, ...more }
    await operator.admin.ok('POST /api/companies/create-company', { body })
    const { rows } = await world.owner.query(
      'select requires_paid_handover as is_on from companies where subdomain = $1',
      [subdomain],
    )
    return rows
  }
  expect(await open({})).toEqual([{ is_on: false }])
  expect(await open({ requiresPaidHandover: true })).toEqual([{ is_on: true }])
})

test('a package that was handed over stays in its status, with its client, and is not deleted', async () => {
  const [one] = await shop.receiveMany(1)
  if (!one) throw new Error('no package')
  await handOver(shop, [one])
  const params = { id: one.id }
  const other = await shop.addClient({ firstName: 'Eva' })
  const now = await readPackage(shop, one.id)
  const move = { packageIds: [one.id], statusId: shop.statuses.ready }
  for (const refused of [
    await shop.admin.refused('PATCH /api/packages/status', { body: move }),
    await shop.admin.refused('POST /api/packages/status/preview', { body: move }),
    await shop.admin.refused('PUT /api/packages/:id', { params, body: { ...now, statusId: shop.statuses.ready } }),
    await shop.admin.refused('PUT /api/packages/:id', { params, body: { ...now, clientId: other.id } }),
    await shop.admin.refused('DELETE /api/packages/:id', { params }),
  ])
    expect([refused.status, refused.code, refused.message]).toEqual([
      409,
      'package_handed_over',
      `El paquete #${one.companyPackageId} ya se entregó en la entrega #1`,
    ])
  const edited = { ...now, weight: 5 }
  expect((await shop.user.ok('PUT /api/packages/:id', { params, body: edited })).data.weight).toBe(5)
})

async function paperOf(shop: Shop, id: string, format?: PaperFormat) {
  const query = format === undefined ? {} : { format }
  const answer = await shop.viewer.send('GET /api/handovers/:id/document', { params: { id }, query })
  expect(answer.statusCode, answer.body).toBe(200)
  return { answer, pages: await pagesOf(answer.rawPayload) }
}

test('a hand-over is a ticket, or a letter, with what was taken by whom, and is the same at each call', async () => {
  const one = await shop.receive({ description: 'Ropa de niño 🎁', tracking: '1Z999AA10123456784', weight: 3.33 })
  const { companyInvoiceId } = await shop.invoice([one])
  const { data } = await shop.user.ok('POST /api/handovers', {
    body: {
      clientId: shop.client.id,
      packageIds: [one.id],
      receivedBy: { name: 'Elena Solís', cedula: '001-010190-0001A' },
      note: 'Revisó el contenido',
      signature,
    },
  })
  for (const format of [undefined, 'ticket', 'letter'] as const) {
    const { answer, pages } = await paperOf(shop, data.id, format)
    expect(answer.headers['content-disposition']).toBe('inline; filename="Entrega-1.pdf"')
    const text = pages.join(' ')
    for (const part of [
      'Ropa de niño □',
      '1Z999AA10123456784',
      '3.33',
      `#${companyInvoiceId}`,
      'Elena Solís',
      'Cédula 001-010190-0001A',
      'Revisó el contenido',
      'Recibí conforme',
      shop.client.casillero,
    ])
      expect(text, format).toContain(part)
    expect(text).not.toContain('DESHECHA')
    expect(answer.rawPayload.includes('/Subtype /Image')).toBe(true)
    const again = await paperOf(shop, data.id, format)
    expect(again.answer.rawPayload.equals(answer.rawPayload)).toBe(true)
  }
  await shop.admin.ok('POST /api/handovers/:id/undo', { params: { id: data.id }, body: { reason: 'Error' } })
  for (const format of ['ticket', 'letter'] as const)
    expect((await paperOf(shop, data.id, format)).pages.join(' ')).toContain('DESHECHA')
})

test('a letter of 30 packages repeats its heads, and no package is lost', async () => {
  const packages = await shop.receiveMany(30, { description: 'Repuestos de motocicleta, faros, espejos y cadena' })
  const { data } = await shop.user.ok('POST /api/handovers', {
    body: {
      clientId: shop.client.id,
      packageIds: packages.map(({ id }) => id),
      receivedBy: { name: 'Ana' },
    },
  })
  const { pages } = await paperOf(shop, data.id, 'letter')
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, page] of pages.entries()) expect(page).toContain(`Página ${index + 1} de ${pages.length}`)
  const text = pages.join(' ')
  expect(packages.filter(({ companyPackageId }) => !text.includes(`#${companyPackageId} `))).toEqual([])
})
