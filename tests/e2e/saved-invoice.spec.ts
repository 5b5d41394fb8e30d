import { expect, test } from '@playwright/test'
import { chooseClient, savedInvoice } from './support/counter.ts'
import { toast } from './support/gestures.ts'
import { withoutViewer } from './support/paper-downloads.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('the bar of a new invoice prints it, takes its payment while the next client is typed, and goes with the next invoice or by its X', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.receive({ description: 'Zapatos' })
  await withoutViewer(page)
  await enter(page, shop, '/facturar')
  await chooseClient(page, 'nunez', 1)
  await page.getByRole('button', { name: 'Crear Factura' }).click()

  const bar = savedInvoice(page)
  const client = page.getByRole('combobox', { name: 'Cliente' })
  await expect(bar).toContainText('Factura creada exitosamente')
  await expect(bar).toContainText('Factura #1 · US$7.50')
  await expect(bar).toContainText('Pendiente')
  await expect(bar).toContainText('Ana Lucía Núñez Báez')
  await expect(page.getByRole('status').filter({ hasText: 'Factura creada exitosamente' })).toBeAttached()
  await expect(savedInvoice(page)).toHaveText(/^Factura creada exitosamente/)
  await expect(toast(page, 'Factura creada exitosamente')).toHaveCount(0)
  await expect(client).toBeFocused()
  await expectAccessible(page)

  const printed = async (ask: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), ask()])
    expect(file.suggestedFilename()).toBe('Factura-1.pdf')
  }
  await printed(() => bar.getByRole('button', { name: 'Imprimir' }).click())
  await expect(client).toBeFocused()
  await printed(() => page.keyboard.press('ControlOrMeta+p'))
  await expect(client).toBeFocused()
  await expect(page.getByText('imprime la factura #1')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(bar.getByRole('button', { name: 'Cerrar el aviso de la factura #1' })).toBeFocused()

  await bar.getByRole('button', { name: 'Cobrar US$7.50' }).click()
  const payment = page.getByRole('dialog', { name: 'Registrar pago' })
  await expect(payment.getByLabel('Monto')).toHaveValue('7.50')
  await payment.getByLabel('Monto').fill('10.50')
  await payment.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(bar).toContainText('Pagada')
  await expect(bar).toContainText(/Vuelto\s*US\$3\.00/)
  await expectAccessible(page)
  await expect(bar.getByRole('button', { name: /Cobrar/ })).toHaveCount(0)
  await bar.getByRole('link', { name: 'Entregar (1)' }).click()
  await expect(page.getByRole('heading', { name: 'Entregar' }).first()).toBeVisible()
  await expect(page.getByText('Ana Lucía Núñez Báez').first()).toBeVisible()

  await page.goto(`${shop.url}/facturar`)
  await shop.receive({ description: 'Lámpara' })
  await chooseClient(page, 'nunez', 1)
  await page.keyboard.press('Control+Enter')
  const asked = 'Sin pago: la factura queda pendiente por US$7.50. Si es correcto, presione Ctrl+Enter otra vez'
  await expect(toast(page, asked)).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(bar).toContainText('Factura #2')
  await shop.receive({ description: 'Mesa' })
  await chooseClient(page, 'nunez', 1)
  await expect(bar).toContainText('Factura #2')
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(bar).toContainText('Factura #3')
  await expect(bar).toHaveCount(1)
  await bar.getByRole('button', { name: 'Cerrar el aviso de la factura #3' }).click()
  await expect(bar).toHaveCount(0)
  await expect(client).toBeFocused()

  // The detail of an invoice prints its own paper.
  const first = (await shop.allInvoices()).at(-1)
  await page.goto(`${shop.url}/facturar/${first?.id}?tab=facturas`)
  await expect(page.getByRole('dialog', { name: 'Factura #1' })).toBeVisible()
  await printed(() => page.keyboard.press('ControlOrMeta+p'))
})
