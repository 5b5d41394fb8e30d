import { expect, type Page, test } from '@playwright/test'
import { rowOf, savedInvoice, summaryOf } from './support/counter.ts'
import { isPhone, toast } from './support/gestures.ts'
import { byHand, byKeyboard, type Hand } from './support/hands.ts'
import { openShop } from './support/shop.ts'
import { chooseWidth, enter, expectAccessible } from './support/world.ts'

async function discountRow(page: Page, hand: Hand, number: number, dollars: string): Promise<void> {
  const name = `paquete #${number}`
  if (isPhone(page)) await hand.press(page.getByRole('button', { name: `Descuento del ${name}: Ninguno. Editar` }))
  await hand.choose(page.getByRole('combobox', { name: `Tipo de descuento del ${name}` }), 'US$')
  await hand.type(page.getByRole('textbox', { name: `Descuento del ${name} en US$` }), dollars)
  if (isPhone(page)) await hand.press(page.getByRole('button', { name: 'Guardar' }))
}

test('packages are invoiced in C$ with shipping, discounts and two payments, and paid later', {
  tag: chooseWidth('invoice'),
}, async ({ page }) => {
  const shop = await openShop()
  await shop.receive({ weight: 3.33, description: 'Zapatos' })
  await shop.receive({ weight: 3.1, description: 'Teléfono', discountType: 'fixed_amount', discountValue: 1 })
  await enter(page, shop, '/facturar')
  const hand = isPhone(page) ? byHand : byKeyboard(page)

  const client = page.getByRole('combobox', { name: 'Cliente' })
  await expect(client).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('nunez')
  await expect(page.getByRole('option', { name: /Ana Lucía Núñez Báez/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(toast(page, '2 paquetes listos para facturar')).toBeVisible()

  await hand.choose(page.getByLabel('Moneda de la factura'), 'Córdoba (NIO) · C$')
  await expect(page.getByRole('heading', { name: 'Envío' })).toBeVisible()
  await hand.tick(page.getByLabel('Incluir envío'))
  await hand.type(page.getByLabel('Dirección de envío'), 'Altamira, de la Vicky 2c. abajo')
  await hand.choose(page.getByLabel('Moneda del envío'), 'USD')
  await hand.type(page.getByLabel('Costo de envío'), '5')
  await expect(page.getByText('= C$184.00 en la factura')).toBeVisible()
  await expect(page.getByText('Incluye US$1.00 de descuento')).toBeVisible()
  await discountRow(page, hand, 2, '0.50')
  await expect(rowOf(page, 'Zapatos')).toContainText('C$459.54')
  await expect(rowOf(page, 'Teléfono')).toContainText('C$372.60')

  await hand.press(page.getByRole('button', { name: 'Agregar Pagos' }))
  await expect(toast(page, 'Descuento actualizado')).toBeVisible()
  const first = page.getByRole('group', { name: 'Pago 1' })
  await expect(first.getByLabel('Monto')).toBeFocused()
  await hand.type(first.getByLabel('Monto'), '10')
  await hand.choose(first.getByLabel('Moneda'), 'USD')
  await expect(first).toContainText('US$ 10.00 × 36.40 = C$ 364.00')
  await hand.press(page.getByRole('button', { name: 'Agregar otro pago' }))
  const second = page.getByRole('group', { name: 'Pago 2' })
  await expect(second.getByLabel('Monto')).toBeFocused()
  await hand.type(second.getByLabel('Monto'), '200')
  await hand.choose(page.getByRole('combobox', { name: 'Tipo de descuento general' }), 'Porcentaje')
  await hand.type(page.getByRole('textbox', { name: 'Descuento general en porcentaje' }), '10')

  const summary = summaryOf(page)
  await expect(summary).toContainText(/Subtotal\s*C\$832\.14/)
  await expect(summary).toContainText(/Envío\s*C\$184\.00/)
  await expect(summary).toContainText(/Descuento \(10%\)\s*−C\$101\.61/)
  await expect(summary).toContainText(/Total NIO\s*C\$914\.53/)
  await expect(summary).toContainText(/Pagos\s*C\$564\.00/)
  await expect(summary).toContainText(/Saldo Pendiente\s*C\$350\.53/)
  await expectAccessible(page)

  await hand.press(page.getByRole('button', { name: 'Crear Factura' }))
  await expect(savedInvoice(page)).toBeVisible()
  await expect(client).toBeFocused()
  await hand.press(savedInvoice(page).getByRole('button', { name: 'Factura #1', exact: true }))
  const invoice = page.getByRole('dialog', { name: 'Factura #1' })
  const totals = invoice.getByRole('region', { name: 'Totales' })
  await expect(totals).toContainText(/Total NIO\s*C\$914\.53/)
  await expect(totals).toContainText(/Saldo Pendiente\s*C\$350\.53/)
  await expect(invoice.getByText('Pago Pendiente')).toBeVisible()
  await expectAccessible(page)

  await hand.press(invoice.getByRole('button', { name: 'Registrar pago' }))
  const payment = page.getByRole('dialog', { name: 'Registrar pago' })
  await expect(payment.getByLabel('Monto')).toHaveValue('350.53')
  await expectAccessible(page)
  await hand.press(payment.getByRole('button', { name: 'Registrar pago' }))
  await expect(toast(page, 'Pago registrado exitosamente')).toBeVisible()
  await expect(totals).toContainText('✓ Totalmente Pagado')
  await expect(invoice.getByText('Pagada', { exact: true })).toBeVisible()
  await expect(invoice.getByRole('button', { name: 'Registrar pago' })).toBeHidden()

  const { data } = await shop.api('GET /api/invoices')
  expect(data).toHaveLength(1)
  const stored = await shop.api('GET /api/invoices/:id', { params: { id: data[0]?.id ?? '' } })
  expect(stored.data).toMatchObject({
    companyInvoiceId: 1,
    status: 'paid',
    subtotal: 832.14,
    shippingTotal: 184,
    discountTotal: 101.61,
    totalAmount: 914.53,
    paidTotal: 914.53,
    pendingTotal: 0,
    items: [{ total: 372.6 }, { total: 459.54 }],
    shipments: [{ status: 'paid', shippingPrice: 5, convertedPrice: 184 }],
    payments: [{ convertedTotal: 364 }, { convertedTotal: 200 }, { convertedTotal: 350.53 }],
    createdBy: { fullName: 'Wilmer Gutiérrez' },
  })

  if (!isPhone(page)) return
  for (const [name, kind] of [
    ['Recargo por temporada alta', 'per_package'],
    ['Trámite de aduana', 'per_invoice'],
    ['Empaque', 'free'],
  ] as const)
    await shop.api('POST /api/charges', { body: { name, kind, price: 1.5, isAutomatic: kind !== 'free' } })
  await shop.receive({ weight: 1, description: 'Libros' })
  await page.goto(`${shop.url}/facturar?cliente=${shop.client.id}`)
  const folded = rowOf(page, 'Libros').getByRole('button', { name: /^1 cargo/ })
  const rate = page.getByRole('button', { name: /^Tarifa del paquete/ })
  await expect(folded).toContainText('Recargo por temporada altaC$55.20')
  expect((await folded.boundingBox())?.width).toBeGreaterThan(((await rate.boundingBox())?.width ?? 0) - 4)
  await folded.click()
  const ownHead = await page.getByRole('heading', { name: 'Cargos de la factura' }).boundingBox()
  expect(ownHead?.height, 'the heading stands on one line').toBeLessThan(30)
  await expectAccessible(page)
})
