import { expect, test } from '@playwright/test'
import { greyPng } from '../../tools/grey-png.ts'
import { isPhone, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a client sends the proof of a transfer without a script, and a clerk registers or refuses it in Caja', async ({
  page,
  browser,
}) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive()])
  const { data } = await shop.api('POST /api/client/:id/access-link', { params: { id: shop.client.id } })
  const visitor = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const outside = await visitor.newPage()
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
  await outside.goto(data.url)
  await outside.getByRole('button', { name: 'Entrar a mi casillero' }).click()
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
