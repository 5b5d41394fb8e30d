import { expect, test } from '@playwright/test'
import { greyPng } from '../../tools/grey-png.ts'
import { expectFieldError, isPhone } from './support/gestures.ts'
import { enter, expectAccessible, openCompany } from './support/world.ts'

test('the admin gives the company its name, data and logo, and they show at once', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/admin/settings', 'admin')
  await expect(page.getByRole('heading', { name: 'Configuración', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sin Cambios' })).toBeDisabled()
  await expect(page.getByLabel('Subdominio')).toHaveAttribute('readonly')
  await expectAccessible(page)

  await page.getByLabel('Nombre').fill('')
  await page.getByLabel('Correo electrónico').fill('sin arroba')
  await page.getByLabel('Prefijo de casillero').fill('b')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expectFieldError(page.getByLabel('Nombre'), 'El nombre es requerido')
  await expectFieldError(page.getByLabel('Correo electrónico'), 'Ingrese un correo electrónico válido')
  await expectFieldError(page.getByLabel('Prefijo de casillero'), 'El prefijo debe tener de 2 a 5 letras')
  await expect(page.getByLabel('Nombre')).toBeFocused()
  await expectAccessible(page)

  await page.getByLabel('Nombre').fill('Encomiendas del Lago')
  await page.getByLabel('RUC').fill('J0310000123456')
  await page.getByLabel('Dirección', { exact: true }).fill('Costado sur del parque, Granada')
  await page.getByLabel('Teléfono').fill('2552 1234')
  await page.getByLabel('Correo electrónico').fill('hola@lago.example')
  await page.getByLabel('Prefijo de casillero').fill('lago')

  const logo = page.locator('input[type=file]')
  await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('El logo debe ser una imagen PNG, JPEG o WebP de hasta 2 MB')).toBeVisible()
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: greyPng(1600, 800) })
  await expect(page.getByText('El logo debe ser')).toBeHidden()
  // The preview shows the picture that will be sent.
  const preview = page.getByRole('main').locator('img')
  await expect(preview).toHaveAttribute('src', /^blob:/)
  await expect(preview).toHaveJSProperty('naturalWidth', 512)
  await expect(preview).toHaveJSProperty('naturalHeight', 256)
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('¡Configuración actualizada exitosamente!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sin Cambios' })).toBeDisabled()
  await expect(page.getByRole('main').locator('img')).toHaveAttribute('src', /^\/logos\/[0-9a-f]{64}\.webp$/)
  await expect(page.getByLabel('Prefijo de casillero')).toHaveValue('LAGO')

  if (isPhone(page)) await page.getByRole('button', { name: 'Abrir menú' }).click()
  const sidebar = isPhone(page)
    ? page.getByRole('dialog', { name: 'Menú' })
    : page.getByRole('complementary', { name: 'Barra lateral' })
  await expect(sidebar.getByText('Encomiendas del Lago')).toBeVisible()
  await expect(sidebar.locator('img')).toHaveAttribute('src', /\.webp$/)
  await expect(page).toHaveTitle('Configuración · Encomiendas del Lago')
  await sidebar.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page.getByRole('heading', { name: 'Encomiendas del Lago' })).toBeVisible()
  await expect(page.locator('img')).toHaveAttribute('src', /\.webp$/)

  const client = { firstName: 'Ana', lastNames: 'Ruiz', phone: '50588123456' }
  expect(await company.api('POST /api/client', { body: client })).toMatchObject({ data: { casillero: 'LAGO0001' } })
})

test('what one admin types survives what another saves meanwhile', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/admin/settings/general', 'admin')
  await page.getByLabel('RUC').fill('J0310000999999')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: greyPng(40, 40) }
  await page.locator('input[type=file]').setInputFiles(logo)
  const preview = page.getByRole('main').locator('img')
  await expect(preview).toHaveJSProperty('naturalWidth', 40)
  await company.api('PUT /api/companies/update', { body: { name: 'Encomiendas del Sur', phone: '2222 0000' } })
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('Otra persona cambió este registro')).toBeVisible()
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.getByLabel('Nombre')).toHaveValue('Encomiendas del Sur')
  await expect(page.getByLabel('Teléfono')).toHaveValue('2222 0000')
  await expect(page.getByLabel('RUC')).toHaveValue('J0310000999999')
  await expect(preview).toHaveAttribute('src', /^blob:/)
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(preview).toHaveAttribute('src', /\.webp$/)
  await expect(page.getByText('¡Configuración actualizada exitosamente!')).toBeVisible()
})

test('a user who is no admin finds no settings', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/admin/settings/currencies')
  await expect(page).toHaveURL(`${company.url}/dashboard`)
})
