import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { actOn, expectFieldError, isPhone } from './gestures.ts'
import { enter, expectAccessible, openCompany } from './world.ts'

/** A black picture as large as a phone takes it: header, one compressed block of pixels, end. */
function largePicture(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(content.length, 0)
    frame.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of grey.
  header[8] = 8
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

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
  await page.getByLabel('Dirección').fill('Costado sur del parque, Granada')
  await page.getByLabel('Teléfono').fill('2552 1234')
  await page.getByLabel('Correo electrónico').fill('hola@lago.example')
  await page.getByLabel('Prefijo de casillero').fill('lago')

  const logo = page.locator('input[type=file]')
  await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('El logo debe ser una imagen PNG, JPEG o WebP de hasta 2 MB')).toBeVisible()
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: largePicture(1600, 800) })
  await expect(page.getByText('El logo debe ser')).toBeHidden()
  // What is shown is what will be sent.
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
  await company.api('PUT /api/companies/update', { body: { name: 'Encomiendas del Sur', phone: '2222 0000' } })
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('Otra persona cambió este registro')).toBeVisible()
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.getByLabel('Nombre')).toHaveValue('Encomiendas del Sur')
  await expect(page.getByLabel('Teléfono')).toHaveValue('2222 0000')
  await expect(page.getByLabel('RUC')).toHaveValue('J0310000999999')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('¡Configuración actualizada exitosamente!')).toBeVisible()
})

test('the admin adds a currency, changes a rate and reads who changed it', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/admin/settings/currencies', 'admin')
  await expect(page.getByText('Todas las tasas son relativas al USD')).toBeVisible()
  await expect(page.getByText('Predeterminada', { exact: true })).toHaveCount(1)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Nueva Moneda' }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Crear Moneda' })
  await save.click()
  await expect(dialog.getByLabel('Código')).toBeFocused()
  await expectFieldError(dialog.getByLabel('Código'), 'El código de moneda es requerido')
  await expectFieldError(dialog.getByLabel('Nombre'), 'El nombre de la moneda es requerido')
  await expectFieldError(dialog.getByLabel('Símbolo'), 'El símbolo de la moneda es requerido')
  await expectFieldError(dialog.getByLabel('Tasa Compra'), 'La tasa de compra debe ser mayor a 0')
  await expectFieldError(dialog.getByLabel('Tasa Venta'), 'La tasa de venta debe ser mayor a 0')
  await expectAccessible(page)
  await dialog.getByLabel('Código').fill('eur')
  await dialog.getByLabel('Nombre').fill('Euro')
  await dialog.getByLabel('Símbolo').fill('€')
  await dialog.getByLabel('Tasa Compra').fill('0.9')
  await dialog.getByLabel('Tasa Venta').fill('0.905')
  await expect(dialog.getByText('Margen: €-0.0050')).toBeVisible()
  await expect(dialog.getByText('⚠️ La tasa de compra debe ser mayor que la de venta')).toBeVisible()
  await expect(dialog.getByText('€ que paga el cliente por cada US$ 1')).toBeVisible()
  await save.click()
  await expect(dialog.getByText('La tasa de compra debe ser mayor o igual que la tasa de venta')).toBeVisible()
  await expect(dialog.getByLabel('Tasa Compra')).toBeFocused()
  await dialog.getByLabel('Tasa Compra').fill('0.94')
  await expect(dialog.getByText('Margen: €0.0350')).toBeVisible()
  await expect(dialog.getByText('✓ Configuración válida')).toBeVisible()
  await save.click()
  await expect(page.getByText('Moneda creada exitosamente')).toBeVisible()
  await expect(page.getByRole('main').getByText('€0.0350')).toBeVisible()

  await actOn(page, 'NIO', 'Editar moneda')
  await dialog.getByLabel('Tasa Compra').fill('36.95')
  await dialog.getByRole('button', { name: 'Actualizar Moneda' }).click()
  await expect(page.getByText('Moneda actualizada exitosamente')).toBeVisible()
  await actOn(page, 'NIO', 'Editar moneda')
  await dialog.getByRole('tab', { name: 'Historial de tasas' }).click()
  const change = dialog.getByRole('list', { name: 'Historial de tasas' }).getByRole('listitem')
  await expect(change).toContainText('María Fernanda Castellón Rivas')
  await expect(change).toContainText('C$36.8000')
  await expect(change).toContainText('C$36.9500')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  await actOn(page, 'USD', 'Editar moneda')
  await expect(dialog.getByLabel('Código')).toHaveAttribute('readonly')
  await expect(dialog.getByLabel('Tasa Compra')).toHaveAttribute('readonly')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  await actOn(page, 'NIO', 'Establecer como predeterminada')
  await expect(page.getByText('Moneda predeterminada actualizada exitosamente')).toBeVisible()
  await actOn(page, 'EUR', 'Eliminar moneda')
  await page.getByRole('button', { name: 'Eliminar Moneda', exact: true }).click()
  await expect(page.getByText('Moneda eliminada exitosamente')).toBeVisible()

  await page.getByRole('searchbox').fill('cordoba')
  await expect(page).toHaveURL(/search=cordoba/)
  await expect(page.getByRole('main').getByText('USD', { exact: true })).toBeHidden()
  await page.getByRole('searchbox').fill('yen')
  await expect(page.getByText('No se encontraron monedas')).toBeVisible()
})

