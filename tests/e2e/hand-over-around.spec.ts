import { expect, test } from '@playwright/test'
import { chooseClient, savedInvoice } from './support/counter.ts'
import { toast } from './support/gestures.ts'
import { bar, requirePayment } from './support/hand-over.ts'
import { withoutViewer } from './support/paper-downloads.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('an admin asks for payment before the hand-over, and keeps who may take a client’s packages', async ({ page }) => {
  const shop = await openShop()
  await enter(page, shop, '/admin/settings/general', 'admin')
  const setting = page.getByLabel('Exigir pago antes de entregar')
  await expect(setting).not.toBeChecked()
  await setting.check()
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, '¡Configuración actualizada exitosamente!')).toBeVisible()
  const { company } = await shop.api('GET /api/companies/info')
  expect(company.requiresPaidHandover).toBe(true)

  await page.goto(`${shop.url}/clients/${shop.client.id}?tab=datos`)
  const pickers = page.getByRole('region', { name: 'Autorizados para retirar' })
  await pickers.getByRole('button', { name: 'Agregar autorizado' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo autorizado' })
  await form.getByLabel('Nombre').fill('Elena Solís Ruiz')
  await form.getByLabel('Cédula').fill('001-150892-0012K')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Agregar' }).click()
  await expect(pickers).toContainText('Cédula 001-150892-0012K')
  await expectAccessible(page)
  await pickers.getByRole('button', { name: 'Quitar: Elena Solís Ruiz' }).click()
  const question = page.getByRole('dialog', { name: '¿Quitar a Elena Solís Ruiz?' })
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(pickers).toContainText('Solo el cliente retira')
})

test('three packages are invoiced, paid, printed and handed over in at most fourteen interactions', async ({
  page,
}) => {
  const shop = await openShop()
  await requirePayment(shop)
  for (const description of ['Zapatos', 'Lámpara', 'Libros']) await shop.receive({ description })
  await withoutViewer(page)
  await enter(page, shop, '/facturar')
  let interactions = 0
  const press = async (name: string) => {
    interactions += 1
    await page.getByRole('button', { name, exact: true }).first().click()
  }
  // The name is typed, and its client chosen.
  interactions += 2
  await chooseClient(page, 'nunez', 3)
  await press('Agregar Pagos')
  await page.getByRole('group', { name: 'Pago 1' }).getByLabel('Monto').fill('22.50')
  interactions += 1
  await press('Crear Factura')
  const [invoice] = await Promise.all([
    page.waitForEvent('download'),
    savedInvoice(page).getByRole('button', { name: 'Imprimir' }).click(),
  ])
  expect(invoice.suggestedFilename()).toBe('Factura-1.pdf')
  interactions += 1
  await savedInvoice(page).getByRole('link', { name: 'Entregar (3)' }).click()
  interactions += 1
  await expect(page.getByText('3 de 3 listos para retirar')).toBeVisible()
  const [ticket] = await Promise.all([page.waitForEvent('download'), press('Entregar 3 paquetes')])
  expect(ticket.suggestedFilename()).toBe('Entrega-1.pdf')
  await expect(bar(page)).toContainText('3 paquetes')
  expect(interactions).toBeLessThanOrEqual(14)

  await page.goto(`${shop.url}/clients/${shop.client.id}`)
  await page.getByRole('button', { name: 'Ver 3 entregados' }).click()
  await page.getByRole('button', { name: 'Abrir: entrega #1' }).click()
  const detail = page.getByRole('dialog', { name: 'Entrega #1' })
  await expect(detail.getByRole('link', { name: 'Factura #1' })).toHaveCount(3)
  await detail.getByRole('link', { name: 'Factura #1' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Factura #1' }).getByText('· Entrega #1')).toHaveCount(3)
  const { data } = await shop.api('GET /api/packages')
  await page.goto(`${shop.url}/paquetes/${data[0]?.id}`)
  await expect(page.getByRole('dialog', { name: 'Factura #1' })).toContainText('retiró Ana Lucía Núñez Báez')
  await expectAccessible(page)
})
