import { type Browser, expect, test } from '@playwright/test'
import sharp from 'sharp'
import { greyPng } from '../../tools/grey-png.ts'
import { openShop, type Shop } from './support/shop.ts'

/** Opens Mi casillero of the shop's client without a script unless one is asked for, and gives what sends a voucher with a picture of a width. */
async function openSender(browser: Browser, shop: Shop, { javaScriptEnabled = false } = {}) {
  const { data } = await shop.api('POST /api/client/:id/access-link', { params: { id: shop.client.id } })
  const visitor = await browser.newContext({ javaScriptEnabled, viewport: { width: 320, height: 640 } })
  const outside = await visitor.newPage()
  await outside.goto(data.url)
  await outside.getByRole('button', { name: 'Entrar a mi casillero' }).click()
  const send = async (width: number, reference: string) => {
    await outside.goto(`${shop.url}/mi`)
    await outside.getByRole('link', { name: 'Enviar comprobante' }).click()
    await outside
      .getByLabel('Foto o PDF del comprobante')
      .setInputFiles({ name: 'pago.png', mimeType: 'image/png', buffer: greyPng(width, 600) })
    await expect(outside.getByLabel('Cuánto pagó')).toHaveValue('7.50')
    await outside.getByLabel('Número de referencia').fill(reference)
    await outside.getByRole('button', { name: 'Enviar comprobante' }).click()
  }
  return { visitor, outside, send }
}

test('with a script a picture leaves the phone as a small JPEG, and a PDF as it is', async ({ browser }) => {
  const shop = await openShop()
  const { visitor, outside } = await openSender(browser, shop, { javaScriptEnabled: true })
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const photo = sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#888', noise } })
  const field = outside.getByLabel('Foto o PDF del comprobante')
  const readPicked = () =>
    field.evaluate((node) => {
      const file = node instanceof HTMLInputElement ? node.files?.[0] : undefined
      return { name: file?.name, type: file?.type, size: file?.size ?? 0 }
    })
  await outside.goto(`${shop.url}/mi/comprobante`)
  const buffer = await photo.jpeg({ quality: 95 }).toBuffer()
  await field.setInputFiles({ name: 'DCIM 0001.jpeg', mimeType: 'image/jpeg', buffer })
  await expect.poll(readPicked).toMatchObject({ name: 'DCIM 0001.jpg', type: 'image/jpeg' })
  expect((await readPicked()).size).toBeLessThan(buffer.length / 2)
  await field.setInputFiles({ name: 'pago.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  expect(await readPicked()).toEqual({ name: 'pago.pdf', type: 'application/pdf', size: 8 })
  // The form is sent before the picture is drawn, and waits for it.
  await outside.getByLabel('Cuánto pagó').fill('7.50')
  await field.setInputFiles({ name: 'DCIM 0002.jpeg', mimeType: 'image/jpeg', buffer })
  const sent = outside.waitForRequest((request) => request.method() === 'POST')
  await outside.getByRole('button', { name: 'Enviar comprobante' }).click()
  const { 'content-length': bytes } = await (await sent).allHeaders()
  expect(Number(bytes)).toBeLessThan(buffer.length / 2)
  await expect(outside.getByText('Recibido. Lo verificamos y le avisamos')).toBeVisible()
  await visitor.close()
})
