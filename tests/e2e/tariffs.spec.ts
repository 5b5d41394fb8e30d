import { businessDate } from '@casillero/shared/domain/business-date'
import { expect, test } from '@playwright/test'
import { actOn, expectFieldError, search, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible, openCompany } from './support/world.ts'

test('the first default tariffs are configured, and a new default takes the place of the old one', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/tarifas', 'admin')
  await expect(page.getByText('No configurada')).toHaveCount(2)
  await page.getByRole('button', { name: 'Configurar: Aéreo' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva Tarifa' })
  await expect(form.getByRole('radio', { name: 'Aéreo' })).toBeChecked()
  await expect(form.getByLabel('Por defecto para su tipo')).toBeChecked()
  await expect(form.getByLabel('Nombre')).toHaveValue('Tarifa aérea')
  await form.getByLabel('Nombre').fill('')
  await form.getByLabel('Precio por libra').fill('tres')
  await form.getByRole('button', { name: 'Crear Tarifa' }).click()
  await expectFieldError(form.getByLabel('Nombre'), 'El nombre es requerido')
  await expectFieldError(form.getByLabel('Precio por libra'), 'Ingrese un precio por libra válido')
  await expectAccessible(page)
  await form.getByLabel('Nombre').fill('Aéreo general')
  await form.getByLabel('Precio por libra').fill('3,75')
  await form.getByRole('button', { name: 'Crear Tarifa' }).click()
  await expect(toast(page, 'Tarifa creada exitosamente')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Editar: Aéreo general' }).first()).toBeVisible()

  await company.api('POST /api/tariffs', {
    body: { name: 'Aéreo nuevo', type: 'aereo', pricePerPound: 3.5, isDefault: true },
  })
  await page.reload()
  await search(page, 'aereo')
  await expect(page.getByRole('main').getByText('Por defecto', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Editar: Aéreo nuevo' }).first()).toBeVisible()
  await expectAccessible(page)
  const { data } = await company.api('GET /api/tariffs')
  expect(data.map(({ name, isDefault, pricePerPound }) => [name, pricePerPound, isDefault])).toEqual([
    ['Aéreo general', 3.75, false],
    ['Aéreo nuevo', 3.5, true],
  ])
})

test('a tariff is given dates, edited and deleted; one in use stays', async ({ page }) => {
  const shop = await openShop()
  const { data: special } = await shop.api('POST /api/tariffs', {
    body: { name: 'Temporada', type: 'aereo', pricePerPound: 3 },
  })
  await shop.receive({ tariffId: special.id })
  await shop.api('POST /api/tariffs', { body: { name: 'Vieja', type: 'maritimo', pricePerPound: 9 } })
  await enter(page, shop, '/tarifas', 'admin')
  await actOn(page, 'Temporada', 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar Tarifa' })
  await form.getByLabel('Sin fecha de expiración').uncheck()
  const today = businessDate(new Date())
  await expect(form.getByLabel('Desde')).toHaveValue(today.split('-').reverse().join('/'))
  await form.getByLabel('Hasta').fill('01/01/2020')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expectFieldError(form.getByLabel('Hasta'), 'La fecha de fin debe ser igual o posterior a la de inicio')
  await form.getByLabel('Hasta').fill('31/12/2099')
  await form.getByLabel('Notas').fill('Solo paquetes de diciembre')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, 'Tarifa actualizada exitosamente')).toBeVisible()
  const { data } = await shop.api('GET /api/tariffs', { query: { search: 'temporada' } })
  expect(data).toMatchObject([{ startDate: today, endDate: '2099-12-31', notes: 'Solo paquetes de diciembre' }])

  await actOn(page, 'Temporada', 'Eliminar')
  const question = page.getByRole('dialog', { name: '¿Eliminar la tarifa Temporada?' })
  await question.getByRole('button', { name: 'Eliminar Tarifa' }).click()
  await expect(question.getByRole('alert')).toHaveText('No se puede eliminar: la tarifa está en uso')
  await question.getByRole('button', { name: 'Cerrar' }).last().click()
  await actOn(page, 'Vieja', 'Eliminar')
  await page.getByRole('button', { name: 'Eliminar Tarifa' }).click()
  await expect(toast(page, 'Tarifa eliminada exitosamente')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Vieja')
})
