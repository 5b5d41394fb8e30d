import { expect, type Page, test } from '@playwright/test'
import { actionsOf, actOn, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const changing = /nuev|crear|editar|eliminar|guardar|registrar|cambiar|configurar|agregar|seleccionar|quitar/i

/** Expects no control on the screen that creates, edits or deletes; menus are opened for it. */
async function expectReadOnly(page: Page): Promise<void> {
  for (const role of ['button', 'link', 'menuitem', 'checkbox', 'textbox', 'tab'] as const) {
    await expect(page.getByRole(role, { name: changing })).toHaveCount(0)
  }
}

test('a viewer can see every screen and change nothing', async ({ page }) => {
  const shop = await openShop()
  const [shoes] = [await shop.receive({ description: 'Zapatos' }), await shop.receive({ description: 'Lámpara' })]
  await shop.invoice([shoes])
  await enter(page, shop, '/clients', 'viewer')
  await expect(page.getByRole('main')).toContainText('Ana Lucía Núñez Báez')
  await expectReadOnly(page)
  await expectAccessible(page)

  await page.goto(`${shop.url}/paquetes`)
  await expect(page.getByRole('main')).toContainText('Facturado')
  await expectReadOnly(page)
  expect(await actionsOf(page, 'paquete #2')).toEqual(['Ver detalles'])
  await actOn(page, 'paquete #2', 'Ver detalles')
  const dialog = page.getByRole('dialog', { name: 'Paquete' })
  await expect(dialog).toContainText('Lámpara')
  await expectReadOnly(page)
  await dialog.getByRole('tab', { name: 'Historial 1' }).click()
  await expect(dialog.getByText('1 cambio registrado')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${shop.url}/tarifas`)
  await expect(page.getByRole('main')).toContainText('US$3.75')
  await expectReadOnly(page)
  await expectAccessible(page)

  await page.goto(`${shop.url}/facturar`)
  await expect(page.getByText('Pendiente', { exact: true })).toBeVisible()
  await expectReadOnly(page)
  await expect(page.getByRole('combobox')).toHaveCount(0)
  expect(await actionsOf(page, 'factura #1')).toEqual(['Ver detalles', 'Imprimir'])
  await actOn(page, 'factura #1', 'Ver detalles')
  const invoice = page.getByRole('dialog', { name: 'Factura #1' })
  await expect(invoice).toContainText('US$7.50')
  await expectReadOnly(page)
  await expectAccessible(page)
})

test('the server refuses what a viewer is not offered, and keeps the session', async ({ page }) => {
  const shop = await openShop()
  const { token } = await shop.openSession('viewer')
  const body = { firstName: 'Intruso', lastNames: 'X', phone: '50581234567' }
  const { status, text } = await shop.send('POST /api/client', { body }, token)
  expect([status, JSON.parse(text).message]).toEqual([403, 'No tiene permiso para realizar esta acción'])

  await enter(page, shop, '/clients', 'user')
  const name = 'Ana Lucía Núñez Báez'
  await actOn(page, name, 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar Cliente' })
  await form.getByLabel('Ciudad').fill('Granada')
  await shop.become('user', 'viewer')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, 'No tiene permiso para realizar esta acción')).toBeVisible()
  await expect(form.getByLabel('Ciudad')).toHaveValue('Granada')
  await expect(page).toHaveURL(/\/clients$/)
})
