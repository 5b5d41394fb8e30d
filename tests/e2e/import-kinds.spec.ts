import { expect, type Page, test } from '@playwright/test'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const choose = (page: Page, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a file that did not get through is sent again, and a slow link shows how much of it has left', async ({
  page,
}) => {
  const shop = await openShop()
  await enter(page, shop, '/importar/clients', 'user')
  const rows = Array.from({ length: 2_000 }, (_, at) => `${at + 1};Eva ${'María '.repeat(30)}${at};8690 4411;León`)
  const file = ['Casillero;Nombre completo;Teléfono;Ciudad', ...rows].join('\n')
  await page.route(/\/api\/imports/, (route) => route.abort('internetdisconnected'))
  await choose(page, file)
  await expect(page.getByText('No se pudo enviar el archivo. Revise su conexión e intente de nuevo.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute(/\/api\/imports/)
  const session = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 200, downloadThroughput: 200_000, uploadThroughput: 100_000 }
  await session.send('Network.emulateNetworkConditions', slow)
  await choose(page, file)
  await expect(page.getByRole('status').filter({ hasText: 'Enviando el archivo…' })).toContainText(/\b[1-9]\d? %/)
  await session.send('Network.emulateNetworkConditions', { ...slow, latency: 0, uploadThroughput: -1 })
  await expect(page.getByRole('button', { name: 'Revisar 2,000 filas' })).toBeVisible()
})
