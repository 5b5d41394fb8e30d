import { expect, test } from '@playwright/test'
import { isPhone, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('charges of the company stand on an invoice by themselves, are added, waived with a reason, and come with it', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.api('POST /api/charges', {
    body: { name: 'Seguro', kind: 'percent_of_value', price: 2, isAutomatic: true, asksReason: true },
  })
  await shop.api('POST /api/charges', { body: { name: 'Impuestos de aduana', kind: 'advance' } })
  const { companyPackageId } = await shop.receive({ weight: 2, declaredValue: 180 })

  await enter(page, shop, '/admin/cargos', 'admin')
  await page.getByRole('button', { name: 'Manejo' }).click()
  await expect(toast(page, 'Cargo Manejo creado')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${shop.url}/facturar?cliente=${shop.client.id}`)
  await page.getByLabel('Moneda de la factura').selectOption(shop.usd)

  const add = page.getByRole('button', { name: `Agregar un cargo al paquete #${companyPackageId}` })
  await add.click()
  await page.getByRole('menuitem', { name: 'Manejo' }).click()
  await add.click()
  await page.getByRole('menuitem', { name: 'Impuestos de aduana' }).click()
  await expect(page.getByLabel('Monto de Impuestos de aduana')).toBeFocused()
  await page.keyboard.type('10')
  await page.getByRole('button', { name: 'Quitar Seguro' }).click()
  // Without a reason it stays.
  await page.getByRole('button', { name: 'Dejarlo' }).click()
  await page.getByRole('button', { name: 'Quitar Seguro' }).click()
  await page.getByLabel('Motivo para quitar Seguro').selectOption('Promoción')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Quitado: Promoción')).toBeVisible()
  await page.getByRole('button', { name: 'Devolver Seguro' }).click()
  await expect(page.getByText('Quitado: Promoción')).toBeHidden()
  await page.getByRole('button', { name: 'Quitar Seguro' }).click()
  await page.getByLabel('Motivo para quitar Seguro').selectOption('Promoción')
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeFocused()
  const { data } = await shop.api('GET /api/invoices', { query: { page: '1' } })
  const invoice = (await shop.api('GET /api/invoices/:id', { params: { id: data[0]?.id ?? '' } })).data
  expect(
    invoice.charges.map(({ name, unitPrice, isWaived, waiverReason }) => [name, unitPrice, isWaived, waiverReason]),
  ).toEqual([
    ['Seguro', 3.6, true, 'Promoción'],
    ['Manejo', 1.5, false, null],
    ['Impuestos de aduana', 10, false, null],
  ])
})

test('a charge that was put on a package waits there, shows on the page of its client, and stands on the invoice', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.api('POST /api/charges', { body: { name: 'Impuestos de aduana', kind: 'advance' } })
  const { id } = await shop.receive({ weight: 2 })
  await enter(page, shop, `/paquetes/${id}`)
  await page.getByRole('button', { name: 'Agregar cargo' }).click()
  await page.getByRole('menuitem', { name: 'Impuestos de aduana' }).click()
  await page.getByLabel('Moneda de Impuestos de aduana').selectOption(shop.nio)
  await page.getByLabel('Monto de Impuestos de aduana').fill('350')
  await page.keyboard.press('Enter')
  const charges = page.getByRole('list', { name: 'Cargos del paquete' })
  await expect(charges).toContainText('C$350.00')
  await expectAccessible(page)

  await page.goto(`${shop.url}/clients/${shop.client.id}`)
  await expect(page.getByRole('link', { name: 'Por facturar' })).toContainText('US$7.50 + C$350.00')
  const own = isPhone(page)
    ? page.getByText('Con cargos US$7.50 + C$350.00')
    : page.getByRole('cell', { name: 'US$7.50 + C$350.00 Impuestos de aduana' })
  await expect(own).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${shop.url}/facturar?cliente=${shop.client.id}`)
  await page.getByLabel('Moneda de la factura').selectOption(shop.nio)
  await page.getByRole('button', { name: '1 cargo' }).click()
  await expect(page.getByRole('list', { name: 'Cargos del paquete #1' })).toContainText('C$350.00')
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeFocused()
  await page.goto(`${shop.url}/clients/${shop.client.id}`)
  await expect(page.getByText('Saldo a favor')).toBeVisible()
  await expect(page.getByText('Por facturar')).toBeHidden()
})

test('storage counts the days of a package, is lowered and taken off with a reason, and comes so with the invoice', async ({
  page,
}) => {
  const shop = await openShop()
  const { id, companyPackageId } = await shop.receive({ weight: 2 })
  await shop.agePackage(id, 13)

  await enter(page, shop, '/admin/cargos', 'admin')
  await page.getByRole('button', { name: 'Configurar el almacenaje' }).click()
  await page.getByLabel('Después, cada día').fill('0.50')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Crear Almacenaje' }).click()
  await expect(toast(page, 'Almacenaje creado exitosamente')).toBeVisible()

  await page.goto(`${shop.url}/facturar?cliente=${shop.client.id}`)
  await page.getByLabel('Moneda de la factura').selectOption(shop.usd)
  await page.getByRole('button', { name: '1 cargo' }).click()
  const charges = page.getByRole('list', { name: `Cargos del paquete #${companyPackageId}` })
  await expect(charges).toContainText('6 días · US$3.00')
  await page.getByRole('button', { name: 'Quitar Almacenaje' }).click()
  await page.getByLabel('Motivo para quitar Almacenaje').selectOption('Cliente frecuente')
  await page.keyboard.press('Enter')
  await expect(charges).toContainText('Quitado: Cliente frecuente')
  await page.getByRole('button', { name: 'Devolver Almacenaje' }).click()
  await page.getByRole('button', { name: 'Bajar Almacenaje, US$3.00' }).click()
  await page.getByLabel('Lo que queda de Almacenaje en US$').fill('1')
  await page.getByLabel('Motivo para bajar Almacenaje').selectOption('Promoción')
  await page.keyboard.press('Enter')
  await expect(charges).toContainText('Bajado de US$3.00: Promoción')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeFocused()
  const { data } = await shop.api('GET /api/invoices', { query: { page: '1' } })
  const invoice = (await shop.api('GET /api/invoices/:id', { params: { id: data[0]?.id ?? '' } })).data
  expect(invoice.totalAmount).toBe(8.5)
  expect(invoice.charges).toMatchObject([{ days: 6, total: 1, fullTotal: 3, waiverReason: 'Promoción' }])
})
