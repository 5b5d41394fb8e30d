import { expect, test } from '@playwright/test'
import { toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('an admin opens the tracking page with its hours, and anyone finds a package there without a script', async ({
  page,
  browser,
}) => {
  const shop = await openShop()
  await shop.receive({ tracking: '9400111899223197451188', statusId: shop.statuses.ready })
  await enter(page, shop, '/admin/settings', 'admin')
  await page.getByRole('checkbox', { name: 'Rastreo público' }).check()
  await page.getByRole('button', { name: 'Poner horario' }).click()
  await page.getByLabel('Cierre del sábado').fill('07:00')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('La hora de cierre va después de la de apertura')).toBeVisible()
  await page.getByLabel('Cierre del sábado').fill('13:00')
  await page.getByLabel('Fecha cerrada').fill('25/12/2099')
  await page.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Quitar 25 dic 2099' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, '¡Configuración actualizada exitosamente!')).toBeVisible()

  const visitor = await browser.newContext({ javaScriptEnabled: false, viewport: page.viewportSize() })
  const outside = await visitor.newPage()
  await outside.goto(`${shop.url}/rastreo`)
  await expect(outside.getByText('Sábado 8:00 a 13:00')).toBeVisible()
  await outside.getByLabel('Número de rastreo o de bodega').fill('9400 1118 9922 3197 4511 88')
  await outside.getByRole('button', { name: 'Buscar' }).click()
  await expect(outside.getByRole('heading', { name: 'Listo para retirar' })).toBeVisible()
  await expect(outside.getByText('Ana')).toHaveCount(0)
  await visitor.close()

  // The checker of accessibility runs in the page, so in one with scripts.
  await page.goto(`${shop.url}/rastreo?numero=NADA-1`)
  await expect(page.getByRole('heading', { name: 'No encontramos ese número todavía' })).toBeVisible()
  await expectAccessible(page)
})
