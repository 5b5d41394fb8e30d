import { expect, type Page, test } from '@playwright/test'
import { toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

/** Types a code as a scanner does, with Enter at its end. */
async function scan(page: Page, code: string | null): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Código del paquete' })
  await expect(field).toBeFocused()
  await field.fill(code ?? '')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
}

test('a shipment is filled by scanning, sent, and received with one missing and one extra', async ({ page }) => {
  const shop = await openShop()
  const { statuses } = shop
  const first = await shop.receive({ statusId: statuses.received, weight: 10 })
  const second = await shop.receive({ statusId: statuses.received, weight: 4.5 })
  const bySea = await shop.receive({ shippingMethod: 'maritimo', tariffId: shop.sea.id })
  const extra = await shop.receive({ statusId: statuses.received })
  await enter(page, shop, '/embarques', 'admin')
  await expect(page.getByText('No hay embarques')).toBeVisible()
  await page.getByRole('button', { name: 'Nuevo Embarque' }).first().click()
  await page.getByLabel('Guía (AWB o BL)').fill('230-4471 8836')
  await page.getByRole('textbox', { name: 'Agente', exact: true }).fill('Volaris Cargo')
  await page.getByRole('button', { name: 'Crear Embarque' }).click()
  await expect(page.getByRole('heading', { name: 'Embarque #1', level: 1 })).toBeVisible()

  await scan(page, first.tracking)
  await expect(page.getByRole('status').filter({ hasText: `#${first.companyPackageId}` })).toBeVisible()
  await scan(page, second.tracking)
  await scan(page, second.tracking)
  await expect(page.getByText('ya está en este embarque')).toBeVisible()
  await scan(page, bySea.tracking)
  await expect(page.getByText('es marítimo y este embarque es aéreo')).toBeVisible()
  await scan(page, 'NADA')
  await expect(page.getByText('NADA: ningún paquete tiene ese código')).toBeVisible()
  await expect(page.getByText('14.50', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Enviar' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('2 paquetes de 1 cliente')).toBeVisible()
  await expect(dialog.getByLabel('Al enviar pasan a')).toHaveValue(statuses.inTransit)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enviar' }).dblclick()
  await expect(toast(page, 'Embarque enviado')).toBeVisible()

  await expect(page.getByText('Por llegar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Terminar llegada' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Recibir' }).click()
  await expect(page.getByRole('main')).toContainText('2 paquetes14.50 lbs')
  await scan(page, first.tracking)
  await expect(page.getByText('En la lista')).toBeVisible()
  await expect(page.getByText('1 de 2')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('1 paquete4.50 lbs')
  await scan(page, extra.tracking)
  await expect(page.getByText('Se agregó a este embarque')).toBeVisible()
  await scan(page, '9400111899223197400113')
  await expect(page.getByText('no está en el sistema').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Terminar llegada' }).click()
  await expect(dialog.getByText('Falta 1 paquete')).toBeVisible()
  await dialog.getByLabel('Los vistos pasan a').selectOption(statuses.ready)
  await dialog.getByRole('button', { name: 'Terminar llegada' }).click()
  await expect(toast(page, 'Llegada registrada')).toBeVisible()
})
