import { expect, test } from '@playwright/test'
import { toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a phone is typed, corrected, undone and pasted whole, and is stored with its calling code', {
  tag: '@phone',
}, async ({ page }) => {
  const shop = await openShop()
  await enter(page, shop, '/clients')
  await page.getByRole('button', { name: 'Nuevo Cliente' }).first().click()
  const form = page.getByRole('dialog', { name: 'Nuevo Cliente' })
  const phone = form.getByLabel('Teléfono', { exact: true })
  const country = form.getByLabel('País del teléfono')
  const flag = form.getByRole('presentation').first()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  await phone.pressSequentially('8690-4417')
  await expect(phone).toHaveValue('8690 4417')
  await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Backspace', 'Backspace')
  await expect(phone).toHaveValue('8644 17')
  await page.keyboard.type('90')
  await expect(phone).toHaveValue('8690 4417')
  await press('ControlOrMeta+z', 'ControlOrMeta+z')
  await expect(phone).toHaveValue('8644 17')
  await press('ControlOrMeta+Shift+z')
  await expect(phone).toHaveValue('8694 417')
  await expect(flag).toHaveAttribute('src', '/flags/ni.svg')

  await press('ControlOrMeta+a')
  await page.keyboard.insertText('+1 (416) 555 0147')
  await expect(phone).toHaveValue('(416) 555-0147')
  await expect(country).toHaveValue('ca')
  await expect(flag).toHaveJSProperty('complete', true)
  await expect(flag).not.toHaveJSProperty('naturalWidth', 0)
  await expectAccessible(page)

  // The number cannot be one of the United States, and can be one of Spain.
  await country.selectOption('us')
  await expect(phone).toHaveValue('')
  await expect(phone).toBeFocused()
  await page.keyboard.type('600111222')
  await country.selectOption('es')
  await expect(phone).toHaveValue('600 11 12 22')
  await form.getByLabel('Nombre', { exact: true }).fill('Ignacio')
  await form.getByLabel('Apellidos').fill('Aguirre')
  await form.getByRole('button', { name: 'Crear Cliente' }).click()
  await expect(toast(page, 'Cliente creado exitosamente')).toBeVisible()
  const { data } = await shop.api('GET /api/client', { query: { search: 'aguirre' } })
  expect(data).toMatchObject([{ phone: '34600111222' }])
})
