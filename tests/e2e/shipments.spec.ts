import { expect, type Page, test } from '@playwright/test'
import { buildShipping } from '../support/dispatch.ts'
import { select, toast } from './support/gestures.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

/** Types a code as a scanner does, with Enter at its end. */
async function scan(page: Page, code: string | null): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Código del paquete' })
  await expect(field).toBeFocused()
  await field.fill(code ?? '')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
}

test('a shipment is filled by scanning, sent, and received with one missing and one extra', async ({ page }) => {
  const shop = await openShop()
  const { statuses } = shop
  const first = await shop.receive({ statusId: statuses.received, weight: 10 })
  const second = await shop.receive({ statusId: statuses.received, weight: 4.5 })
  const bySea = await shop.receive({ shippingMethod: 'maritimo', tariffId: shop.sea.id })
  const extra = await shop.receive({ statusId: statuses.received })
  await enter(page, shop, '/embarques', 'admin')
  await expect(page.getByText('No hay embarques')).toBeVisible()
  await page.getByRole('button', { name: 'Nuevo Embarque' }).first().click()
  await page.getByLabel('Guía (AWB o BL)').fill('230-4471 8836')
  await page.getByRole('textbox', { name: 'Agente', exact: true }).fill('Volaris Cargo')
  await page.getByRole('button', { name: 'Crear Embarque' }).click()
  await expect(page.getByRole('heading', { name: 'Embarque #1', level: 1 })).toBeVisible()

  await scan(page, first.tracking)
  await expect(page.getByRole('status').filter({ hasText: `#${first.companyPackageId}` })).toBeVisible()
  await scan(page, second.tracking)
  await scan(page, second.tracking)
  await expect(page.getByText('ya está en este embarque')).toBeVisible()
  await scan(page, bySea.tracking)
  await expect(page.getByText('es marítimo y este embarque es aéreo')).toBeVisible()
  await scan(page, 'NADA')
  await expect(page.getByText('NADA: ningún paquete tiene ese código')).toBeVisible()
  await expect(page.getByText('14.50', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Enviar' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('2 paquetes de 1 cliente')).toBeVisible()
  await expect(dialog.getByLabel('Al enviar pasan a')).toHaveValue(statuses.inTransit)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enviar' }).dblclick()
  await expect(toast(page, 'Embarque enviado')).toBeVisible()

  await expect(page.getByText('Por llegar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Terminar llegada' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Recibir' }).click()
  await expect(page.getByRole('main')).toContainText('2 paquetes14.50 lbs')
  await scan(page, first.tracking)
  await expect(page.getByText('En la lista')).toBeVisible()
  await expect(page.getByText('1 de 2')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('1 paquete4.50 lbs')
  await scan(page, extra.tracking)
  await expect(page.getByText('Se agregó a este embarque')).toBeVisible()
  await scan(page, '9400111899223197400113')
  await expect(page.getByText('no está en el sistema').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Terminar llegada' }).click()
  await expect(dialog.getByText('Falta 1 paquete')).toBeVisible()
  await dialog.getByLabel('Los vistos pasan a').selectOption(statuses.ready)
  await dialog.getByRole('button', { name: 'Terminar llegada' }).click()
  await expect(toast(page, 'Llegada registrada')).toBeVisible()
})

/** A paid invoice of two packages that is sent to its client's door. */
async function addShipment(shop: Shop) {
  const packages = [await shop.receive(), await shop.receive()]
  const invoice = await shop.invoice(packages, {
    currencyId: shop.nio,
    shipping: buildShipping(shop),
  })
  const body = { total: invoice.totalAmount, method: 'transfer' as const, currencyId: shop.nio }
  await shop.api('POST /api/invoices/:id/payments', { params: { id: invoice.id }, body })
  return packages.map(({ tracking }) => tracking)
}

test('a dispatch is filled and emptied by scanning, outlives leaving and a reload, says whom it notifies and what another clerk sent, and leaves once', async ({
  page,
}) => {
  const shop = await openShop()
  await addShipment(shop)
  const [, second = null] = await addShipment(shop)
  await enter(page, shop, '/envios')
  await select(page, 'envío de Ana Lucía Núñez Báez, factura #1')
  await page.getByRole('button', { name: 'Despachar' }).click()
  await expect(page.getByRole('heading', { name: 'Nuevo despacho', level: 1 })).toBeVisible()
  const row = (invoice: number) => page.getByRole('main').getByText(`#${invoice} · Matagalpa, Bo. Guanuca`)
  await expect(row(1)).toBeVisible()

  await scan(page, second)
  await expect(row(2)).toBeVisible()
  await expect(page.getByText('Un aviso por cliente: 1 mensaje')).toBeVisible()
  await scan(page, second)
  await expect(page.getByText('ya está en este despacho')).toBeVisible()
  await page.getByLabel('Quitar lo que se escanee').check()
  await page.keyboard.type('x')
  await scan(page, second)
  await expect(row(2)).toHaveCount(0)
  await page.getByLabel('Quitar lo que se escanee').uncheck()
  await page.keyboard.type('x')
  await scan(page, second)
  await expect(row(2)).toBeVisible()
  await page.getByLabel('Transportista').fill('Cargotrans')
  await page.getByLabel('Guía').fill('0088-41275')
  await page.keyboard.press('Enter')
  await page.keyboard.type('420')
  await expectAccessible(page)
  // No head of a table lies over its first row.
  await page.setViewportSize({ width: 800, height: 900 })
  await row(1).click({ trial: true })
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('link', { name: 'Envíos', exact: true }).last().click()
  await page.getByRole('link', { name: 'Seguir con el despacho' }).click()
  await expect(page.getByLabel('Guía')).toHaveValue('0088-41275')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Código del paquete' })).toBeFocused()
  await expect(page.getByLabel('Transportista')).toHaveValue('Cargotrans')
  await expect(page.getByLabel('Costo', { exact: true })).toHaveValue('420.00')

  const { data: waiting } = await shop.api('GET /api/invoice-shipments')
  await shop.api('POST /api/dispatches', { body: { shipmentIds: [waiting[0]?.id ?? ''], carrier: 'Bus' } })
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 envíos')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await expect(dialog).toContainText('ya lo envió en el despacho #1: factura #1')
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(page.getByText('lo envió en el #1')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar: envío de Ana Lucía Núñez Báez, factura #1' }).click()
  await expect(row(1)).toHaveCount(0)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(dialog).toContainText('1 envío')
  await expect(dialog).toContainText('1 mensaje')
  await dialog.getByRole('button', { name: 'Enviar' }).dblclick()
  await expect(toast(page, 'Despacho enviado')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Despacho #2', level: 1 })).toBeVisible()
  expect((await shop.api('GET /api/dispatches')).data).toHaveLength(2)
  await page.goto(`${shop.url}/envios`)
  await expect(page.getByText('No hay envíos por despachar')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Seguir con el despacho' })).toHaveCount(0)
})
