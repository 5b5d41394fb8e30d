import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { pagesOf } from '../support/pdf-text.ts'
import { openDrawer } from './support/drawer.ts'
import { isPhone } from './support/gestures.ts'
import { withoutViewer } from './support/paper-downloads.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

async function paperOf(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), text: (await pagesOf(await readFile(await file.path()))).join(' ') }
}

test('a collection is printed in one click after it was saved, opened, and closed by the keyboard', async ({
  page,
}) => {
  const shop = await openShop()
  await openDrawer(shop, { nio: 500, usd: 20 })
  await shop.invoice([await shop.receive()])
  await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  await withoutViewer(page)
  await enter(page, shop, `/clients/${shop.client.id}/cobrar`)
  await page.getByRole('region', { name: 'Pagos' }).getByLabel('Monto').fill('20')
  await page.getByRole('button', { name: 'Cobrar', exact: true }).click()
  const bar = page.getByRole('region', { name: 'Cobro registrado' })
  await expect(page.getByRole('status').filter({ hasText: 'Cobro #1 registrado' })).toHaveCount(1)
  await expectAccessible(page)
  const print = bar.getByRole('button', { name: 'Imprimir' })
  const printed = await paperOf(page, () => print.click())
  expect(printed.name).toBe('Cobro-1.pdf')
  for (const part of ['US$20.00', 'Saldo Pendiente de la factura #1 US$0.00', 'C$276.00']) {
    expect(printed.text).toContain(part)
  }
  expect((await paperOf(page, () => page.keyboard.press('ControlOrMeta+p'))).name).toBe('Cobro-1.pdf')

  await bar.getByRole('button', { name: 'Cobro #1', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Cobro #1' })
  await expect(dialog).toContainText('US$20.00')
  await expectAccessible(page)
  expect((await paperOf(page, () => dialog.getByRole('button', { name: 'Imprimir' }).click())).name).toBe('Cobro-1.pdf')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await bar.getByRole('button', { name: 'Cerrar el aviso del cobro #1' }).click()
  await expect(bar).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Ana Lucía Núñez Báez' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('a viewer prints the receipt of each payment, of a part the collection, and a refusal says why', async ({
  page,
}) => {
  const shop = await openShop()
  await openDrawer(shop, { nio: 500, usd: 20 })
  const invoice = await shop.invoice([await shop.receive()], { payments: [{ total: 2.5, method: 'transfer' }] })
  await shop.api('POST /api/clients/:id/collections', {
    params: { id: shop.client.id },
    body: { payments: [{ total: 5, method: 'cash', currencyId: shop.usd }] },
  })
  await withoutViewer(page)
  await enter(page, shop, `/facturar/${invoice.id}?tab=facturas`, 'viewer')
  const detail = page.getByRole('dialog', { name: 'Factura #1' })
  await detail.getByLabel('Papel').selectOption('Ticket')
  await expectAccessible(page)
  const own = await paperOf(page, () =>
    detail.getByRole('button', { name: 'Imprimir el recibo de US$2.50' }).press('Enter'),
  )
  expect(own.name).toBe('Recibo-1-1.pdf')
  expect(own.text).toContain('Saldo Pendiente US$5.00')
  const whole = await paperOf(page, () => detail.getByRole('button', { name: 'Imprimir el cobro #1' }).click())
  expect(whole.name).toBe('Cobro-1.pdf')
  await page.route('**/api/payments/*/document*', (route) => route.abort())
  await detail.getByRole('button', { name: 'Imprimir el recibo de US$2.50' }).click()
  await expect(page.getByText(/Error al imprimir el recibo|conexión/i).first()).toBeVisible()
})

test('a payment in the movements of the drawer leads to its invoice, a collection to what shows it', async ({
  page,
}) => {
  const shop = await openShop()
  await openDrawer(shop, { nio: 500, usd: 20 })
  const invoice = await shop.invoice([await shop.receive()], { payments: [{ total: 2.5, method: 'cash' }] })
  await shop.api('POST /api/clients/:id/collections', {
    params: { id: shop.client.id },
    body: { payments: [{ total: 5, method: 'cash', currencyId: shop.usd }] },
  })
  await enter(page, shop, '/caja')
  await page.getByRole('button', { name: 'Cobro #1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cobro #1' })
  await expect(dialog).toContainText('US$5.00')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Cobro #1' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Factura #1' }).click()
  await expect(page.getByRole('dialog', { name: 'Factura #1' })).toBeVisible()
  await expect(page).toHaveURL(`${shop.url}/facturar/${invoice.id}?tab=facturas`)
  await page.goBack()
  await expect(page).toHaveURL(`${shop.url}/caja`)
})

test('the credit of a client leads to the statement, and no toast covers the actions of a phone', async ({ page }) => {
  const shop = await openShop()
  const credit = { direction: 'in' as const, currencyId: shop.nio, amount: 28, reason: 'Compensación' }
  await shop.api('POST /api/clients/:id/credit', { params: { id: shop.client.id }, body: credit })
  await enter(page, shop, `/clients/${shop.client.id}`, 'admin')
  await page.getByRole('button', { name: /^Saldo a favor/ }).click()
  await expect(page).toHaveURL(`${shop.url}/clients/${shop.client.id}?tab=estado`)
  const menu = page.getByRole('button', { name: 'Acciones: Ana Lucía Núñez Báez' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Ajustar saldo a favor' }).click()
  const form = page.getByRole('dialog', { name: 'Ajustar saldo a favor' })
  await form.getByLabel('Monto').fill('5')
  await form.getByLabel('Motivo').fill('Otra compensación')
  await form.getByRole('button', { name: 'Guardar ajuste' }).click()
  const said = page.getByRole('status').filter({ hasText: 'Saldo a favor ajustado' }).locator('> div').first()
  await expect(said).toBeVisible()
  if (!isPhone(page)) return
  const [card, icon] = [await said.boundingBox(), await menu.boundingBox()]
  expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(icon?.x ?? 0)
})
