import { expect, type Page, test } from '@playwright/test'
import { toast } from './support/gestures.ts'
import { enterPackage, formIsReady, nothingWaits, savedPackages } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const rowOf = (page: Page, tracking: string) => page.getByRole('listitem').filter({ hasText: tracking })

test('packages are received one after the other, with and without a client, and what was received before is not saved again', async ({
  page,
}) => {
  const shop = await openShop()
  const long = await shop.addClient({
    firstName: 'Guadalupe del Carmen Auxiliadora',
    lastNames: 'Martínez Zúñiga de los Ángeles Espinoza',
  })
  const before = await shop.receive({ tracking: 'TBA309482110001', weight: 3 })
  const announced = await shop.receive({ tracking: 'TBA309482110002', weight: null })
  await enter(page, shop, '/recepcion', 'user', true)
  await formIsReady(page)
  await expect(page.getByText('Lo que reciba se muestra aquí')).toBeVisible()
  await expectAccessible(page)
  const scan = await openScanner(page)
  // Keys without a field find the form, which goes on where it was once the question of a new device is answered.
  await scan('1Z999AA10123456784')
  const question = page.getByRole('dialog', { name: '¿Cómo viajan estos paquetes?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await scan(long.casillero)
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Aéreo' }).click()
  await expect(page.getByLabel('Casillero o nombre')).toBeFocused()
  await expect(page.getByText('UPS · dígito correcto')).toBeVisible()
  await page.getByLabel('Casillero o nombre').pressSequentially('guada')
  await page.getByRole('option', { name: long.casillero }).click()
  await expect(page.getByLabel('Peso')).toBeFocused()
  await scan('4.50')
  await expect(rowOf(page, '1Z999AA10123456784')).toContainText('Guardado')
  await expect(rowOf(page, '1Z999AA10123456784')).toContainText('4.50 lbs')

  await enterPackage(scan, { tracking: before.tracking ?? '', casillero: shop.client.casillero, weight: 22.75 })
  await expect(rowOf(page, before.tracking ?? '')).toContainText('Ya recibido')
  await expect(rowOf(page, before.tracking ?? '')).toContainText(`Ver #${before.companyPackageId}`)
  await enterPackage(scan, { tracking: announced.tracking ?? '', casillero: shop.client.casillero, weight: 1.85 })
  await expect(rowOf(page, announced.tracking ?? '')).toContainText('Estaba anunciado')
  await scan('TBA309482110003')
  await scan('')
  await expect(page.getByLabel('Nombre en la etiqueta')).toBeFocused()
  await scan('M. TELLEZ')
  await scan('1.10')
  await expect(rowOf(page, 'TBA309482110003')).toContainText('Sin dueño · «M. TELLEZ»')
  await enterPackage(scan, { tracking: 'TBA309482110004', casillero: 'DEM9999', weight: 31 })
  await expect(rowOf(page, 'TBA309482110004')).toContainText('Ningún cliente coincide con «DEM9999»')
  await nothingWaits(page)
  await expect(page.getByText('1 por resolver')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Resolver: TBA309482110004/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Resolver paquete' })
  await expectAccessible(page)
  await dialog.getByLabel('Casillero o nombre').fill(shop.client.casillero)
  await dialog.getByRole('button', { name: 'Guardar y enviar' }).dblclick()
  await expect(rowOf(page, 'TBA309482110004')).toContainText('Guardado')
  await page.getByRole('button', { name: /^Deshacer: TBA309482110003/ }).click()
  await expect(toast(page, 'Se deshizo la recepción de TBA309482110003')).toBeVisible()
  await expect(rowOf(page, 'TBA309482110003')).toHaveCount(0)
  await page.getByRole('button', { name: /^Etiqueta: 1Z999AA10123456784/ }).click()
  await expect(page.getByRole('dialog', { name: 'Imprimir 1 etiqueta' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Editar: 1Z999AA10123456784/ }).click()
  await expect(page.getByRole('dialog', { name: 'Editar Paquete' })).toBeVisible()
  await page.keyboard.press('Escape')

  const saved = await savedPackages(shop)
  expect(
    saved.map(({ tracking, weight, client, shippingMethod }) => [tracking, weight, client?.id, shippingMethod]),
  ).toEqual([
    ['TBA309482110001', 3, shop.client.id, 'aereo'],
    ['TBA309482110002', 1.85, shop.client.id, 'aereo'],
    ['1Z999AA10123456784', 4.5, long.id, 'aereo'],
    ['TBA309482110004', 31, shop.client.id, 'aereo'],
  ])
})

test('a code where another thing belongs begins the next package, the one before waits for a person, also in a new sitting, and the client can come first', async ({
  page,
}) => {
  const shop = await openShop()
  await enter(page, shop, '/recepcion')
  await formIsReady(page)
  const scan = await openScanner(page)
  const { casillero } = shop.client
  // The client was forgotten, then the weight; then one barcode was read twice.
  await Promise.all([scan('TBA309482110011'), scan('TBA309482110012'), scan(casillero), scan('9400111899223197442210')])
  await Promise.all([scan(casillero), scan('2.20')])
  await Promise.all([scan('TBA309482110014'), scan('TBA309482110014'), scan(casillero), scan('3.30')])
  await expect(rowOf(page, 'TBA309482110011')).toContainText('Falta el cliente')
  await expect(rowOf(page, 'TBA309482110012')).toContainText('Falta el peso')
  await nothingWaits(page)
  await expect(page.getByText('2 por resolver')).toBeVisible()
  const saved = await savedPackages(shop)
  expect(saved.map(({ tracking, weight }) => [tracking, weight])).toEqual([
    ['9400111899223197442210', 2.2],
    ['TBA309482110014', 3.3],
  ])
  // What is saved leaves the device for good, and what is not stays.
  await page.getByRole('button', { name: 'Nueva tanda' }).click()
  await expect(rowOf(page, 'TBA309482110014')).toHaveCount(0)
  await page.reload()
  await expect(rowOf(page, 'TBA309482110011')).toContainText('Falta el cliente')
  await expect(rowOf(page, 'TBA309482110012')).toContainText('Falta el peso')
  await expect(rowOf(page, '9400111899223197442210')).toHaveCount(0)
  await expect(rowOf(page, 'TBA309482110014')).toHaveCount(0)

  // The client can come first and stay, and a scan begins anew where a button has the focus.
  const { data: shipment } = await shop.api('POST /api/shipments', { body: { shippingMethod: 'maritimo' } })
  await page.reload()
  await formIsReady(page)
  await page.getByRole('button', { name: 'Cliente primero' }).click()
  await page.getByRole('button', { name: 'Embarque: Ninguno' }).click()
  await page.getByRole('menuitem', { name: `#${shipment.companyShipmentId}` }).click()
  await page.getByLabel('Casillero o nombre').focus()
  await scan(shop.client.casillero)
  await page.getByRole('button', { name: 'Fijar: Cliente' }).click()
  await Promise.all([scan('TBA309482110021'), scan('1.50')])
  await page
    .getByRole('button', { name: /^Quitar el sonido/ })
    .first()
    .focus()
  await Promise.all([scan('TBA309482110022'), scan('2.50')])
  await nothingWaits(page)
  await expect(page.getByRole('button', { name: /^Quitar el sonido/ }).first()).toBeVisible()
  const later = (await savedPackages(shop)).slice(-2)
  expect(later.map(({ tracking, weight, client, shipment: of }) => [tracking, weight, client?.id, of?.id])).toEqual([
    ['TBA309482110021', 1.5, shop.client.id, shipment.id],
    ['TBA309482110022', 2.5, shop.client.id, shipment.id],
  ])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Tracking primero' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Embarque: #${shipment.companyShipmentId}` })).toBeVisible()
})
