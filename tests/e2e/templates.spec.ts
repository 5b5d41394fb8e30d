import { expect, test } from '@playwright/test'
import { isPhone, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { openTemplate, readyTitle } from './support/templates.ts'
import { enter, expectAccessible } from './support/world.ts'

test('the text of a template is not lost when the user leaves it', async ({ page }) => {
  const shop = await openShop()
  await enter(page, shop, '/admin/settings/templates', 'admin')
  await openTemplate(page, readyTitle)
  const text = page.getByRole('textbox', { name: readyTitle })
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await page.getByRole('button', { name: 'Negrita' }).click()
  await expect(toast(page, 'Selecciona el texto que quieres formatear')).toBeVisible()
  await text.fill('Venga hoy')
  await text.selectText()
  await page.getByRole('button', { name: 'Cursiva' }).click()
  await expect(text).toHaveValue('_Venga hoy_')
  await expect(page.getByText('Cambios sin guardar')).toBeVisible()

  const question = page.getByRole('dialog', { name: '¿Guardar los cambios?' })
  await openTemplate(page, 'Paquete en aduana')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(text).toHaveValue('_Venga hoy_')

  // Another admin saves the same text meanwhile.
  const { data } = await shop.api('GET /api/templates')
  const ready = data.find(({ title }) => title === readyTitle)
  await shop.api('PUT /api/templates/:id', { params: { id: ready?.id ?? '' }, body: { customContent: 'Otro' } })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Lo que usted escribió sigue aquí' })).toBeVisible()
  await expect(text).toHaveValue('_Venga hoy_')
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.getByRole('button', { name: 'Recargar' })).toBeHidden()

  await openTemplate(page, 'Paquete en aduana')
  await question.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('textbox', { name: 'Paquete en aduana' })).toBeVisible()
  const saved = (await shop.api('GET /api/templates')).data.find(({ id }) => id === ready?.id)
  expect(saved).toMatchObject({ content: '_Venga hoy_', isCustomized: true })

  await openTemplate(page, isPhone(page) ? `${readyTitle} (editada)` : readyTitle)
  await page.getByRole('button', { name: 'Texto original' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Cambios sin guardar')).toBeHidden()
  const restored = (await shop.api('GET /api/templates')).data.find(({ id }) => id === ready?.id)
  expect(restored).toMatchObject({ isCustomized: false, customContent: null })

  await text.fill('Al salir se pregunta también')
  if (isPhone(page)) await page.getByLabel('Configuración', { exact: true }).selectOption({ label: 'General' })
  else await page.getByRole('tab', { name: 'General' }).click()
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(page).toHaveURL(`${shop.url}/admin/settings/general`)
  expect((await shop.api('GET /api/templates')).data.find(({ id }) => id === ready?.id)?.isCustomized).toBe(false)
})
