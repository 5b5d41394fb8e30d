import { expect, type Page, test } from '@playwright/test'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const isNarrowEnough = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)

test('an admin reads a report, follows a row into its list, and prints it on one paper', async ({ page }) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  await shop.invoice([await shop.receive()])
  await enter(page, shop, '/reportes', 'admin')
  const sales = page.getByRole('table', { name: 'Ventas por día' })
  await expect(sales.getByRole('columnheader', { name: 'Cambio' })).toBeVisible()
  await expect(sales.getByRole('row', { name: /^Total/ })).toContainText('C$552.00')
  await expect(page.getByText('«Todo en C$» es referencia: US$ × 36.8000, la tasa de hoy.')).toBeVisible()
  await expectAccessible(page)
  await isNarrowEnough(page)

  await page.getByRole('navigation', { name: 'Reportes' }).getByRole('link', { name: 'Libras por cliente' }).click()
  const pounds = page.getByRole('table', { name: 'Libras por cliente' })
  await expect(pounds.getByRole('row', { name: /Ana Lucía/ })).toContainText('4.00')
  await page.getByLabel('Período').selectOption('Hoy')
  await expect(page).toHaveURL(/from=/)
  await pounds.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/paquetes\?from=.*clientId=/)
  await page.goBack()
  await expect(pounds).toBeVisible()

  await page.evaluate('window.print = () => { window.isPrinted = true }')
  await page.getByRole('button', { name: 'Imprimir' }).click()
  expect(await page.evaluate('window.isPrinted')).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByLabel('Período')).toBeHidden()
  await expect(pounds).toBeVisible()
  await expect(page.getByText('Cerrar Sesión')).toBeHidden()
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(/\/MediaBox \[[^\]]*\]/g), 'one letter paper on its side').toEqual(['/MediaBox [0 0 792 612]'])
})
