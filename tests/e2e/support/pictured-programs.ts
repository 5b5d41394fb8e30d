import { expect, type Page } from '@playwright/test'
import { actOnFirst, dialogOf, openForm, type Picture } from './pictured-screens.ts'

/** Adds a webhook to an address that no name server knows, and a test of it. */
async function addWebhook(page: Page): Promise<void> {
  await openForm(page, 'Nuevo Webhook')
  await dialogOf(page).getByLabel('Dirección').fill(`https://avisos-${Date.now()}.ejemplo.com/casillero`)
  await dialogOf(page).getByRole('button', { name: 'Crear Webhook' }).click()
  await page.getByRole('button', { name: 'Ya lo copié' }).click()
}

async function addToken(page: Page): Promise<void> {
  await openForm(page, 'Nuevo Token')
  await dialogOf(page).getByLabel('Nombre').fill('Contabilidad')
  await dialogOf(page).getByRole('button', { name: 'Crear Token' }).click()
  await expect(page.getByRole('button', { name: 'Ya lo copié' })).toBeVisible()
}

/** What programs use and what goes in and out in files. */
export const programScreens: readonly Picture[] = [
  { name: 'datos-token', path: '/admin/datos/programas', arrange: ({ page }) => addToken(page) },
  { name: 'datos-token-nuevo', path: '/admin/datos/programas', arrange: ({ page }) => openForm(page, 'Nuevo Token') },
  { name: 'datos-programas', path: '/admin/datos/programas' },
  {
    name: 'datos-webhook-nuevo',
    path: '/admin/datos/webhooks',
    arrange: ({ page }) => openForm(page, 'Nuevo Webhook'),
  },
  {
    name: 'datos-webhook-envios',
    path: '/admin/datos/webhooks',
    async arrange({ page }) {
      await addWebhook(page)
      await actOnFirst(page, 'Probar')
      await expect(dialogOf(page).getByText('1 intento')).toBeVisible()
    },
  },
  { name: 'datos-webhooks', path: '/admin/datos/webhooks' },
  { name: 'datos-copia', path: '/admin/datos/copia' },
  { name: 'api', path: '/datos/api', arrange: ({ page }) => page.getByText('YYYY-MM-DD').waitFor() },
  {
    name: 'api-llamada',
    path: '/datos/api',
    async arrange({ page }) {
      await page.getByRole('searchbox').fill('postInvoicesByIdPayments')
      await expect(page.getByText('/payments', { exact: true })).toHaveCount(1)
      await page.getByText('/payments', { exact: true }).click()
      await expect(page.getByText('Idempotency-Key').first()).toBeVisible()
    },
  },
  { name: 'importar', path: '/importar/packages' },
]
