import { type Browser, expect, test } from '@playwright/test'
import sharp from 'sharp'
import { greyPng } from '../../tools/grey-png.ts'
import { isPhone, toast } from './support/gestures.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

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

test('a client sends the proof of a transfer without a script, and a clerk registers or refuses it in Caja', async ({
  page,
  browser,
}) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive()])
  const { visitor, outside, send } = await openSender(browser, shop)
  await send(300, '448120773')
  await expect(outside.getByText('Recibido. Lo verificamos y le avisamos')).toBeVisible()
  await send(300, '448120773')
  await expect(outside.getByText('Ya lo tenemos')).toBeVisible()
  await send(340, '448120774')
  await outside.goto(`${shop.url}/mi`)
  await expect(outside.getByText('En revisión US$15.00')).toBeVisible()

  await enter(page, shop, `/clients/${shop.client.id}`, 'user')
  await expect(page.getByText('Envió 2 comprobantes que esperan')).toBeVisible()
  await page.getByRole('link', { name: 'Verificar' }).click()
  const rows = page.getByRole('button', { name: /Mi casillero/ })
  await expect(rows).toHaveCount(2)
  if (isPhone(page)) await rows.first().click()
  await expect(page.getByRole('img', { name: /^Comprobante de Ana/ })).toBeVisible()
  await expect(page.getByLabel('Monto', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Referencia')).toHaveValue('448120774')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Cobro #1 registrado')).toBeVisible()

  await expect(page.getByLabel('Comprobante', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Rechazar' }).click()
  const dialog = page.getByRole('dialog', { name: /^¿Rechazar el comprobante de Ana/ })
  await dialog.getByLabel('Motivo').selectOption('Repetido')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Rechazar' }).click()
  await expect(page.getByText('Nada por verificar')).toBeVisible()
  await page.getByText('Verificados', { exact: true }).click()
  await expect(page.getByText('Registrado').first()).toBeVisible()
  await expectAccessible(page)
  await outside.goto(`${shop.url}/mi/comprobante`)
  await expect(outside.getByText('Ese comprobante ya lo habíamos registrado.')).toBeVisible()
  await expect(outside.getByText('Verificado', { exact: true })).toBeVisible()
  await visitor.close()
})

/** Has a client who owes send two vouchers; gives the id of the later one. */
async function sendTwo(browser: Browser, shop: Shop): Promise<string> {
  await shop.invoice([await shop.receive()])
  const { visitor, outside, send } = await openSender(browser, shop)
  await send(300, '448120773')
  await expect(outside.getByText('Recibido. Lo verificamos y le avisamos')).toBeVisible()
  await send(340, '448120774')
  await expect(outside.getByText('Recibido. Lo verificamos y le avisamos')).toBeVisible()
  await visitor.close()
  const { data } = await shop.api('GET /api/vouchers')
  return data.find(({ reference }) => reference === '448120774')?.id ?? ''
}

test('a voucher that another clerk decided turns grey with that clerk’s name, and the next one opens', async ({
  page,
  browser,
}) => {
  const shop = await openShop()
  const later = await sendTwo(browser, shop)
  await enter(page, shop, `/caja/comprobantes?comprobante=${later}`, 'user')
  await expect(page.getByLabel('Referencia')).toHaveValue('448120774')
  await shop.api('POST /api/vouchers/:id/reject', { params: { id: later }, body: { reason: 'No se lee' } })
  await page.getByLabel('Referencia').press('Control+Enter')
  if (isPhone(page)) await page.getByRole('button', { name: 'Comprobantes' }).click()
  await expect(page.getByText(/^\S+ lo rechazó \d\d:\d\d$/)).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: /Mi casillero/ })).toHaveCount(1)
  if (!isPhone(page)) await expect(page.getByLabel('Referencia')).toHaveValue('448120773')
})

test('a voucher that another clerk decided turns grey at the next look of the list, before this clerk touches it', async ({
  page,
  browser,
}) => {
  const shop = await openShop()
  const later = await sendTwo(browser, shop)
  await page.clock.install()
  await enter(page, shop, `/caja/comprobantes?comprobante=${later}`, 'user')
  await expect(page.getByLabel('Referencia')).toHaveValue('448120774')
  await shop.api('POST /api/vouchers/:id/reject', { params: { id: later }, body: { reason: 'No se lee' } })
  await page.clock.fastForward(31_000)
  if (isPhone(page)) await page.getByRole('button', { name: 'Comprobantes' }).click()
  await expect(page.getByText(/^\S+ lo rechazó \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Mi casillero/ })).toHaveCount(1)
  if (!isPhone(page)) await expect(page.getByLabel('Referencia')).toHaveValue('448120773')
})

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
