import { expect, type Page, test } from '@playwright/test'
import { firstFileOf, makeVersion, openLine } from './support/deployment.ts'
import { enterPackage, formIsReady, retryUntil, savedPackages } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop } from './support/shop.ts'
import { deploy, enter, port } from './support/world.ts'

/** The versions that the browser keeps of what the screen is made of. */
const keptVersions = (page: Page) =>
  page.evaluate<string[]>("caches.keys().then((names) => names.filter((name) => name.startsWith('shell-')))")

/** What the newest worker is at: one that has yet to take over is not activated. */
const workerState = (page: Page) =>
  page.evaluate<string>(
    'navigator.serviceWorker.ready.then((all) => (all.installing ?? all.waiting ?? all.active).state)',
  )

/** The file that the page began with. */
const shownVersion = (page: Page) =>
  page.evaluate<string>("document.querySelector('script[type=module][src]').src.split('/').at(-1)")

test('what waits outlives a deployment: the open screen goes on with its version, and the next visit has the new one', async ({
  page,
}) => {
  // First: a busy machine takes seconds for it, after which the server has closed the connections of this process.
  const next = makeVersion()
  const shop = await openShop()
  const { casillero } = shop.client
  const line = await openLine(port)
  const across = { ...shop, url: shop.url.replace(`:${port}`, `:${line.port}`) }
  await enter(page, across, '/recepcion')
  await formIsReady(page)
  await expect.poll(() => keptVersions(page)).toHaveLength(1)
  expect(await page.evaluate('navigator.serviceWorker.ready.then(({ active }) => active !== null)')).toBe(true)
  expect(await shownVersion(page)).toBe(firstFileOf())

  line.cut()
  const scan = await openScanner(page)
  await enterPackage(scan, { tracking: 'TBA309482150001', casillero, weight: 1 })
  await enterPackage(scan, { tracking: 'TBA309482150002', casillero: 'DEM9999', weight: 2 })
  await expect(page.getByText('Sin conexión desde las')).toBeVisible()
  // The calls of reception are lost while the new version comes.
  await page.route('**/api/receptions?*', (route) => route.abort())
  const deployed = await deploy(next.folder)
  line.turnTo(deployed)
  await page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())')
  await expect.poll(() => keptVersions(page)).toHaveLength(2)
  await expect.poll(() => workerState(page)).toBe('activated')
  // The version of the page that is open stays until a third one comes.
  expect(await keptVersions(page)).toHaveLength(2)

  // Code that this page has not loaded yet is gone from the server.
  await page.getByRole('button', { name: /^Resolver: TBA309482150002/ }).click()
  await expect(page.getByRole('dialog', { name: 'Resolver paquete' })).toBeVisible()
  await page.keyboard.press('Escape')
  await enterPackage(scan, { tracking: 'TBA309482150003', casillero, weight: 3 })
  await expect(page.getByText('2 en espera')).toBeVisible()
  expect(await shownVersion(page)).toBe(firstFileOf())

  await page.reload()
  await formIsReady(page)
  expect(await shownVersion(page)).toBe(firstFileOf(next.folder))
  await expect(page.getByText('2 en espera')).toBeVisible()
  await expect(page.getByText('1 por resolver')).toBeVisible()
  line.cut()
  await page.reload()
  await formIsReady(page)
  expect(await shownVersion(page)).toBe(firstFileOf(next.folder))
  await enterPackage(await openScanner(page), { tracking: 'TBA309482150004', casillero, weight: 4 })
  await expect(page.getByText('3 en espera')).toBeVisible()

  await page.unroute('**/api/receptions?*')
  // The server of before would have its version installed again, as the newest one.
  line.turnTo(deployed)
  await retryUntil([page], async () => (await page.getByText('En espera', { exact: true }).count()) === 0)
  await expect(page.getByText('1 por resolver')).toBeVisible()
  expect((await savedPackages(shop)).map(({ tracking, weight }) => [tracking, weight])).toEqual([
    ['TBA309482150001', 1],
    ['TBA309482150003', 3],
    ['TBA309482150004', 4],
  ])
  const [oldest, ...newer] = await keptVersions(page)
  const third = makeVersion(next.folder)
  line.turnTo(await deploy(third.folder))
  await page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())')
  await expect.poll(() => keptVersions(page)).not.toContain(oldest)
  expect(await keptVersions(page)).toEqual([...newer, expect.any(String)])
  await page.close()
  await line.close()
  for (const version of [next, third]) version.remove()
})
