import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { csvRows } from '../support/csv-rows.ts'
import { search, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function exported(page: Page, item: string): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), choose(page, item)])
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
}

test('a clerk filters packages, exports them as CSV and to Excel, and finds in the file what the list shows', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.receive({ description: 'Zapatos Ñandú; talla 8', weight: 2.5 })
  await shop.receive({ description: 'Zapatos "de gala"', weight: 3 })
  await shop.receive({ description: 'Teléfono' })
  await enter(page, shop, '/paquetes', 'viewer')
  await search(page, 'zapatos')
  await expect(page).toHaveURL(/search=zapatos/)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  const { name, content } = await exported(page, 'Exportar a CSV')
  expect(name).toMatch(/^paquetes-\d{4}-\d\d-\d\d\.csv$/)
  await expect(toast(page, `${name} está listo`)).toBeVisible()
  const [head = [], ...rows] = csvRows(content.toString('utf8'))
  const cell = (column: string) => rows.map((row) => row[head.indexOf(column)])
  expect(cell('Descripción')).toEqual(['Zapatos "de gala"', 'Zapatos Ñandú; talla 8'])
  expect(cell('Peso (lbs)')).toEqual(['3', '2.5'])
  const excel = await exported(page, 'Exportar a Excel')
  expect(excel.name).toMatch(/\.xlsx$/)
  expect(excel.content.subarray(0, 2).toString()).toBe('PK')
})

test('an export that takes long is cancelled in its toast, and one that is refused says why', async ({ page }) => {
  const shop = await openShop()
  await shop.receive()
  await enter(page, shop, '/paquetes')
  await page.route('**/api/packages/export?**', () => undefined)
  await choose(page, 'Exportar a CSV')
  await expect(toast(page, 'Exportando...')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(toast(page, 'Exportación cancelada')).toBeVisible()
  await page.unrouteAll()
  const message = 'Su empresa ya está exportando; espere a que termine'
  const body = { success: false, code: 'export_running', message, error: message }
  await page.route('**/api/packages/export?**', (route) => route.fulfill({ status: 409, json: body }))
  await choose(page, 'Exportar a CSV')
  await expect(toast(page, message)).toBeVisible()
})

test('what waits, hand-overs and closings are taken out from where they are listed', async ({ page }) => {
  const shop = await openShop()
  await shop.receive()
  for (const [path, name] of [
    ['/por-retirar', 'por-retirar'],
    ['/entregar', 'entregas'],
    ['/caja/cierres', 'turnos'],
  ] as const) {
    await enter(page, shop, path)
    const file = await exported(page, 'Exportar a CSV')
    expect(file.name).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  }
})
