import { expect, type Page, test } from '@playwright/test'
import { chooseClient, rowOf, savedInvoice, summaryOf } from './support/counter.ts'
import { toast } from './support/gestures.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const newInvoice = /\/api\/invoices\?/

test('one of two clerks who invoice the same package wins; the other keeps the rest', async ({ page }) => {
  const shop = await openShop()
  const shoes = await shop.receive({ description: 'Zapatos' })
  await shop.receive({ description: 'Lámpara' })
  await enter(page, shop, '/facturar')
  await chooseClient(page, 'nunez', 2)
  await page.getByRole('button', { name: 'Agregar Pagos' }).click()
  await page.getByRole('group', { name: 'Pago 1' }).getByLabel('Monto').fill('20')
  await shop.invoice([shoes])
  await page.getByRole('button', { name: 'Crear Factura' }).click()

  const sentence = 'El paquete #1 ya está facturado en la factura #1'
  await expect(toast(page, sentence)).toBeVisible()
  await expect(rowOf(page, 'Zapatos')).toContainText(sentence)
  await expect(rowOf(page, 'Lámpara')).not.toContainText('ya está facturado')
  const checkbox = page.getByRole('checkbox', { name: 'Facturar el paquete #1' })
  await expect(checkbox).toBeFocused()
  await expectAccessible(page)
  await checkbox.uncheck()
  await expect(page.getByRole('group', { name: 'Pago 1' }).getByLabel('Monto')).toHaveValue('20.00')
  await expect(summaryOf(page)).toContainText(/Vuelto\s*US\$12\.50/)
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(toast(page, 'El vuelto sería US$12.50. Si es correcto, presione Crear Factura otra vez')).toBeVisible()
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(savedInvoice(page)).toBeVisible()
  expect((await shop.allInvoices()).map(({ totalAmount, status }) => [totalAmount, status])).toEqual([
    [7.5, 'paid'],
    [7.5, 'pending'],
  ])
})

test('a rate that changed meanwhile changes no total that the clerk has not seen, and a double click makes one invoice', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.receive()
  await enter(page, shop, '/facturar')
  await chooseClient(page, 'nunez', 1)
  await page.getByLabel('Moneda de la factura').selectOption('Córdoba (NIO) · C$')
  await expect(summaryOf(page)).toContainText(/Total NIO\s*C\$276\.00/)
  await shop.setRates('NIO', 37, 36.5)
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(toast(page, 'Los montos cambiaron; revise el total')).toBeVisible()
  await expect(page.getByText('Los montos cambiaron; revise el total antes de crear la factura.')).toBeVisible()
  await expect(summaryOf(page)).toContainText(/Total NIO\s*C\$277\.50/)
  await expectAccessible(page)
  expect(await shop.allInvoices()).toEqual([])
  const sent: string[] = []
  page.on('request', (call) => {
    if (call.method() === 'POST') sent.push(new URL(call.url()).pathname)
  })
  await page.getByRole('button', { name: 'Crear Factura' }).dblclick()
  await expect(savedInvoice(page)).toBeVisible()
  expect(sent).toEqual(['/api/invoices'])
  expect(await shop.allInvoices()).toMatchObject([
    { totalAmount: 277.5, currency: { rateCompra: 37, rateVenta: 36.5 } },
  ])
})

/** Lets the next invoice reach the server, and its answer get lost on the way back. */
const loseNextAnswer = (page: Page, shop: Shop) =>
  page.route(
    newInvoice,
    async (route) => {
      await shop.deliver(route.request())
      await route.abort('connectionreset')
    },
    { times: 1 },
  )

/** Keeps the last words of the toasts from now on, which go by themselves; gives what reads them. */
async function keepToasts(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const keep = () => {
      const text = document.querySelector('[data-toasts]')?.textContent ?? ''
      if (text !== '') document.body.dataset.keptWords = text
    }
    new MutationObserver(keep).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => document.body.dataset.keptWords ?? '')
}

test('the same invoice is requested again after a lost answer, which a note alone tells, and a change meanwhile makes no second one', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.receive()
  await enter(page, shop, '/facturar')
  await chooseClient(page, 'nunez', 1)
  await loseNextAnswer(page, shop)
  const readToasts = await keepToasts(page)
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(page.getByRole('alert').getByText('No llegó la respuesta del servidor.')).toBeVisible()
  await expect(rowOf(page, 'Zapatos')).toBeVisible()
  await expectAccessible(page)
  expect(await shop.allInvoices()).toHaveLength(1)
  expect(await readToasts()).not.toContain('Error al crear la factura')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(savedInvoice(page)).toBeVisible()
  await savedInvoice(page).getByRole('button', { name: 'Factura #1', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Factura #1' })).toBeVisible()
  expect(await shop.allInvoices()).toHaveLength(1)

  await page.keyboard.press('Escape')
  await shop.receive()
  await chooseClient(page, 'nunez', 1)
  await loseNextAnswer(page, shop)
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(page.getByText('No llegó la respuesta del servidor.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Tipo de descuento general' }).selectOption('Porcentaje')
  await page.getByRole('textbox', { name: 'Descuento general en porcentaje' }).fill('10')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(toast(page, 'Esta factura ya se creó: #2')).toBeVisible()
  const invoice = page.getByRole('dialog', { name: 'Factura #2' })
  await expect(invoice.getByRole('region', { name: 'Totales' })).toContainText(/Total USD\s*US\$7\.50/)
  await invoice.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeVisible()
  expect(await shop.allInvoices()).toHaveLength(2)
})
