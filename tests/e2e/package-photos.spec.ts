import { expect, type Page, test } from '@playwright/test'
import { greyPng } from '../../tools/grey-png.ts'
import { enterPackage, formIsReady, nothingWaits, savedPackages } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const sending = /\/api\/packages\/[^/]+\/photos\?/

/** A picture of one light grey. */
function picture(width: number, height: number) {
  const pixels = Buffer.alloc(height * (width + 1), 150)
  // Each row begins with the byte of its filter.
  for (let row = 0; row < height; row += 1) pixels[row * (width + 1)] = 0
  return { name: 'caja.png', mimeType: 'image/png', buffer: greyPng(width, height, { pixels }) }
}

/** Reads the width of a shown photo, how its middle and its lower left corner look, and whether white text stands in its last lines. */
const lookAt = (page: Page, name: string) =>
  page.getByRole('img', { name }).evaluate((image) => {
    if (!(image instanceof HTMLImageElement) || image.naturalWidth === 0) return undefined
    const canvas = document.createElement('canvas')
    const { naturalWidth: width, naturalHeight: height } = image
    Object.assign(canvas, { width, height })
    const pen = canvas.getContext('2d')
    pen?.drawImage(image, 0, 0)
    const at = (x: number, y: number) => pen?.getImageData(x, y, 1, 1).data[0] ?? -1
    const foot = pen?.getImageData(0, height - 20, width, 20).data ?? []
    return {
      width,
      isMiddleLight: at(width / 2, height / 2) > 100,
      isFootDark: at(1, height - 2) < 60,
      hasText: foot.some((value, index) => index % 4 === 0 && value > 200),
    }
  })

test('a clerk takes photos of a package with the weight under them, and its client sees them in Mi casillero', async ({
  page,
  browser,
}) => {
  const shop = await openShop()
  const { id } = await shop.receive({ weight: 3.2, weightSource: 'scale', description: 'Zapatillas deportivas' })
  await enter(page, shop, `/paquetes/${id}`, 'user')
  await page.getByRole('tab', { name: 'Fotos' }).click()
  await expect(page.getByText('0 de 4. El cliente las ve en Mi casillero.')).toBeVisible()
  const take = page.getByLabel('Tomar foto')
  await expect(take).toHaveAttribute('capture', 'environment')
  await take.setInputFiles(picture(1200, 900))
  await expect(page.getByText('1 de 4.')).toBeVisible()
  const seen = { width: 640, isMiddleLight: true, isFootDark: true, hasText: true }
  await expect.poll(() => lookAt(page, 'Foto 1')).toEqual(seen)

  await page.getByLabel('Elegir archivo').setInputFiles({ ...picture(8, 8), mimeType: 'application/pdf' })
  await expect(page.getByText('La foto debe ser una imagen PNG, JPEG o WebP')).toBeVisible()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.route(sending, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await take.setInputFiles(picture(300, 200))
  const retry = page.getByRole('alert').getByRole('button', { name: 'Reintentar' })
  await expect(retry).toBeVisible()
  await expect(page.getByRole('img', { name: 'Foto 1' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(sending)
  await retry.click()
  await expect(page.getByText('2 de 4.')).toBeVisible()

  const access = await shop.api('POST /api/client/:id/access-link', { params: { id: shop.client.id } })
  const visitor = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const outside = await visitor.newPage()
  await outside.goto(access.data.url)
  await outside.getByRole('button', { name: 'Entrar a mi casillero' }).click()
  await outside.getByRole('link', { name: /Zapatillas deportivas/ }).click()
  await expect(outside.getByRole('heading', { name: 'Fotos' })).toBeVisible()
  await expect(outside.getByRole('img', { name: 'Foto 1' })).toHaveJSProperty('naturalWidth', 640)
  await visitor.close()
})

test('photos of a package in Recepción wait on the device without a link, and are sent once with the weight of their row when it is back', async ({
  page,
  context,
}) => {
  const shop = await openShop()
  await enter(page, shop, '/recepcion')
  await formIsReady(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await context.setOffline(true)
  const take = page.getByLabel('Tomar foto', { exact: true })
  await expect(take).toHaveAttribute('capture', 'environment')
  for (const width of [300, 320]) await take.setInputFiles(picture(width, 200))
  await page.getByRole('button', { name: 'Quitar la foto 2' }).click()
  await expect(page.getByText('1 de 4; se envían con el paquete')).toBeVisible()
  await expect(page.getByLabel('Tracking')).toBeFocused()
  await expectAccessible(page)
  const scan = await openScanner(page)
  await enterPackage(scan, { tracking: 'TBA309482120051', casillero: shop.client.casillero, weight: 4.5 })
  await enterPackage(scan, { tracking: 'TBA309482120052', casillero: shop.client.casillero, weight: 2 })
  await expect(page.getByText('Foto en espera')).toHaveCount(1)
  const pick = async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^Tomar foto: TBA309482120051/ }).click()
    await (await chooser).setFiles(picture(300, 200))
  }
  await pick()
  await expect(page.getByText('Foto en espera')).toHaveCount(2)
  await expect(page.getByText('2 fotos esperan en este equipo.')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('Foto en espera')).toHaveCount(2)
  await context.setOffline(false)
  await nothingWaits(page)
  await expect(page.getByText('2 fotos', { exact: true })).toBeVisible()
  await expect(page.getByText('Foto en espera')).toHaveCount(0)
  const [first, second] = await savedPackages(shop)
  const list = async (id = '') => (await shop.api('GET /api/packages/:id/photos', { params: { id } })).data.photos
  expect((await list(first?.id)).map(({ weight, weightSource }) => [weight, weightSource])).toEqual([
    [4.5, 'typed'],
    [4.5, 'typed'],
  ])
  expect(await list(second?.id)).toEqual([])

  const body = { photo: `data:image/png;base64,${greyPng(60, 40).toString('base64')}` }
  const params = { id: first?.id ?? '' }
  for (let count = 0; count < 2; count += 1) await shop.api('POST /api/packages/:id/photos', { params, body })
  await pick()
  const refusal = page.getByRole('alert').filter({ hasText: 'fotos' })
  await expect(refusal).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(refusal).toBeHidden()
  expect(await list(first?.id)).toHaveLength(4)
})
