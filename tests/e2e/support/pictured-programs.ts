import type { Page } from '@playwright/test'
import { demoPassword } from '../../../server/src/demo/staff.ts'
import { expect } from './patient-expect.ts'
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
  await dialogOf(page).getByLabel('Contraseña actual').fill(demoPassword)
  await dialogOf(page).getByRole('button', { name: 'Crear Token' }).click()
  await expect(page.getByRole('button', { name: 'Ya lo copié' })).toBeVisible()
}

/** Thirty packages of a warehouse: some without a weight, one column that no name tells. */
function listOfWarehouse(): Buffer {
  const lines = Array.from({ length: 30 }, (_, row) => {
    const casillero = ['DEM0001', 'dem 12', '0031'][row % 3]
    const weight = row % 9 === 8 ? '12 aprox' : (0.8 + row / 4).toFixed(2)
    const method = row % 4 === 3 ? 'OCEAN' : 'AIR'
    return `1Z77${Date.now()}${row};${casillero};${weight};${method};25/10/2026;${row === 0 ? 'caja golpeada' : ''}`
  })
  return Buffer.from(['Tracking #;Casillero;Weight (kg);Servicio;Fecha;Obs.', ...lines].join('\r\n'))
}

async function showColumns(page: Page): Promise<void> {
  const file = { name: 'bodega-miami-octubre.csv', mimeType: 'text/csv', buffer: listOfWarehouse() }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('combobox', { name: 'Obs.' }).waitFor()
}

async function showRows(page: Page): Promise<void> {
  await showColumns(page)
  await page.getByRole('combobox', { name: 'Obs.' }).selectOption('Comentarios')
  await page.getByRole('button', { name: 'Revisar 30 filas' }).click()
  await page.getByRole('button', { name: /^Importar \d+ filas/ }).waitFor()
}

async function loadRows(page: Page): Promise<void> {
  await showRows(page)
  await page.getByRole('button', { name: /^Importar \d+ filas/ }).click()
  await page.getByText('Una carga a la vez por empresa').waitFor()
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
      await expect(dialogOf(page).getByText('1 intento').first()).toBeVisible()
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
  { name: 'importar-columnas', path: '/importar/packages', arrange: ({ page }) => showColumns(page) },
  { name: 'importar-vista-previa', path: '/importar/packages', arrange: ({ page }) => showRows(page) },
  { name: 'importar-resultado', path: '/importar/packages', arrange: ({ page }) => loadRows(page) },
  {
    name: 'datos-cargas',
    path: '/admin/datos/cargas',
    arrange: ({ page }) => page.getByText('bodega-miami-octubre.csv').first().waitFor(),
  },
]
