import { expect, type Page, test } from '@playwright/test'
import { type FakePort, fakePorts, portOf } from './support/fake-devices.ts'
import { enterPackage, formIsReady, nothingWaits, savedPackages } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const line = (text: string) => `${text}\r\n`

/** Opens reception on a device that has chosen its scale. */
async function openWithScale(page: Page, shop: Shop, text: string) {
  const port: FakePort = { vendor: 0x0403, granted: true, scale: { line: line(text) } }
  await fakePorts(page, [port])
  await page.addInitScript(() => localStorage.setItem('port-scale', '1027:1'))
  await enter(page, shop, '/recepcion')
  await formIsReady(page)
  return { weight: page.getByLabel('Peso'), scale: portOf(page), scan: await openScanner(page) }
}

/** Where the weight of each reception came from, by its tracking, as it is sent. */
function watchSources(page: Page): Record<string, string> {
  const sources: Record<string, string> = {}
  page.on('request', (request) => {
    if (!request.url().includes('/api/receptions?') || request.method() !== 'POST') return
    const { tracking, weightSource } = request.postDataJSON()
    sources[tracking] = weightSource
  })
  return sources
}

test('a load at rest fills the weight of the entry, and Enter saves it as the weight of the scale; what is typed over it is typed', async ({
  page,
}) => {
  const shop = await openShop()
  const sources = watchSources(page)
  const { weight, scale, scan } = await openWithScale(page, shop, 'US,GS,+  4.48lb')
  const { casillero } = shop.client
  await Promise.all([scan('TBA309482130001'), scan(casillero)])
  await expect(weight).toBeFocused()
  await expect(page.getByText('Balanza en movimiento')).toBeVisible()
  await expect(weight).toHaveValue('')
  await expectAccessible(page)
  await scale.change({ line: line('ST,GS,+  4.50lb') })
  await expect(weight).toHaveValue('4.50')
  await expect(page.getByText('Balanza, estable')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('weight.png') })
  // A load that still settles is followed, in its own unit.
  await scale.change({ line: line('ST,GS,+  2.000kg') })
  await expect(weight).toHaveValue('4.41')
  await scan('')
  await nothingWaits(page)

  await scale.change({ line: line('ST,GS,+  0.00lb') })
  await Promise.all([scan('TBA309482130002'), scan(casillero)])
  await expect(page.getByText('Balanza vacía')).toBeVisible()
  await scale.change({ line: line('ST,GS,+  7.25lb') })
  await expect(weight).toHaveValue('7.25')
  // The weight is selected: the first key of hands or of another scale replaces it.
  await weight.pressSequentially('5')
  await expect(weight).toHaveValue('5')
  await expect(page.getByText('Escrito a mano')).toBeVisible()
  await page.getByRole('button', { name: 'Tomar 7.25 lbs' }).click()
  await expect(weight).toHaveValue('7.25')
  await expect(weight).toBeFocused()
  await weight.pressSequentially('6.5')
  await scan('')
  await nothingWaits(page)
  const saved = await savedPackages(shop)
  expect(saved.map((one) => [one.tracking, one.weight, sources[one.tracking ?? '']])).toEqual([
    ['TBA309482130001', 4.41, 'scale'],
    ['TBA309482130002', 6.5, 'typed'],
  ])
})

