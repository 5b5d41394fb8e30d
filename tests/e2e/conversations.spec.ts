import { expect, type Page, test } from '@playwright/test'
import { toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { linkPhone } from './support/whatsapp.ts'
import { enter, expectAccessible } from './support/world.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Conversaciones' })

test('what a client writes on WhatsApp is counted in the menu, answered with Enter, sent again where that was lost, and attended by that', async ({
  page,
}) => {
  const shop = await openShop()
  await linkPhone(shop)
  await shop.receive({ description: 'Lámpara de escritorio' })
  await shop.answer('50586904417', '¿Ya vino mi paquete?')
  await enter(page, shop, '/conversaciones', 'user')
  const row = list(page).getByRole('link', { name: /Ana Lucía Núñez Báez/ })
  await expect(row).toContainText('¿Ya vino mi paquete?')
  await expect(row).toContainText('1 nuevo')
  await expect(page.getByRole('link', { name: /^Conversaciones ?, 1 por atender$/ })).toBeVisible()
  await expectAccessible(page)

  await shop.answer('50588880000', 'Buenas, ¿cuánto cuesta la libra?')
  await expect(list(page).getByRole('link', { name: /Número nuevo/ })).toContainText('¿cuánto cuesta la libra?')
  await row.focus()
  await page.keyboard.press('Enter')
  const log = page.getByRole('log', { name: 'Mensajes con Ana Lucía Núñez Báez' })
  await expect(log).toContainText('1 mensaje nuevo')
  await expect(log).toContainText('¿Ya vino mi paquete?')
  await expect(page.getByRole('region', { name: 'Listos para retirar' })).toContainText('Lámpara de escritorio')
  await expectAccessible(page)

  const field = page.getByRole('textbox', { name: 'Respuesta a Ana Lucía Núñez Báez' })
  await field.fill('Sí, ya puede')
  await page.reload()
  await expect(field).toHaveValue('Sí, ya puede')
  await field.press('End')
  await field.pressSequentially(' retirarlo')
  await field.press('Enter')
  await expect(log).toContainText('Sí, ya puede retirarlo')
  await expect(field).toHaveValue('')
  await expect.poll(shop.sentTexts).toContain('Sí, ya puede retirarlo')
  await expect(page.getByRole('button', { name: 'Volver a Por atender' })).toBeVisible()
  await expect(log).toContainText(/Enviado|Entregado|Leído/)
  await expectAccessible(page)

  await shop.answer('50586904417', 'Gracias')
  await expect(log).toContainText('Gracias')
  await page.getByRole('button', { name: 'Atendida', exact: true }).click()
  await expect(toast(page, 'Conversación atendida')).toBeVisible()
  await page.goto(`${shop.url}/clients/${shop.client.id}?tab=mensajes`)
  await page.getByRole('link', { name: 'Abrir conversación' }).click()
  await expect(log).toContainText('Sí, ya puede retirarlo')

  // A number of no client is given to one, and a reply that did not reach the server keeps its text.
  await page.goto(`${shop.url}/conversaciones`)
  await list(page)
    .getByRole('link', { name: /Número nuevo/ })
    .click()
  const other = page.getByRole('log')
  await expect(other).toContainText('¿cuánto cuesta la libra?')
  await page.getByRole('combobox', { name: 'Dar a un cliente' }).fill(shop.client.casillero)
  await expectAccessible(page)
  await page.getByRole('option', { name: shop.client.casillero }).click()
  await expect(toast(page, 'El número es de Ana Lucía Núñez Báez')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver cliente' })).toBeVisible()
  const calls = '**/api/conversations/*/messages?*'
  await page.route(calls, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await page.getByRole('textbox', { name: /^Respuesta a Ana/ }).fill('Anotado')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(other).toContainText('No se envió')
  await expectAccessible(page)
  await page.unroute(calls)
  await page.reload()
  await other.getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(shop.sentTexts).toContain('Anotado')
  await expect(other).not.toContainText('No se envió')
})
