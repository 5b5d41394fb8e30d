import { expect, test } from '@playwright/test'
import { openDrawer } from './support/drawer.ts'
import { actOn, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const paidInCash = (total: number) => ({ payments: [{ total, method: 'cash' as const }] })

test('a clerk is offered no reversal, and an admin reverses a payment with a reason', async ({ page }) => {
  const shop = await openShop()
  const session = await openDrawer(shop, { nio: 500, usd: 20 })
  await shop.invoice([await shop.receive()], paidInCash(10))
  await enter(page, shop, '/facturar?tab=facturas')
  await actOn(page, 'factura #1', 'Ver detalles')
  const detail = page.getByRole('dialog', { name: 'Factura #1' })
  await expect(detail).toContainText('✓ Totalmente Pagado')
  await expect(detail.getByRole('button', { name: 'Revertir' })).toHaveCount(0)

  await enter(page, shop, '/facturar?tab=facturas', 'admin')
  await actOn(page, 'factura #1', 'Ver detalles')
  await detail.getByRole('button', { name: 'Revertir el pago de US$10.00' }).click()
  const form = page.getByRole('dialog', { name: 'Revertir pago' })
  await expect(form.getByRole('group', { name: '¿El vuelto de US$2.00 y C$18.00 volvió a la caja?' })).toBeVisible()
  await expect(form.getByRole('radio', { name: 'Sí, volvió' })).toBeChecked()
  const written = form.getByRole('list', { name: 'Qué se registra' }).getByRole('listitem')
  await expect(written).toHaveText([
    'Salen US$10.00 de Caja principal',
    'Entran US$2.00 a Caja principal',
    'Entran C$18.00 a Caja principal',
    'La factura queda pendiente por US$7.50',
  ])
  await form.getByRole('radio', { name: 'No, lo tiene el cliente' }).check()
  await expect(form).toContainText('indique que volvió a la caja')
  await form.getByRole('radio', { name: 'Sí, volvió' }).check()
  await form.getByRole('button', { name: 'Revertir pago' }).click()
  await expect(form.getByLabel('Motivo')).toHaveAccessibleDescription('Escriba el motivo')
  await form.getByLabel('Motivo').fill('Billete falso')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Revertir pago' }).dblclick()
  await expect(toast(page, 'Pago revertido')).toBeVisible()
  await expect(detail).toContainText(/Revertido por .+: Billete falso/)
  await expect(detail).toContainText('Saldo Pendiente')
  await expect(detail.getByRole('button', { name: 'Revertir' })).toHaveCount(0)
  await expectAccessible(page)

  const { data } = await shop.api('GET /api/cash-sessions/:id', { params: { id: session.id } })
  expect(data.payments).toEqual([])
  const moved = data.movements.map(({ direction, amount, code }) => `${direction} ${amount} ${code}`)
  expect(moved.toSorted()).toEqual(['in 18 NIO', 'in 2 USD'])
  await page.goto(`${shop.url}/caja`)
  await expect(page.getByText(/Revertido por .+: Billete falso/)).toBeVisible()
  await expectAccessible(page)
})
