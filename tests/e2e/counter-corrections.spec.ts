import { expect, type Locator, test } from '@playwright/test'
import { chooseClient, rowOf, summaryOf } from './support/counter.ts'
import { isPhone, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('weights and tariffs are corrected at the counter', async ({ page }) => {
  const shop = await openShop()
  const { data: special } = await shop.api('POST /api/tariffs', {
    body: { name: 'Mayorista', type: 'aereo', pricePerPound: 3 },
  })
  await shop.receive({ description: 'Zapatos' })
  const light = await shop.receive({ description: 'Lámpara', weight: null })
  await enter(page, shop, '/facturar')
  await chooseClient(page, shop.client.casillero, 1)
  const checkbox = page.getByRole('checkbox', { name: 'Facturar el paquete #2' })
  await expect(rowOf(page, 'Lámpara')).toContainText('Falta peso')
  await expect(checkbox).toBeDisabled()
  await page.getByRole('button', { name: 'Peso del paquete #2: Sin peso. Editar' }).click()
  await page.getByRole('textbox', { name: 'Peso del paquete #2 en libras' }).fill('4')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Peso actualizado')).toBeVisible()
  await expect(rowOf(page, 'Lámpara')).not.toContainText('Falta peso')
  await checkbox.check()
  await expect(summaryOf(page)).toContainText(/Total USD\s*US\$22\.50/)

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Peso del paquete #2: 4.00 lbs. Editar' }).click()
  await page.getByRole('textbox', { name: 'Peso del paquete #2 en libras' }).fill('40')
  await page.keyboard.press('Enter')
  const failed = toast(page, 'Error al actualizar peso')
  await expect(failed).toContainText('No hay conexión con el servidor; intente de nuevo.')
  await expect(summaryOf(page)).toContainText(/Total USD\s*US\$22\.50/)
  await page.context().setOffline(false)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Cambiar Tarifas' }).click()
  await page.getByRole('combobox', { name: 'Tipo de tarifa' }).selectOption('Aéreo')
  await page.getByRole('combobox', { name: 'Tarifa', exact: true }).selectOption('Mayorista · US$3.00/lb')
  await page.getByRole('button', { name: 'Aplicar a 2 paquetes' }).click()
  await expect(toast(page, 'Tarifa actualizada para 2 paquetes')).toBeVisible()
  await expect(summaryOf(page)).toContainText(/Total USD\s*US\$18\.00/)
  await expectAccessible(page)
  const { data } = await shop.api('GET /api/packages/:id', { params: { id: light.id } })
  expect(data).toMatchObject({ weight: 4, tariffId: special.id, finalPricePerPound: 3, totalPrice: 12 })
})

test('the discount of a row shows its outcome, and hidden payments show how many are sent', async ({ page }) => {
  const shop = await openShop()
  await shop.receive({ description: 'Zapatos' })
  await enter(page, shop, '/facturar')
  await chooseClient(page, 'nunez', 1)
  const edit = async () => {
    if (isPhone(page)) await page.getByRole('button', { name: /^Descuento del paquete #1: / }).click()
  }
  const keep = async (field: Locator) => {
    if (isPhone(page)) await page.getByRole('button', { name: 'Guardar' }).click()
    else await field.blur()
  }
  const kind = page.getByRole('combobox', { name: 'Tipo de descuento del paquete #1' })
  const dollars = page.getByRole('textbox', { name: 'Descuento del paquete #1 en US$' })
  const toastOf = (text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text, { exact: true })
  const read = async (text: string) => {
    await expect(toastOf(text)).toBeVisible()
    await page.getByRole('button', { name: 'Cerrar aviso' }).click()
    await expect(toastOf(text)).toBeHidden()
  }
  await read('1 paquetes listos para facturar')

  await edit()
  await kind.selectOption('US$')
  await dollars.fill('6')
  await keep(dollars)
  await read('Descuento actualizado')
  await edit()
  await kind.selectOption('%')
  await keep(kind)
  await read('Descuento actualizado')
  await expect(rowOf(page, 'Zapatos')).toContainText('US$7.05')
  await edit()
  await kind.selectOption('US$')
  await dollars.fill('150')
  await kind.selectOption('%')
  await expect(toastOf('Error al actualizar descuento')).toBeVisible()
  await expect(dollars).toHaveValue(/^150(\.00)?$/)
  await keep(dollars)

  await page.getByRole('button', { name: 'Agregar Pagos' }).click()
  await page.getByRole('group', { name: 'Pago 1' }).getByLabel('Monto').fill('5')
  await page.getByRole('button', { name: 'Agregar otro pago' }).click()
  await expect(page.getByRole('group', { name: 'Pago 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Ocultar Pagos' }).click()
  await expect(page.getByRole('region', { name: 'Pagos' })).toContainText('1 pago · US$5.00')
})