test('the admin keeps the shipping methods', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/admin/settings/shipping-methods', 'admin')
  const dialog = page.getByRole('dialog')
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Nuevo Método de Envío' }).click()
    await dialog.getByLabel('Nombre').fill(name)
    await dialog.getByRole('button', { name: 'Crear Método' }).click()
    await expect(dialog).toBeHidden()
  }
  await add('Cargotrans')
  await page.getByRole('button', { name: 'Nuevo Método de Envío' }).click()
  await dialog.getByLabel('Nombre').fill('   ')
  await dialog.getByRole('button', { name: 'Crear Método' }).click()
  await expect(dialog.getByText('El nombre del método de envío es requerido')).toBeVisible()
  await dialog.getByLabel('Nombre').fill('Bus a Rivas')
  await dialog.getByRole('button', { name: 'Crear Método' }).click()
  await expect(dialog).toBeHidden()

  await actOn(page, 'Cargotrans', 'Establecer como predeterminado')
  await expect(page.getByText('Método predeterminado actualizado exitosamente')).toBeVisible()
  await page.getByRole('switch', { name: 'Activo Bus a Rivas' }).click()
  await expect(page.getByText('Método de envío desactivado exitosamente')).toBeVisible()
  await expect(page.getByText('Bus a Rivas')).toBeHidden()
  // A pointer over the messages holds them, and on a phone they cover the switch.
  await page.mouse.move(0, 0)
  await page.getByRole('switch', { name: 'Mostrar inactivos' }).click()
  await expect(page.getByText('Bus a Rivas').first()).toBeVisible()
  await expect(page.getByText('Inactivo', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Mostrar inactivos' })).toBeChecked()

  await actOn(page, 'Cargotrans', 'Editar')
  await dialog.getByLabel('Predeterminado').uncheck()
  await dialog.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(dialog.getByText('Siempre hay un método predeterminado: elija otro en su lugar')).toBeVisible()
  await dialog.getByLabel('Predeterminado').check()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await actOn(page, 'Bus a Rivas', 'Eliminar')
  await page.getByRole('button', { name: 'Eliminar Método' }).click()
  await expect(page.getByText('Método de envío eliminado exitosamente')).toBeVisible()
})

test('the admin renames and orders the statuses, and what the product does with them stays', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/admin/settings/statuses', 'admin')
  const dialog = page.getByRole('dialog')
  await actOn(page, 'Listo para retirar', 'Editar')
  await expect(dialog.getByText('Los paquetes en este estado se pueden facturar.')).toBeVisible()
  await dialog.getByLabel('Nombre').fill('En sucursal')
  await dialog.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('Estado actualizado exitosamente')).toBeVisible()

  await page.getByRole('button', { name: 'Nuevo Estado' }).click()
  await dialog.getByLabel('Nombre').fill('En ruta a Granada')
  await dialog.getByRole('button', { name: 'Crear Estado' }).click()
  await expect(page.getByText('Estado creado exitosamente')).toBeVisible()
  await expectAccessible(page)

  const up = page.getByRole('button', { name: 'Subir: En ruta a Granada' })
  await up.focus()
  for (const place of [5, 4]) {
    await page.keyboard.press('Enter')
    await expect(page.getByText(`En ruta a Granada es ahora el ${place} de 6`)).toBeAttached()
    await expect(up).toBeFocused()
  }
  const down = page.getByRole('button', { name: 'Bajar: En ruta a Granada' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('En ruta a Granada es ahora el 5 de 6')).toBeAttached()
  await expect(down).toBeFocused()

  await actOn(page, 'En tránsito', 'Eliminar')
  await page.getByRole('button', { name: 'Eliminar Estado' }).click()
  await expect(page.getByText('Estado eliminado exitosamente')).toBeVisible()
  const parcel = await company.api('POST /api/packages', { body: { tracking: '1Z1', shippingMethod: 'aereo' } })
  expect(parcel).toMatchObject({ success: true })
  await actOn(page, 'En ruta a Granada', 'Editar')
  await dialog.getByLabel('Estado final').check()
  await dialog.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(dialog).toBeHidden()

  const { data } = await company.api('GET /api/statuses')
  expect(data).toMatchObject([
    { name: 'Recibido en bodega US', role: 'warehouse_us' },
    { name: 'En aduana' },
    { name: 'En sucursal', role: 'ready', orderPosition: 3 },
    { name: 'En ruta a Granada', isFinalStatus: true },
    { name: 'Entregado', isFinalStatus: false, orderPosition: 5 },
  ])
})

test('a status that a package is in is not deleted, and the dialog says so', async ({ page }) => {
  const company = await openCompany()
  const { data } = await company.api('GET /api/statuses')
  const statusId = data.find((status) => status.name === 'En tránsito')?.id
  await company.api('POST /api/packages', { body: { tracking: '1Z1', shippingMethod: 'aereo', statusId } })
  await enter(page, company, '/admin/settings/statuses', 'admin')
  await actOn(page, 'En tránsito', 'Eliminar')
  await page.getByRole('button', { name: 'Eliminar Estado' }).click()
  await expect(page.getByText('No se puede eliminar: hay paquetes en este estado')).toBeVisible()
  await expectAccessible(page)
})

test('whoever is no admin finds no settings', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/admin/settings/currencies')
  await expect(page).toHaveURL(`${company.url}/dashboard`)
})
