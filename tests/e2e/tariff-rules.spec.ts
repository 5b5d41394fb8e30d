import { expect, test } from '@playwright/test'
import { formIsReady, savedPackages } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a package is measured as it is received, by scanner, scale and dimensioner without a pause, or later by hand', async ({
  page,
}) => {
  const shop = await openShop()
  const { data: tariff } = await shop.api('POST /api/tariffs', {
    body: { name: 'Por volumen', type: 'aereo', pricePerPound: 5.5, roundUpTo: 1, volumetricDivisor: 166 },
  })
  const client = await shop.addClient({ lastNames: 'Obregón', defaultTariffAereoId: tariff.id })
  await enter(page, shop, '/recepcion')
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
  await expect(later.getByLabel('Medidas')).toBeFocused()
  await expectAccessible(page)
  await scan('')
  await expect(later).toContainText('Faltan medidas: largo × ancho × alto')
  await later.getByLabel('Medidas').fill('10x8x6')
  await page.keyboard.press('Enter')
  await expect(later).toContainText('10 × 8 × 6 → 3 lbs')
  await expect(page.getByText('1 por medir')).toBeVisible()

  await page.goto(`${shop.url}/paquetes?search=TBA309482190001`)
  await page.getByRole('button', { name: 'Editar: paquete #1', exact: true }).click()
  // The price follows the measures, so both are in sight together.
  const dialog = page.getByRole('dialog', { name: 'Editar Paquete' })
  await expect(dialog.getByText('6 lbs × US$5.50')).toBeInViewport({ ratio: 1 })
})
