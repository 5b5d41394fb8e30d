import { expect, type Page, test } from '@playwright/test'
import { fakeUsbPrinter, usbOf } from './support/fake-devices.ts'
import { enterPackage, formIsReady, retryUntil, savedPackages } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop } from './support/shop.ts'
import { enter } from './support/world.ts'

const call = '**/api/receptions?*'
const saved = (page: Page) => page.getByText('Guardado', { exact: true })

/** A device whose printer on USB was chosen before. */
const withUsb = async (page: Page) => {
  await fakeUsbPrinter(page)
  await page.addInitScript(() => {
    const kept = { 'label-way': 'usb', 'label-printer-usb': '2655:9:Z1', 'fake usb': 'yes' }
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  })
}

/** The codes of the labels that a printer took, in their order. */
const printed = async (page: Page): Promise<string[]> => {
  const { written } = await usbOf(page).read()
  return [...written.matchAll(/\^FDHA,(\w+)\^FS/g)].map(([, code = '']) => code)
}

test('the label of a reception that waited is printed when it is saved, and once although its answer was lost', async ({
  page,
}) => {
  const shop = await openShop()
  await withUsb(page)
  await enter(page, shop, '/recepcion')
  await formIsReady(page)
  const scan = await openScanner(page)
  const { casillero } = shop.client
  await page.route(call, (route) => route.abort())
  await enterPackage(scan, { tracking: 'TBA309482140011', casillero, weight: 1 })
  await enterPackage(scan, { tracking: 'TBA309482140012', casillero, weight: 2 })
  await expect(page.getByText('2 en espera')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 en espera')).toBeVisible()
  await expect(page.getByText('Sin conexión desde las')).toBeVisible()
  expect(await printed(page)).toEqual([])
  await page.unroute(call)
  let answers = 0
  await page.route(call, async (route) => {
    answers += 1
    if (answers > 1) return route.continue()
    await shop.deliver(route.request())
    await route.abort()
  })
  await retryUntil([page], () => answers > 0)
  await expect(saved(page)).toHaveCount(2)
  expect(answers).toBe(3)
  const codes = (await savedPackages(shop)).map(({ labelCode }) => labelCode)
  expect(codes).toHaveLength(2)
  // The one whose answer was lost is sent again before the other or after it.
  await expect.poll(async () => (await printed(page)).toSorted()).toEqual(codes.toSorted())
})

test('of two tabs that send the same reception one prints its label', async ({ page, context }) => {
  const shop = await openShop()
  await withUsb(page)
  await enter(page, shop, '/recepcion')
  await formIsReady(page)
  await page.route(call, (route) => route.abort())
  const scan = await openScanner(page)
  await enterPackage(scan, { tracking: 'TBA309482140021', casillero: shop.client.casillero, weight: 1 })
  await expect(page.getByText('Sin conexión desde las')).toBeVisible()
  const other = await context.newPage()
  await withUsb(other)
  await other.route(call, (route) => route.abort())
  await other.goto(`${shop.url}/recepcion`)
  await expect(other.getByText('Sin conexión desde las')).toBeVisible()
  const tabs = [page, other]
  // Both are on their way before one is answered.
  const sent: string[] = []
  const bothSent = Promise.withResolvers<void>()
  for (const tab of tabs) {
    await tab.unroute(call)
    await tab.route(call, async (route) => {
      const { status, text } = await shop.deliver(route.request())
      sent.push(text)
      if (sent.length === 2) bothSent.resolve()
      await bothSent.promise
      await route.fulfill({ status, body: text, contentType: 'application/json' })
    })
  }
  await retryUntil(tabs, () => sent.length === 2)
  for (const tab of tabs) await expect(saved(tab)).toBeVisible()
  const [one] = await savedPackages(shop)
  const all = async () => (await Promise.all(tabs.map(printed))).flat()
  await expect.poll(all).toEqual([one?.labelCode])
  // What either tab still had to print went before this one.
  for (const tab of tabs) await tab.unroute(call)
  await page.bringToFront()
  await enterPackage(scan, { tracking: 'TBA309482140022', casillero: shop.client.casillero, weight: 2 })
  await expect(saved(page)).toHaveCount(2)
  await expect.poll(async () => (await all()).length).toBe(2)
})
