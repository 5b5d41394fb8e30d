import { expect, test } from '@playwright/test'
import { greyPng } from '../../tools/grey-png.ts'
import { isPhone, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

async function ship(shop: Shop, city: string, isPaid: boolean, shippingMethodId = shop.methodId) {
  const courierPackage = await shop.receive({ weight: 2 })
  const shipping = {
    shippingMethodId,
    currencyId: shop.usd,
    shippingPrice: 3,
    shippingAddress: 'Bo. Guanuca, pulpería Sol',
    shippingCity: city,
  }
  const payments = isPaid ? [{ total: 10.5, method: 'transfer' as const, currencyId: shop.usd }] : []
  return await shop.invoice([courierPackage], { currencyId: shop.usd, shipping, payments })
}

test('shipments of invoices leave with one dispatch, what is paid at the door is told apart, and they arrive', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.api('PUT /api/companies/update', { body: { allowsCashOnDelivery: true, requiresPaidHandover: true } })
  await ship(shop, 'Matagalpa', true)
  await ship(shop, 'Jinotega', false)
  const { data: bus } = await shop.api('POST /api/shipping-methods', { body: { name: 'Bus' } })
  await ship(shop, 'León', true, bus.id)

  await enter(page, shop, '/envios', 'user')
  await expect(page.getByText('Paga al recibir')).toBeVisible()
  const method = page.getByLabel('Método de envío')
  await method.selectOption('Bus')
  await expect(page.getByText('Matagalpa')).toBeHidden()
  await expect(page.getByText('León', { exact: false }).first()).toBeVisible()
  await expectAccessible(page)
  await method.selectOption('Todos los métodos')
  await expect(page.getByText('Matagalpa').first()).toBeVisible()
  if (isPhone(page)) {
    await page
      .getByRole('button', { name: /^Acciones: / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Seleccionar' }).click()
  }
  for (const box of await page.getByRole('checkbox', { name: /^Seleccionar: / }).all()) await box.check()
  await expect(page.getByText('3 envíos seleccionados · 3 paquetes, 6.00 lbs')).toBeVisible()
  await page.getByRole('button', { name: 'Despachar' }).click()
  await expect(page.getByText('El transportista cobra y devuelve US$10.50')).toBeVisible()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByText('Escriba el transportista')).toBeVisible()
  await page.getByLabel('Transportista').fill('Cargotrans')
  await page.getByLabel('Guía', { exact: true }).fill('0088-41275')
  const pick = page.getByLabel('Tomar o elegir foto')
  await pick.setInputFiles({ name: 'recibo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByText('La foto debe ser una imagen PNG, JPEG o WebP')).toBeVisible()
  await pick.setInputFiles({ name: 'recibo.png', mimeType: 'image/png', buffer: greyPng(2400, 3200) })
  await expect(page.getByRole('img', { name: 'Foto del recibo' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviar', exact: true }).dblclick()
  await expect(toast(page, 'Despacho enviado')).toBeVisible()
  await expect(page).toHaveURL(/\/envios\/despachos\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Cargotrans cobra y devuelve')).toBeVisible()
  await expectAccessible(page)
  const { data: told } = await shop.api('GET /api/messages', { query: { page: '1' } })
  const link = /https?:\/\/\S+\/r\/\w{22}/.exec(told.find(({ body }) => body.includes('Cargotrans'))?.body ?? '')
  await expect(page.getByRole('link', { name: 'Foto del recibo' })).toHaveAttribute(
    'href',
    new RegExp(`^${new URL(link?.[0] ?? '').pathname}\\?`),
  )
  const sides = ['naturalWidth', 'naturalHeight']
  const shown = () =>
    page
      .getByRole('img', { name: 'Foto del recibo' })
      .evaluate((image, names) => names.map((name) => Reflect.get(image, name)), sides)
  await expect.poll(shown).toEqual([1200, 1600])
  const replacement = { name: 'recibo.png', mimeType: 'image/png', buffer: greyPng(300, 200) }
  await page.getByLabel('Cambiar').setInputFiles(replacement)
  await expect(toast(page, 'Foto guardada')).toBeVisible()
  await expect.poll(shown).toEqual([300, 200])

  await page.goto(`${shop.url}/envios?estado=sent`)
  if (isPhone(page)) {
    await page
      .getByRole('button', { name: /^Acciones: / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Entregado' }).click()
  } else
    await page
      .getByRole('button', { name: /^Entregado/ })
      .first()
      .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Entregado' }).click()
  await expect(toast(page, 'Envío entregado')).toBeVisible()
  const { data: counts } = await shop.api('GET /api/invoice-shipments/counts')
  expect(counts).toEqual({ toSend: 0, sent: 2 })
})

test('a shipment that the company wants paid before is not chosen, and an undone dispatch gives its own back', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.api('PUT /api/companies/update', { body: { requiresPaidHandover: true } })
  await ship(shop, 'Matagalpa', false)
  const paid = await ship(shop, 'Jinotega', true)
  const { data } = await shop.api('GET /api/invoice-shipments', { query: { page: '1' } })
  const shipmentIds = data.filter(({ invoice }) => invoice.id === paid.id).map(({ id }) => id)
  const { data: made } = await shop.api('POST /api/dispatches', { body: { shipmentIds, carrier: 'Bus' } })

  await enter(page, shop, '/envios', 'user')
  await expect(page.getByText('El envío pendiente de pago se despacha cuando se paga')).toBeVisible()
  if (!isPhone(page)) await expect(page.getByRole('checkbox', { name: /falta el pago$/ })).toBeDisabled()
  await page.goto(`${shop.url}/envios/despachos/${made.id}`)
  await page.getByRole('button', { name: 'Más acciones' }).first().click()
  await page.getByRole('menuitem', { name: 'Deshacer envío' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer envío' }).click()
  await expect(toast(page, 'Despacho deshecho')).toBeVisible()
  await expect(page.getByText('Deshecho', { exact: true })).toBeVisible()
  await page.goto(`${shop.url}/envios`)
  await expect(page.getByText('Jinotega')).toBeVisible()
})

test('what a carrier brings for two invoices of a client is taken in one collection, without the others that it owes', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.api('PUT /api/companies/update', { body: { allowsCashOnDelivery: true } })
  await shop.invoice([await shop.receive({ weight: 2 })])
  await ship(shop, 'Matagalpa', false)
  await ship(shop, 'Matagalpa', false)
  const { data: waiting } = await shop.api('GET /api/invoice-shipments')
  const body = { shipmentIds: waiting.map(({ id }) => id), carrier: 'Cargotrans' }
  const { data: made } = await shop.api('POST /api/dispatches', { body })

  await enter(page, shop, `/envios/despachos/${made.id}`, 'user')
  if (isPhone(page)) {
    await page
      .getByRole('button', { name: /^Acciones: / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Registrar cobro' }).click()
  } else
    await page
      .getByRole('button', { name: /^Registrar cobro/ })
      .first()
      .click()
  const payments = page.getByRole('region', { name: 'Pagos' })
  const invoices = page.getByRole('region', { name: 'Facturas abiertas' })
  await expect(invoices.getByRole('checkbox', { name: 'Cobrar la factura #1' })).not.toBeChecked()
  await payments.getByRole('button', { name: 'Completar saldo en USD: US$21.00' }).click()
  await expect(invoices.getByText('Queda pagada')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cobrar', exact: true }).dblclick()
  await expect(page.getByRole('region', { name: 'Cobro registrado' })).toContainText('Cobro #1')
  expect((await shop.allInvoices()).map(({ pendingTotal }) => pendingTotal).toSorted()).toEqual([0, 0, 7.5])
  await page.goto(`${shop.url}/envios/despachos/${made.id}`)
  await expect(page.getByText('Cargotrans cobra y devuelve')).toBeHidden()
})
