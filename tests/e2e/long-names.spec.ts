import { expect, type Page, test } from '@playwright/test'
import { openDrawer } from './support/drawer.ts'
import { formIsReady, nothingWaits, typeEverywhere } from './support/receive.ts'
import { openShop } from './support/shop.ts'
import { enter } from './support/world.ts'

const name = 'Wolfeschlegelsteinhausenbergerdorffvonundzuhohenschwangauste'

/** A phone zooms out over what is too wide, and its own width grows with it. */
const expectNoScrolling = async (page: Page, where: string) =>
  expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBe(page.viewportSize()?.width)

test('a name of sixty letters without a space breaks on every screen of the counter, and none scrolls sideways', async ({
  page,
}) => {
  const shop = await openShop()
  await openDrawer(shop, { nio: 500, usd: 0 })
  const client = await shop.addClient({ firstName: name, lastNames: name.toLowerCase() })
  const courierPackage = await shop.receive({ clientId: client.id, description: name })
  await shop.receive({ clientId: client.id, description: name })
  await shop.invoice([courierPackage], { clientId: client.id })
  await enter(page, shop, '/caja')
  const paths = [
    `/clients/${client.id}`,
    `/clients/${client.id}/cobrar`,
    `/facturar?cliente=${client.id}`,
    `/entregar?cliente=${client.id}`,
    '/caja/por-cobrar',
  ]
  for (const path of paths) {
    await page.goto(shop.url + path)
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
    await expectNoScrolling(page, path)
  }
})

test('long texts of a shipment break on each of its screens, and none scrolls sideways', async ({ page }) => {
  const shop = await openShop()
  const client = await shop.addClient({ firstName: name, lastNames: name.toLowerCase() })
  const values = { clientId: client.id, statusId: shop.statuses.received, tracking: name.toUpperCase() }
  const [listed, missing] = [await shop.receive(values), await shop.receive({ ...values, tracking: `${name}2` })]
  const long = `${name}${name}`
  const head = { guide: long, carrier: long, note: long }
  const { data: open } = await shop.api('POST /api/shipments', { body: { shippingMethod: 'aereo', ...head } })
  const params = { id: open.id }
  await shop.api('POST /api/shipments/:id/packages', { params, body: { packageIds: [listed.id, missing.id] } })
  const width = page.viewportSize()?.width
  const expectNoScroll = async (path: string) => {
    await page.goto(shop.url + path)
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(width)
  }
  await enter(page, shop, '/embarques', 'admin')
  await expectNoScroll(`/embarques/${open.id}`)
  await shop.api('POST /api/shipments/:id/send', { params, body: {} })
  for (const code of [listed.tracking ?? '', long])
    await shop.api('POST /api/shipments/:id/arrivals', { params, body: { code } })
  const { data: received } = await shop.api('POST /api/shipments/:id/receive', { params, body: {} })
  const costs = [{ concept: long, currencyId: shop.nio, amount: 9_999_999 }]
  await shop.api('PUT /api/shipments/:id/costs', { params, body: { costs, version: received.version } })
  for (const path of ['', '/faltantes', `/${open.id}`, `/${open.id}/llegada`, `/${open.id}/cuadre`])
    await expectNoScroll(`/embarques${path}`)
})

test('a name and a tracking without a space break in the form and in the rows of reception, and nothing scrolls sideways', async ({
  page,
}) => {
  const shop = await openShop()
  const client = await shop.addClient({ firstName: name, lastNames: name.toLowerCase() })
  await enter(page, shop, '/recepcion')
  await formIsReady(page)
  await page.getByLabel('Casillero o nombre').pressSequentially(name.slice(0, 8))
  await expect(page.getByRole('option', { name })).toBeVisible()
  await expectNoScrolling(page, 'the choice of a client')
  await page.getByRole('option', { name }).click()
  await expectNoScrolling(page, 'a chosen client')
  await page.keyboard.press('Escape')
  await typeEverywhere(page, name)
  await page.getByLabel('Tracking').fill(name.toUpperCase())
  await page.getByLabel('Tracking').press('Enter')
  await page.getByLabel('Casillero o nombre').fill(client.casillero)
  await page.getByLabel('Casillero o nombre').press('Enter')
  await page.getByLabel('Peso').fill('3')
  await page.getByLabel('Peso').press('Enter')
  await nothingWaits(page)
  const rows = page.getByLabel('Paquetes de esta tanda').getByRole('listitem')
  for (const state of ['Rechazado', 'Sin dueño', 'Guardado'])
    await expect(rows.filter({ hasText: state }), state).toHaveCount(1)
  await expectNoScrolling(page, 'the rows')
})
