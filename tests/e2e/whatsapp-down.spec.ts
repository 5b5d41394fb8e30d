import { expect, test } from '@playwright/test'
import { isPhone } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { linkPhone } from './support/whatsapp.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a user and an admin see on every screen that WhatsApp is down and how much waits, until it is mended', async ({
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
  const before = await tops()

  await shop.removePhone()
  await expect.poll(status).toBe('FAILED')
  await page.reload()
  await expect(line).toHaveText(/^WhatsApp sin conexión\s*Ver la conexión$/)
  const packages = await Promise.all([shop.receive(), shop.receive()])
  await expect.poll(async () => (await shop.api('GET /api/messages/connection')).data.waiting).toBe(2)

  await page.reload()
  await expect(line).toContainText('WhatsApp sin conexión: 2 mensajes en espera')
  // The line takes room of its own: above the page on a wide screen, on a phone under the header, which stays.
  const after = await tops()
  const { y = 0, height = 0 } = (await line.boundingBox()) ?? {}
  if (isPhone(page)) expect(after[0]).toBe(before[0])
  else expect(Math.min(...after)).toBeGreaterThanOrEqual(y + height)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)
  await expectAccessible(page)
  if (isPhone(page)) await page.getByRole('button', { name: 'Abrir menú' }).click()
  const messages = page.getByRole('link', { name: 'Mensajes 2 mensajes en espera' })
  await expect(messages).toBeVisible()
  await expectAccessible(page)
  await messages.click()
  await page.getByRole('link', { name: 'WhatsApp sin conexión: 2 mensajes en espera' }).click()
  await expect(page).toHaveURL(`${shop.url}/admin/settings/whatsapp`)

  await shop.api('POST /api/messages/:id/cancel', {
    params: { id: (await shop.api('GET /api/messages', { query: { packageId: packages[0].id } })).data[0]?.id ?? '' },
  })
  await page.clock.install()
  await enter(page, shop, '/paquetes')
  await expect(page.getByText('#2', { exact: false }).first()).toBeVisible()
  const soon = (isSo: () => Promise<void>) =>
    expect(async () => {
      await page.clock.fastForward(3_000)
      await isSo()
    }).toPass()
  await soon(() => expect(line).toHaveText('WhatsApp sin conexión: 1 mensaje en espera', { timeout: 500 }))
  await expect(line.getByRole('link')).toHaveCount(0)
  await expectAccessible(page)

  await shop.api('POST /api/companies/waha-logout')
  await linkPhone(shop)
  await expect.poll(async () => (await shop.api('GET /api/messages/connection')).data.waiting).toBe(0)
  await soon(() => expect(line).toHaveCount(0, { timeout: 500 }))

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
