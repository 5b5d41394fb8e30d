import { expect, test } from '@playwright/test'
import { pagesOf } from '../support/pdf-text.ts'
import { chooseClient, savedInvoice } from './support/counter.ts'
import { toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { listViolations } from './support/violations.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a new invoice is shared, opened on a phone without scripts, and no longer shared', async ({ page, browser }) => {
  const shop = await openShop()
  await shop.receive({ description: 'Zapatillas deportivas y ropa de niño' })
  await enter(page, shop, '/facturar')
  await chooseClient(page, 'nunez', 1)
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await savedInvoice(page).getByRole('button', { name: 'Compartir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compartir la factura #1' })
  await expect(dialog.getByRole('button', { name: 'Dejar de compartir' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Copiar enlace' }).click()
  const link = dialog.getByLabel('Enlace')
  await expect(link).toHaveValue(new RegExp(`^${shop.url}/f/\\w{22}$`))
  await expectAccessible(page)
  const url = await link.inputValue()

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
  const phone = await context.newPage()
  const asked: string[] = []
  phone.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await phone.goto(url)
  await expect(phone.getByText('US$7.50').first()).toBeVisible()
  await expect(phone.getByText('Ana Lucía Núñez Báez')).toBeVisible()
  await expect(phone.getByText('Saldo Pendiente')).toBeVisible()
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(phone.viewportSize()?.width)
  expect(asked).toEqual([new URL(url).pathname])
  await expect(phone.getByRole('link', { name: 'Descargar PDF' })).toHaveAttribute(
    'href',
    `${new URL(url).pathname}/pdf`,
  )
  const paper = await page.evaluate(
    async (address) => [...new Uint8Array(await (await fetch(address)).arrayBuffer())],
    `${url}/pdf`,
  )
  expect((await pagesOf(Uint8Array.from(paper))).join(' ')).toContain('Zapatillas deportivas')
  await context.close()

  // Axe needs scripts, which the page itself has none of.
  const looked = await browser.newContext({ viewport: { width: 360, height: 740 }, bypassCSP: true })
  const readable = await looked.newPage()
  await readable.goto(url)
  expect(await listViolations(readable)).toEqual([])

  await dialog.getByRole('button', { name: 'Enviar por WhatsApp' }).click()
  await expect(toast(page, 'La factura saldrá por WhatsApp')).toBeVisible()
  const { data } = await shop.api('GET /api/messages', { query: { clientId: shop.client.id } })
  expect(data.filter(({ templateTitle }) => templateTitle === 'Factura').map(({ state }) => state)).toEqual(['queued'])

  await dialog.getByRole('button', { name: 'Dejar de compartir' }).click()
  await expect(toast(page, 'La factura ya no se comparte')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Dejar de compartir' })).toHaveCount(0)
  await readable.reload()
  await expect(readable.getByRole('heading')).toHaveText('Este enlace no muestra ninguna factura.')
  await looked.close()
})