test('a package that still lies on the scale does not give its weight to the next entry, nor to the form of packages', async ({
  page,
}) => {
  const shop = await openShop()
  const { weight, scale, scan } = await openWithScale(page, shop, 'ST,GS,+  4.50lb')
  const { casillero } = shop.client
  await Promise.all([scan('TBA309482130011'), scan(casillero)])
  await expect(weight).toHaveValue('4.50')
  await scan('')
  await Promise.all([scan('TBA309482130012'), scan(casillero)])
  await expect(weight).toBeFocused()
  await expect(page.getByRole('button', { name: 'Tomar 4.50 lbs' })).toBeVisible()
  await expect(weight).toHaveValue('')
  await scale.change({ line: line('US,GS,+  1.00lb') })
  await expect(page.getByText('Balanza en movimiento')).toBeVisible()
  await scale.change({ line: line('ST,GS,+  4.52lb') })
  await expect(page.getByRole('button', { name: 'Tomar 4.52 lbs' })).toBeVisible()
  await expect(weight).toHaveValue('')
  await scale.change({ line: line('ST,GS,+  0.00lb') })
  await expect(page.getByText('Balanza vacía')).toBeVisible()
  await scale.change({ line: line('ST,GS,+  4.50lb') })
  await expect(weight).toHaveValue('4.50')
  await scan('')
  await nothingWaits(page)

  // The load is one for all screens of the page.
  const menu = page.getByRole('button', { name: 'Abrir menú' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Todos' }).click()
  await page.getByRole('button', { name: 'Nuevo Paquete' }).first().click()
  const form = page.getByRole('dialog', { name: 'Nuevo Paquete' })
  await form.getByLabel('Peso').focus()
  await expect(form.getByRole('button', { name: 'Tomar 4.50 lbs' })).toBeVisible()
  await expect(form.getByLabel('Peso')).toHaveValue('')
  expect((await savedPackages(shop)).map((one) => [one.tracking, one.weight])).toEqual([
    ['TBA309482130011', 4.5],
    ['TBA309482130012', 4.5],
  ])
})

test('a load below zero, one that is too heavy and noise fill no weight, and hands go on without the scale', async ({
  page,
}) => {
  const shop = await openShop()
  const sources = watchSources(page)
  const { weight, scale, scan } = await openWithScale(page, shop, 'ST,GS,-  1.20lb')
  const { casillero } = shop.client
  await Promise.all([scan('TBA309482130021'), scan(casillero)])
  await expect(page.getByText('La balanza marca menos de cero')).toBeVisible()
  await scale.change({ line: line('OL,GS,+       lb') })
  await expect(page.getByText('La balanza marca de más')).toBeVisible()
  await scale.change({ line: line('\u0001\u0002hola 4.50') })
  await expect(page.getByText('La balanza no responde')).toBeVisible()
  await expect(weight).toHaveValue('')
  await scale.plug(false)
  await expect(page.getByText('La balanza no está conectada')).toBeVisible()
  await scan('3.30')
  await enterPackage(scan, { tracking: 'TBA309482130022', casillero, weight: 2 })
  await nothingWaits(page)
  expect((await savedPackages(shop)).map((one) => [one.tracking, one.weight])).toEqual([
    ['TBA309482130021', 3.3],
    ['TBA309482130022', 2],
  ])
  expect(sources).toEqual({ TBA309482130021: 'typed', TBA309482130022: 'typed' })
})

test('a scale is chosen from the screen of reception, and the form goes on where it was', async ({ page }) => {
  const shop = await openShop()
  await fakePorts(page, [{ vendor: 0x0403, scale: { line: line('ST,GS,+  8.05lb') } }])
  await enter(page, shop, '/recepcion')
  await formIsReady(page)
  const scan = await openScanner(page)
  await Promise.all([scan('TBA309482130031'), scan(shop.client.casillero)])
  await page.getByRole('button', { name: 'Conectar balanza' }).click()
  const dialog = page.getByRole('dialog', { name: 'Balanza e impresora' })
  await dialog.getByRole('button', { name: 'Elegir balanza' }).click()
  await expect(dialog.getByText('8.05 lbs')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await page.getByRole('button', { name: 'Tomar 8.05 lbs' }).click()
  await expect(page.getByLabel('Peso')).toHaveValue('8.05')
  await scan('')
  await nothingWaits(page)
  expect((await savedPackages(shop)).map((one) => [one.tracking, one.weight])).toEqual([['TBA309482130031', 8.05]])
})
