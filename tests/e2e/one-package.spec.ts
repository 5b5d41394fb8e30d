import { expect, test } from '@playwright/test'
import { greyPng } from '../../tools/grey-png.ts'
import { toast } from './support/gestures.ts'
import { formIsReady } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop, type Shop } from './support/shop.ts'
import { linkPhone } from './support/whatsapp.ts'
import { enter, expectAccessible } from './support/world.ts'

const phone = '50586904417'
const tracking = 'TBA309482119988'

async function turnRulesOn(shop: Shop): Promise<void> {
  const { data } = await shop.api('GET /api/auto-answers')
  const answers = data.answers.map(({ key, words, content }) => ({ key, words, content, isOn: true }))
  await shop.api('PUT /api/auto-answers', { body: { answers, version: data.version } })
}

const findText = async (shop: Shop, part: string | RegExp): Promise<string> => {
  const found = async () => (await shop.sentTexts()).find((text) => text.match(part) !== null) ?? ''
  await expect.poll(found).not.toBe('')
  return await found()
}

test('a package goes its way from both sides: announced, received, asked for, paid by voucher, and handed over', async ({
  page,
  browser,
}) => {
  const shop = await openShop()
  await linkPhone(shop)
  await turnRulesOn(shop)

  // The client comes in by a link over WhatsApp, and announces what they bought.
  const visitor = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const outside = await visitor.newPage()
  await outside.goto(`${shop.url}/mi/entrar`)
  await outside.getByLabel('Su número de WhatsApp').fill('8690 4417')
  await outside.getByRole('button', { name: 'Enviarme el enlace' }).click()
  await expect(outside.getByLabel('Código de 6 números')).toBeFocused()
  const link = await findText(shop, /\/mi\/e\/\w{22}/)
  await outside.goto(`${shop.url}${/\/mi\/e\/\w{22}/.exec(link)?.[0]}`)
  await outside.getByRole('button', { name: 'Entrar a mi casillero' }).click()
  await outside.getByRole('link', { name: 'Avisar compra' }).click()
  await outside.getByLabel('Número de rastreo').fill(tracking)
  await outside.getByLabel('Qué compró').fill('Ropa de bebé')
  await outside.getByRole('button', { name: 'Avisar la compra' }).click()
  await expect(outside.getByText('Gracias, quedó anotado.')).toBeVisible()

  // The warehouse scans it; the client is known by what they announced.
  await enter(page, shop, '/recepcion', 'user')
  await formIsReady(page)
  const scan = await openScanner(page)
  await scan(tracking)
  await expect(page.getByText('Prealertado', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Peso')).toBeFocused()
  await scan('2')
  await expect(page.getByRole('listitem').filter({ hasText: tracking })).toContainText('Guardado')
  const { data: packages } = await shop.api('GET /api/packages', { query: { search: tracking } })
  const [{ id = '' } = {}] = packages
  const photo = `data:image/png;base64,${greyPng(300, 400).toString('base64')}`
  await shop.api('POST /api/packages/:id/photos', { params: { id }, body: { photo, caption: null } })
  await shop.api('PATCH /api/packages/status', { body: { packageIds: [id], statusId: shop.statuses.ready } })

  // Asked on WhatsApp, the rules answer by themselves and nothing waits for a person.
  await shop.answer(phone, 'Buenas, ¿ya vino mi paquete?')
  expect(await findText(shop, /para retirar: \*1/)).toContain('Ropa de bebé')
  await outside.goto(`${shop.url}/mi`)
  await outside.getByRole('link', { name: /Ropa de bebé/ }).click()
  await expect(outside.getByRole('heading', { name: 'Fotos' })).toBeVisible()

  // A picture of the transfer waits for a clerk, who takes it for the proof of a payment.
  const { data: whole } = await shop.api('GET /api/packages/:id', { params: { id } })
  await shop.invoice([whole])
  await shop.sendFile(phone, 'picture', 'Ahí va el comprobante')
  await page.goto(`${shop.url}/conversaciones`)
  await page
    .getByRole('list', { name: 'Conversaciones' })
    .getByRole('link', { name: /Ana Lucía/ })
    .click()
  const log = page.getByRole('log')
  await expect(log).toContainText('Ahí va el comprobante')
  await expect(log.getByRole('button', { name: 'Ver la foto' })).toBeVisible()
  await expectAccessible(page)
  await log.getByRole('button', { name: 'Verificar' }).click()
  await expect(page.getByRole('img', { name: /^Comprobante de Ana/ })).toBeVisible()
  await page.getByLabel('Monto', { exact: true }).fill('7.50')
  await page.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(toast(page, 'Cobro #1 registrado')).toBeVisible()
  await findText(shop, /registramos su pago/)

  // The client says that they come, and takes it.
  await page.goto(`${shop.url}/entregar`)
  const coming = page.getByRole('region', { name: 'Vienen en camino' })
  const field = page.getByRole('combobox', { name: 'Etiqueta o cliente' })
  await expect(field).toBeFocused()
  await expect(coming).toBeHidden()
  await outside.goto(`${shop.url}/mi`)
  await outside.getByRole('button', { name: 'Voy en camino' }).click()
  await expect(page.getByText('Viene Ana Lucía Núñez Báez, 1 paquete')).toBeAttached()
  await expect(field).toBeFocused()
  await coming.getByRole('button', { name: /^Atender: Ana Lucía/ }).click()
  await page.getByRole('button', { name: /^Entregar 1 paquete/ }).click()
  await expect(page.getByRole('region', { name: 'Entrega registrada' })).toBeVisible()
  await outside.reload()
  await expect(outside.getByText('Nada para retirar todavía')).toBeVisible()
  await visitor.close()
})
