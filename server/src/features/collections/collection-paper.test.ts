import type { Collection } from '@casillero/shared/contract/collections'
import type { PaperFormat } from '@casillero/shared/contract/invoices'
import { beforeAll, expect, test } from 'vitest'
import { openPrincipal } from '../../../../tests/support/cash-session.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
const formats = ['letter', 'ticket'] as const

async function pagesFor({ viewer }: Shop, id: string, format: PaperFormat): Promise<string[]> {
  const answer = await viewer.send('GET /api/collections/:id/document', { params: { id }, query: { format } })
  expect(answer.statusCode, answer.body).toBe(200)
  return await pagesOf(answer.rawPayload)
}

const textOf = async (shop: Shop, id: string, format: PaperFormat) => (await pagesFor(shop, id, format)).join(' ')

async function collect(shop: Shop, body: object): Promise<Collection> {
  const sent = { params: { id: shop.client.id }, body: JSON.parse(JSON.stringify(body)) }
  return (await shop.user.ok('POST /api/clients/:id/collections', sent)).data
}

/** US$5 and C$700 over invoices of US$7.50 and twice C$276; C$56 is left, C$6 of it as credit. */
async function collectMixed(shop: Shop) {
  await shop.invoice([await shop.receive()])
  await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  return await collect(shop, {
    payments: [
      { total: 5, method: 'transfer', currencyId: shop.usd, reference: 'BAC-9' },
      { total: 700, method: 'cash', currencyId: shop.nio },
    ],
    change: [
      { currencyId: shop.nio, amount: 6, kind: 'credit' },
      { currencyId: shop.nio, kind: 'cash' },
    ],
  })
}

let shop: Shop
let session: Awaited<ReturnType<typeof openPrincipal>>
let mixed: Collection
beforeAll(async () => {
  shop = await openShop(world)
  session = await openPrincipal(shop)
  mixed = await collectMixed(shop)
})

test.each(formats)('a %s shows its payments, each invoice in both currencies, and the change', async (format) => {
  const text = await textOf(shop, mixed.id, format)
  const figures = [
    ...['Cobro #1', 'Recibido', 'Ana Núñez Báez', shop.client.casillero, mixed.createdBy.fullName],
    ...[`Caja principal · turno #${session.companySessionId}`, 'Transferencia', 'BAC-9', 'US$5.00', 'C$700.00'],
    ...['Recibido en USD', 'Recibido en NIO', '#1', '#2', '#3', 'C$276.00', 'C$92.00 ÷ 36.80', 'US$2.50'],
    ...['Saldo Pendiente de la factura #1 US$0.00', 'Saldo Pendiente de la factura #3 C$0.00'],
    ...['Vuelto C$56.00', 'Vuelto a saldo a favor C$6.00', 'Vuelto en C$ C$50.00'],
  ].map((figure) => (format === 'letter' && figure === 'Cobro #1' ? 'Cobro' : figure))
  expect(figures.filter((figure) => !text.includes(figure))).toEqual([])
  expect(text).not.toContain('REVERTIDO')
})

test('a receipt says what each invoice owed after the collection, whatever is paid of it later', async () => {
  const shop = await openShop(world)
  const invoice = await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  const first = await collect(shop, { payments: [{ total: 100, method: 'cash', currencyId: shop.nio }] })
  const before = await textOf(shop, first.id, 'letter')
  expect(before).toContain('Saldo Pendiente de la factura #1 C$176.00')
  const second = await collect(shop, { payments: [{ total: 100, method: 'card', currencyId: shop.nio }] })
  expect(await textOf(shop, second.id, 'ticket')).toContain('Saldo Pendiente de la factura #1 C$76.00')
  expect(await textOf(shop, first.id, 'letter')).toBe(before)
  const params = { id: first.id }
  await shop.admin.ok('POST /api/collections/:id/reverse', { params, body: { reason: 'Cheque sin fondos' } })
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: invoice.id } }).catch(() => undefined)
  for (const format of formats) {
    const text = await textOf(shop, first.id, format)
    for (const part of ['REVERTIDO', 'Cheque sin fondos', 'Revertido el']) expect(text).toContain(part)
  }
  expect(await textOf(shop, second.id, 'letter')).toContain('Cancelada')
})

test('a receipt of 40 payments goes on over pages with its heads, and no payment is lost', async () => {
  const shop = await openShop(world)
  for (const weight of [40, 40]) await shop.invoice([await shop.receive({ weight })])
  const payments = Array.from({ length: 40 }, (_, index) => ({
    total: 7,
    method: 'transfer',
    currencyId: shop.usd,
    reference: `TRF-${1000 + index}`,
  }))
  const collection = await collect(shop, { payments })
  expect(collection.parts.length).toBeGreaterThanOrEqual(40)
  const pages = await pagesFor(shop, collection.id, 'letter')
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) expect(page).toContain(`Página ${index + 1} de ${pages.length}`)
  const withParts = pages.filter((page) => /#\d Transferencia/.test(page))
  expect(withParts.length).toBeGreaterThan(1)
  expect(withParts.filter((page) => !page.includes('Abono'))).toEqual([])
  for (const text of [pages.join(' '), await textOf(shop, collection.id, 'ticket')]) {
    // Once among the payments, once beside the invoice that it paid.
    expect(payments.filter(({ reference }) => text.split(reference).length < 3)).toEqual([])
    expect(text).toContain('US$280.00')
  }
})

test('a receipt is a PDF under its number, the same bytes each time, and of its company alone', async () => {
  const { id } = mixed
  const ask = () => shop.viewer.send('GET /api/collections/:id/document', { params: { id } })
  const answer = await ask()
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="Cobro-1.pdf"',
  })
  expect((await ask()).rawPayload.equals(answer.rawPayload)).toBe(true)
  const other = await openShop(world)
  expect(await other.viewer.refused('GET /api/collections/:id/document', { params: { id } })).toMatchObject({
    status: 404,
  })
})
