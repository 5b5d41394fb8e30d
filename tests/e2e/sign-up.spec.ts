import { expect, test } from '@playwright/test'
import { toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { linkPhone } from './support/whatsapp.ts'
import { enter, expectAccessible } from './support/world.ts'

const usAddress = '{{nombre}} {{casillero}}\n8260 NW 70th St\nSuite {{casillero}}\nMiami, FL 33166'
const phone = '50584560912'

test('a visitor becomes a client from a phone by a message of their own, is approved by a clerk, and announces a purchase', async ({
  page,
  browser,
}) => {
  const shop = await openShop()
  await linkPhone(shop)
  const open = { signUp: 'approval' as const, usAddress, terms: 'Se paga al retirar.', hasPublicTariffs: false }
  await shop.api('PUT /api/companies/update', { body: open })
  const visitor = await browser.newContext({ viewport: { width: 320, height: 700 }, hasTouch: true, bypassCSP: true })
  const outside = await visitor.newPage()
  const fits = async () => {
    await expectAccessible(outside)
    expect(await outside.evaluate('document.documentElement.scrollWidth')).toBe(320)
  }
  await outside.goto(`${shop.url}/mi/entrar`)
  await outside.getByRole('link', { name: 'Hacerse cliente' }).click()
  await expect(outside.getByRole('textbox')).toHaveCount(4)
  await fits()
  await outside.getByLabel('Nombre').fill('Heydi Carolina')
  await outside.getByLabel('Apellidos').fill('Palacios Úbeda')
  await outside.getByRole('button', { name: 'Continuar' }).click()
  await expect(outside.getByText('Acepte los términos para continuar')).toBeVisible()
  await outside.getByRole('checkbox').check()
  await outside.getByRole('button', { name: 'Continuar' }).click()
  await expect(outside.getByRole('status').filter({ hasText: 'Esperando su mensaje' })).toBeVisible()
  await fits()
  const href = (await outside.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href')) ?? ''
  const text = new URL(href).searchParams.get('text') ?? ''
  expect(text).toMatch(/^ALTA [A-Z2-9]{4}-[A-Z2-9]{4}$/)

  // The page goes on by itself when the message came.
  await shop.answer(phone, text)
  await expect(outside.getByRole('heading', { name: 'Recibimos su solicitud' })).toBeVisible()
  await fits()

  await enter(page, shop, '/clients', 'user')
  await page.getByRole('tab', { name: /Solicitudes/ }).click()
  await expect(page.getByRole('link', { name: /1 por aprobar/ })).toBeVisible()
  await expectAccessible(page)
  const approve = page.getByRole('button', { name: 'Aprobar: Heydi Carolina Palacios Úbeda' })
  await approve.click()
  await page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Deshacer' }).click()
  await expect(toast(page, 'espera otra vez')).toBeVisible()
  await approve.dblclick()
  await expect(page.getByText('Nadie espera')).toBeVisible()
  await expectAccessible(page)

  // The link in the chat is the way in, not the browser that asked.
  const welcome = async () => (await shop.sentTexts()).find((one) => one.includes('Pidió el alta')) ?? ''
  await expect.poll(welcome, { timeout: 30_000 }).toContain('/mi/e/')
  await outside.goto(`${shop.url}/registro`)
  await expect(outside.getByRole('heading', { name: 'Siga en WhatsApp' })).toBeVisible()
  await outside.goto(`${shop.url}${/\/mi\/e\/\w{22}\?alta/.exec(await welcome())?.[0]}`)
  await outside.getByRole('button', { name: 'Entrar a mi casillero' }).click()
  await expect(outside.getByRole('heading', { name: 'Heydi, ya es cliente' })).toBeVisible()
  await expect(outside.getByRole('button', { name: 'Copiar todo' })).toBeVisible()
  await fits()
  await outside.getByRole('link', { name: 'Avisar compra' }).click()
  await outside.getByLabel('Número de rastreo').fill('TBA309482119988')
  await outside.getByLabel('Qué compró').fill('Ropa de bebé')
  await outside.getByRole('button', { name: 'Avisar la compra' }).click()
  await expect(outside.getByText('Gracias, quedó anotado.')).toBeVisible()

  // Two more ask under her name.
  for (const number of ['50584560913', '50584560914']) {
    await outside.goto(`${shop.url}/registro?nueva`)
    await outside.getByLabel('Nombre').fill('Heydi Carolina')
    await outside.getByLabel('Apellidos').fill('Palacios Úbeda')
    await outside.getByRole('checkbox').check()
    await outside.getByRole('button', { name: 'Continuar' }).click()
    await shop.answer(number, (await outside.getByText(/^ALTA /).textContent()) ?? '')
  }
  await page.reload()
  const compare = page.getByRole('button', { name: 'Comparar: Heydi Carolina Palacios Úbeda' })
  await expect(compare).toHaveCount(2)
  await compare.first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Rechazar' }).dblclick()
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await dialog.getByRole('button', { name: 'Rechazar' }).click()
  await expect(dialog.getByLabel('Lo que leerá')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Rechazar' }).click()
  await expect(toast(page, 'Solicitud rechazada; se le avisa por WhatsApp')).toBeVisible()
  await expect(compare).toHaveCount(1)
  await expect(compare).toBeFocused()
  await visitor.close()
})
