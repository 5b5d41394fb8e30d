import { expect, test } from '@playwright/test'
import { chooseClient, savedInvoice, summaryOf } from './support/counter.ts'
import { actOn, hold, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('Facturar asks for an open drawer, gives the change in dollars and córdobas, and the invoice says so', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.api('PUT /api/companies/update', { body: { requiresCashSession: true } })
  await shop.receive({ weight: 3.33 })
  await shop.receive({ weight: 3.1 })
  await enter(page, shop, '/facturar')
  await chooseClient(page, 'Ana', 2)
  await page.getByLabel('Moneda de la factura').selectOption(shop.nio)
  await page.getByRole('button', { name: 'Agregar Pagos' }).click()
  const payments = page.getByRole('region', { name: 'Pagos' })
  await payments.getByLabel('Monto').fill('30')
  await payments.getByLabel('Moneda').selectOption('USD')
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(toast(page, 'Abra la caja antes de cobrar en efectivo')).toBeVisible()

  await expect(payments).toContainText('Sin turno abierto: no se cobra en efectivo')
  await payments.getByRole('button', { name: 'Abrir caja' }).click()
  const opening = page.getByRole('dialog', { name: 'Abrir Caja principal' })
  await opening.getByLabel('Fondo en Córdoba').fill('500')
  await expectAccessible(page)
  await opening.getByRole('button', { name: 'Abrir turno' }).click()
  await expect(payments).toContainText('Entra a')
  await expect(payments).toContainText('Caja principal')
  await expect(payments.getByLabel('Monto')).toHaveValue('30.00')

  const summary = summaryOf(page)
  await expect(summary.getByRole('radio', { name: 'Córdoba', exact: false }).first()).toBeChecked()
  await summary.getByRole('radio', { name: 'Dólares y córdobas' }).check()
  await expect(summary).toContainText(/El resto va en C\$, a 36\.\d+ por US\$1/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(savedInvoice(page)).toBeVisible()
  const [created] = await shop.allInvoices()
  const invoice = (await shop.api('GET /api/invoices/:id', { params: { id: created?.id ?? '' } })).data
  expect(invoice.change.map(({ currency, kind }) => [currency.code, kind])).toEqual([
    ['USD', 'cash'],
    ['NIO', 'cash'],
  ])
  await savedInvoice(page).getByRole('button', { name: 'Factura #1', exact: true }).click()
  const detail = page.getByRole('dialog', { name: 'Factura #1' })
  const [dollars, cordobas] = invoice.change
  const handed = `US$${dollars?.handed.toFixed(2)} + C$${cordobas?.handed.toFixed(2)}`
  await expect(detail).toContainText(handed)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(savedInvoice(page)).toContainText(`Vuelto${handed}`)
  const bar = await savedInvoice(page).boundingBox()
  expect(bar?.height, 'no more lines than the two sums need').toBeLessThan(125)

  await shop.receive()
  await chooseClient(page, 'Ana', 1)
  await expect(page.getByLabel('Moneda de la factura')).toHaveValue(shop.nio)
})

test('what was overpaid stays as credit and pays the next invoice, in Facturar and later', async ({ page }) => {
  const shop = await openShop()
  await shop.receive({ description: 'Zapatos' })
  await enter(page, shop, '/facturar')
  await chooseClient(page, 'nunez', 1)
  await page.getByRole('button', { name: 'Agregar Pagos' }).click()
  const first = page.getByRole('group', { name: 'Pago 1' })
  await expect(first.getByLabel('Método').locator('option')).toHaveText([
    'Efectivo',
    'Tarjeta',
    'Transferencia',
    'Cheque',
  ])
  await first.getByLabel('Monto').fill('17.50')
  await summaryOf(page).getByRole('radio', { name: 'Saldo a favor' }).check()
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(toast(page, 'El vuelto sería US$10.00. Si es correcto, presione Crear Factura otra vez')).toBeVisible()
  await expect(savedInvoice(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(savedInvoice(page)).toContainText('Factura #1')

  await shop.receive({ description: 'Lámpara', weight: 1 })
  await shop.receive({ description: 'Mesa', weight: 1 })
  await chooseClient(page, 'nunez', 2)
  await page.getByRole('button', { name: 'Agregar Pagos' }).click()
  await first.getByLabel('Método').selectOption('Saldo a favor')
  await expect(first.getByLabel('Monto')).toHaveValue('7.50')
  await expect(first).toContainText('Saldo a favor US$10.00 → US$2.50')
  await expect(first.getByLabel('Moneda').locator('option')).toHaveText(['USD'])
  await expectAccessible(page)
  await first.getByLabel('Monto').fill('12')
  await expect(first).toContainText('El saldo a favor no alcanza: hay US$10.00')
  const reload = await hold(page, '**/api/**')
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(toast(page, 'El saldo a favor del cliente no alcanza')).toBeVisible()
  await first.getByLabel('Monto').fill('7.50')
  // The reload that follows a refusal has not ended: the press counts all the same.
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(savedInvoice(page)).toContainText('Factura #2')
  await reload.release()
  await expect(savedInvoice(page)).toContainText('Pagada')

  await shop.invoice([await shop.receive()])
  await page.goto(`${shop.url}/facturar?tab=facturas`)
  await actOn(page, 'factura #3', 'Ver detalles')
  await page.getByRole('button', { name: 'Registrar pago' }).click()
  const form = page.getByRole('dialog', { name: 'Registrar pago' })
  await expect(form).toContainText('Sin turno abierto: no entra a ninguna caja')
  await expect(form.getByRole('button', { name: 'Abrir caja' })).toBeVisible()
  await form.getByLabel('Método').selectOption('Saldo a favor')
  await expect(form.getByLabel('Monto')).toHaveValue('2.50')
  await expect(form).toContainText('Saldo a favor US$2.50 → US$0.00')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(toast(page, 'Pago registrado exitosamente')).toBeVisible()
  const { data } = await shop.api('GET /api/clients/:id/account', { params: { id: shop.client.id } })
  expect(data.credit).toEqual([])
  expect(data.owed).toMatchObject([{ code: 'USD', amount: 5 }])
})
