import type { PaperFormat } from '@casillero/shared/contract/invoices'
import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import { signature } from '../../../../tests/support/sample-handover-calls.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

async function paperOf(shop: Shop, id: string, format?: PaperFormat) {
  const query = format === undefined ? {} : { format }
  const answer = await shop.viewer.send('GET /api/handovers/:id/document', { params: { id }, query })
  expect(answer.statusCode, answer.body).toBe(200)
  return { answer, pages: await pagesOf(answer.rawPayload) }
}

test('a hand-over is a ticket, or a letter, with what was taken by whom, and is the same at each call', async () => {
  const shop = await openShop(world)
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
  const shop = await openShop(world)
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
