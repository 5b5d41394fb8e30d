import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

test('the paper of a session has its balances once it is closed, and every payment and movement, on letter and ticket', async () => {
  const shop = await openShop(world)
  const [drawer] = (await shop.admin.ok('GET /api/cash-drawers')).data
  const { data: session } = await shop.admin.ok('POST /api/cash-sessions', {
    body: { drawerId: drawer?.id ?? '', opening: [{ currencyId: shop.usd, amount: 50 }] },
  })
  const params = { id: session.id }
  await shop.invoice([await shop.receive()], { payments: [{ total: 7.5, method: 'cash', reference: 'REC-9' }] })
  await shop.invoice([await shop.receive()])
  await shop.user.ok('POST /api/clients/:id/collections', {
    params: { id: shop.client.id },
    body: { payments: [{ total: 7.5, method: 'card', currencyId: shop.usd, reference: 'POS-3' }] },
  })
  const back = await shop.invoice([await shop.receive()], {
    payments: [{ total: 7.5, method: 'transfer', reference: 'BAC-1' }],
  })
  const payment = { id: back.payments[0]?.id ?? '' }
  await shop.admin.ok('POST /api/payments/:id/reverse', { params: payment, body: { reason: 'Otra cuenta' } })
  const movement = { direction: 'out' as const, currencyId: shop.usd, amount: 2, reason: 'Agua' }
  await shop.admin.ok('POST /api/cash-sessions/:id/movements', { params, body: movement })
  const textOf = async (format: 'letter' | 'ticket') => {
    const answer = await shop.viewer.send('GET /api/cash-sessions/:id/document', { params, query: { format } })
    expect(answer.statusCode, answer.body).toBe(200)
    return (await pagesOf(answer.rawPayload)).join(' ')
  }
  expect(await textOf('letter')).not.toContain('Esperado')
  const closing = { counts: [{ currencyId: shop.usd, amount: 55 }], note: 'Falta medio' }
  await shop.admin.ok('POST /api/cash-sessions/:id/close', { params, body: closing })
  for (const format of ['letter', 'ticket'] as const) {
    const text = await textOf(format)
    for (const part of [
      'Turno de caja',
      'US$50.00',
      'US$7.50',
      '−US$2.00',
      'US$55.50',
      'US$55.00',
      '−US$0.50',
      'Agua',
      'REC-9',
      'Cobro #1',
      'POS-3',
      'BAC-1 (revertido)',
      'Falta medio',
    ])
      expect(text, `${format}: ${part}`).toContain(part)
  }
})
