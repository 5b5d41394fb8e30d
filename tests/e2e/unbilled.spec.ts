import { expect, test } from '@playwright/test'
import { savedInvoice } from './support/counter.ts'
import { actOn, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('an invoice whose packages left is voided with that said, and they are invoiced again from the list of what left', async ({
  page,
}) => {
  const shop = await openShop()
  const left = await shop.receive({ tracking: 'YAENTREGADO' })
  await shop.invoice([left], { payments: [{ total: 7.5, method: 'cash' }] })
  await shop.api('POST /api/handovers', {
    body: { clientId: shop.client.id, packageIds: [left.id], receivedBy: { name: 'Ana' } },
  })
  await enter(page, shop, '/facturar?tab=facturas', 'admin')
  await actOn(page, 'factura #1', 'Anular')
  const question = page.getByRole('dialog', { name: '¿Anular la factura #1?' })
  await expect(question).toContainText('Sus paquetes ya se entregaron en la entrega #1.')
  await expect(question.getByRole('radio', { name: 'Siguen entregados' })).toBeChecked()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Anular Factura' }).click()
  await expect(toast(page, 'Factura eliminada exitosamente')).toBeVisible()

  await page.goto(`${shop.url}/dashboard`)
  await page.getByRole('link', { name: 'Entregados sin factura' }).click()
  await expect(page.getByText('YAENTREGADO')).toBeVisible()
  await expectAccessible(page)
  await actOn(page, 'paquete #1', 'Facturar')
  const packages = page.getByRole('region', { name: 'Entregados sin factura' })
  await expect(packages.getByRole('checkbox', { name: 'Facturar el paquete #1' })).toBeChecked()
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(savedInvoice(page)).toContainText('Factura #2')
  await expect(savedInvoice(page).getByRole('link', { name: 'Entregar' })).toHaveCount(0)
  await page.goto(`${shop.url}/facturar?tab=entregados`)
  await expect(page.getByText('Todo lo entregado tiene factura')).toBeVisible()
})
