import { expect, test } from '@playwright/test'
import { openShop } from './support/shop.ts'
import { linkPhone } from './support/whatsapp.ts'
import { enter, expectAccessible } from './support/world.ts'

test('an admin sees that WhatsApp is down and how much waits in a line of its own, which a viewer’s page does not ask for', async ({
  page,
}) => {
  const shop = await openShop()
  const status = async () => (await shop.api('GET /api/companies/waha-status')).status
  await linkPhone(shop)
  const line = page.getByRole('status').filter({ hasText: 'WhatsApp' })
  const tops = () =>
    page.evaluate<number[]>(`
    [...document.querySelectorAll('header, main h1, [type=search]')].map((part) => part.getBoundingClientRect().top)`)
  await enter(page, shop, '/clients', 'admin')
  await expect(page.getByText('Ana Lucía Núñez Báez')).toBeVisible()
  await expect(line).toHaveCount(0)

  await shop.removePhone()
  await expect.poll(status).toBe('FAILED')
  await page.reload()
  await expect(line).toHaveText(/^WhatsApp sin conexión\s*Ver la conexión$/)
  await Promise.all([shop.receive(), shop.receive()])
  await expect.poll(async () => (await shop.api('GET /api/messages/connection')).data.waiting).toBe(2)

  await page.reload()
  await expect(line).toContainText('WhatsApp sin conexión: 2 mensajes en espera')
  // The line takes room of its own above the page.
  const after = await tops()
  const { y = 0, height = 0 } = (await line.boundingBox()) ?? {}
  expect(Math.min(...after)).toBeGreaterThanOrEqual(y + height)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)
  await expectAccessible(page)

  await page.clock.install()
  let asked = 0
  await page.route(/messages\/connection/, (route) => {
    asked += 1
    return route.continue()
  })
  await enter(page, shop, '/paquetes', 'viewer')
  await expect(page.getByText('#2', { exact: false }).first()).toBeVisible()
  await page.clock.fastForward(3_000)
  await page.clock.fastForward(61_000)
  expect(asked).toBe(0)
})
