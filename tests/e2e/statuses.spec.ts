import { expect, test } from '@playwright/test'
import { actOn } from './support/gestures.ts'
import { enter, expectAccessible, openCompany } from './support/world.ts'

test('the admin renames and orders the statuses, and what the product does with them stays', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/admin/estados', 'admin')
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
  const courierPackage = await company.api('POST /api/packages', { body: { tracking: '1Z1', shippingMethod: 'aereo' } })
  expect(courierPackage).toMatchObject({ success: true })
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
  await enter(page, company, '/admin/estados', 'admin')
  await actOn(page, 'En tránsito', 'Eliminar')
  await page.getByRole('button', { name: 'Eliminar Estado' }).click()
  await expect(page.getByText('No se puede eliminar: hay paquetes en este estado')).toBeVisible()
  await expectAccessible(page)
})
