import type { Page } from '@playwright/test'
import { expect } from './patient-expect.ts'
import { dialogOf, openFirst, openForm, type Picture } from './pictured-screens.ts'

/** Opens the first row by a click, or by a tap on a phone. */
async function openRow(page: Page, text: string): Promise<void> {
  await page.getByRole('main').locator('tbody tr, ul > li').filter({ hasText: text }).first().click()
  await expect(dialogOf(page).getByRole('button', { name: 'Cancelar' })).toBeVisible()
}

export const settingsScreens: readonly Picture[] = [
  { name: 'usuarios', path: '/admin/users' },
  { name: 'usuario-nuevo', path: '/admin/users', arrange: ({ page }) => openForm(page, 'Nuevo Usuario') },
  { name: 'usuario-editar', path: '/admin/users', arrange: ({ page }) => openFirst(page, 'Editar') },
  { name: 'usuario-eliminar', path: '/admin/users', arrange: ({ page }) => openFirst(page, 'Eliminar') },
  { name: 'general', path: '/admin/settings/general' },
  { name: 'monedas', path: '/admin/settings/currencies' },
  { name: 'moneda-nueva', path: '/admin/settings/currencies', arrange: ({ page }) => openForm(page, 'Nueva Moneda') },
  { name: 'moneda-editar', path: '/admin/settings/currencies', arrange: ({ page }) => openRow(page, 'NIO') },
  { name: 'metodos', path: '/admin/settings/shipping-methods?inactivos=si' },
  {
    name: 'metodo-nuevo',
    path: '/admin/settings/shipping-methods',
    arrange: ({ page }) => openForm(page, 'Nuevo Método de Envío'),
  },
  { name: 'estados', path: '/admin/estados' },
  { name: 'estado-nuevo', path: '/admin/estados', arrange: ({ page }) => openForm(page, 'Nuevo Estado') },
  { name: 'bitacora', path: '/admin/bitacora' },
  { name: 'tarifa-eliminar', path: '/tarifas', arrange: ({ page }) => openFirst(page, 'Eliminar') },
]

/** The screens that only the operator's company has. */
export const operatorScreens: readonly Picture[] = [
  { name: 'empresas', path: '/admin/empresas' },
  { name: 'empresa-nueva', path: '/admin/empresas', arrange: ({ page }) => openForm(page, 'Nueva Empresa') },
  { name: 'empresa-editar', path: '/admin/empresas', arrange: ({ page }) => openRow(page, 'demo') },
  {
    name: 'empresa-usuarios',
    path: '/admin/empresas',
    async arrange({ page }) {
      await openFirst(page, 'Gestionar Usuarios', /Agregar Usuario/)
      await expect(dialogOf(page).locator('tbody tr, ul > li').first()).toBeVisible()
    },
  },
]
