import { expect, test } from '@playwright/test'
import { formIsReady, savedPackages } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a package is charged by volume: its tariff is made, it is measured on arrival, explained and invoiced', async ({
  page,
}) => {
  const shop = await openShop()
  await enter(page, shop, '/tarifas')
  await page.getByRole('button', { name: 'Nueva Tarifa' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre').fill('Aéreo por volumen')
  await dialog.getByText('Aéreo', { exact: true }).click()
  await dialog.getByLabel('Precio por libra').fill('5.5')
  await dialog.getByRole('button', { name: /^Reglas de cobro/ }).click()
  await dialog.getByLabel('Redondeo hacia arriba').selectOption('A la libra')
  await dialog.getByLabel('Peso por volumen').selectOption('166 pulgadas³ por libra')
  await dialog.getByRole('button', { name: 'Agregar tramo' }).click()
  await dialog.getByLabel('Tramo 1, desde').fill('20')
  await dialog.getByLabel('Precio', { exact: true }).fill('5')
  await dialog.getByLabel('Pruebe: peso').fill('3.2')
  await dialog.getByLabel('Medidas').fill('12x10x8')
  await expect(dialog.getByText('3.20 lbs · volumen 5.78 → 6 lbs × US$5.50')).toBeVisible()
  await expect(dialog.getByText('Desde 19 lbs se cobra como 20 lbs')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Crear Tarifa' }).click()
  await expect(page.getByText('Aéreo por volumen').first()).toBeVisible()

  const { data: tariffs } = await shop.api('GET /api/tariffs')
  const tariff = tariffs.find(({ name }) => name === 'Aéreo por volumen')
  const client = await shop.addClient({ lastNames: 'Obregón', defaultTariffAereoId: tariff?.id ?? null })
  await page.goto(`${shop.url}/recepcion`)
  await formIsReady(page)
  await page.getByRole('button', { name: 'Método: Marítimo' }).click()
  await page.getByRole('menuitem', { name: 'Aéreo' }).click()
  const scan = await openScanner(page)
  // Scanner, scale and dimensioner, without a pause; then a package that is not measured.
  await Promise.all(['TBA309482190001', client.casillero, '3.20', '12x10x8'].map((text) => scan(text)))
  const measured = page.getByRole('listitem').filter({ hasText: 'TBA309482190001' })
  await expect(measured).toContainText('12 × 10 × 8 → 6 lbs')
  await Promise.all(['TBA309482190002', client.casillero, '2.40', ''].map((text) => scan(text)))
  const unmeasured = page.getByRole('listitem').filter({ hasText: 'TBA309482190002' })
  await expect(unmeasured).toContainText('Falta medir')
  await expect(unmeasured).toContainText('Guardado con 3 lbs')
  await expect(page.getByText('1 por medir')).toBeVisible()
  await expectAccessible(page)
  expect((await savedPackages(shop)).map(({ chargedQuantity, totalPrice }) => [chargedQuantity, totalPrice])).toEqual([
    [6, 33],
    [3, 16.5],
  ])

  await Promise.all(['TBA309482190003', client.casillero, '2.40', ''].map((text) => scan(text)))
  const later = page.getByRole('listitem').filter({ hasText: 'TBA309482190003' })
  await expect(page.getByText('2 por medir')).toBeVisible()
  await later.getByRole('button', { name: /^Medir/ }).click()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(later).toContainText('Faltan medidas: largo × ancho × alto')
  await later.getByLabel('Medidas').fill('10x8x6')
  await page.keyboard.press('Enter')
  await expect(later).toContainText('10 × 8 × 6 → 3 lbs')
  await expect(page.getByText('1 por medir')).toBeVisible()

  for (const { id } of await savedPackages(shop)) {
    const body = { packageIds: [id], statusId: shop.statuses.ready }
    await shop.api('PATCH /api/packages/status', { body })
  }
  await page.goto(`${shop.url}/clients/${client.id}`)
  await expect(page.getByText('3.20 → 6 lbs')).toBeVisible()
  await expect(page.getByText('Falta medir')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${shop.url}/facturar?cliente=${client.id}`)
  await expect(page.getByText('3.20 lbs · volumen 5.78 → 6 lbs × US$5.50 = US$33.00')).toBeVisible()
  await expect(page.getByText('2.40 lbs → 3 lbs × US$5.50 = US$16.50')).toBeVisible()
  await expect(page.getByText('2.40 lbs · volumen 2.89 → 3 lbs × US$5.50 = US$16.50')).toBeVisible()
  await expectAccessible(page)
  const create = page.getByRole('button', { name: 'Crear Factura' }).first()
  await create.click()
  await expect(page.getByText(/^Falta medir #2; el precio puede subir/)).toBeVisible()
  await create.click()
  await expect(page.getByRole('region', { name: 'Factura creada' })).toBeVisible()
  const { data: invoices } = await shop.api('GET /api/invoices')
  expect(invoices.map(({ totalAmount }) => totalAmount)).toEqual([66])
})

test('a phone costs one price whatever it weighs: its tariff is by the piece, and Facturar says so', async ({
  page,
}) => {
  const shop = await openShop()
  await enter(page, shop, '/tarifas')
  await page.getByRole('button', { name: 'Nueva Tarifa' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre').fill('Celular')
  await dialog.getByText('Aéreo', { exact: true }).click()
  await dialog.getByRole('button', { name: /^Reglas de cobro/ }).click()
  await dialog.getByText('Pieza', { exact: true }).click()
  await dialog.getByLabel('Precio por pieza').fill('25')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Crear Tarifa' }).click()
  await expect(page.getByText('US$25.00 c/u').first()).toBeVisible()

  const { data: tariffs } = await shop.api('GET /api/tariffs')
  const tariffId = tariffs.find(({ name }) => name === 'Celular')?.id ?? null
  const client = await shop.addClient({ lastNames: 'Téllez' })
  const ready = { shippingMethod: 'aereo' as const, statusId: shop.statuses.ready, clientId: client.id, tariffId }
  await shop.receive({ ...ready, tracking: 'LIVIANO', weight: 0.4 })
  await shop.receive({ ...ready, tracking: 'PESADO', weight: 3.8 })
  await page.goto(`${shop.url}/facturar?cliente=${client.id}`)
  await expect(page.getByText('1 pieza × US$25.00 = US$25.00')).toHaveCount(2)
  await page.getByRole('button', { name: 'Crear Factura' }).first().click()
  await expect(page.getByRole('region', { name: 'Factura creada' })).toBeVisible()
  const { data: invoices } = await shop.api('GET /api/invoices')
  expect(invoices.map(({ totalAmount }) => totalAmount)).toEqual([50])
})
