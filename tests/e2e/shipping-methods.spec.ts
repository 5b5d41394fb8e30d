import { expect, test } from '@playwright/test'
import { actOn } from './support/gestures.ts'
import { enter, expectAccessible, openCompany } from './support/world.ts'

test('the admin adds, switches off, changes and deletes shipping methods', async ({ page }) => {
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
  const rivas = page.getByRole('switch', { name: 'Activo Bus a Rivas' })
  await rivas.click()
  await expect(page.getByText('Método de envío desactivado exitosamente')).toBeVisible()
  await expect(rivas).toBeHidden()
  // A pointer over the toasts keeps them open, and on a phone they cover the switch.
  await page.mouse.move(0, 0)
  await page.getByRole('switch', { name: 'Mostrar inactivos' }).click()
  await expect(rivas).not.toBeChecked()
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
