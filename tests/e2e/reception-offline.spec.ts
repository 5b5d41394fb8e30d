import { expect, type Page, test } from '@playwright/test'
import { enterPackage, formIsReady, nothingWaits, savedPackages } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible, signIn } from './support/world.ts'

/** Waits until the browser has kept what the screen is made of. */
const shellIsKept = (page: Page) =>
  page.evaluate<boolean>('navigator.serviceWorker.ready.then(({ active }) => active !== null)')

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Abrir menú' })
  if ((await menu.getAttribute('aria-expanded')) === 'false') await menu.click()
}

async function leave(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
}

test('after one visit the screen opens without a link, finds casilleros, also of merged clients, and sends what waited when the link is back', {
  tag: '@phone',
}, async ({ page, context }) => {
  const shop = await openShop()
  const merged = await shop.addClient({ firstName: 'Karla' })
  await shop.api('POST /api/clients/:id/merge', { params: { id: merged.id }, body: { intoClientId: shop.client.id } })
  await enter(page, shop, '/recepcion')
  await formIsReady(page)
  await shellIsKept(page)
  await context.setOffline(true)
  await page.reload()
  await formIsReady(page)
  const scan = await openScanner(page)
  const { casillero } = shop.client
  await enterPackage(scan, { tracking: 'TBA309482120001', casillero: casillero.replace(/\D+0*/, ''), weight: 4.5 })
  await enterPackage(scan, { tracking: 'TBA309482120002', casillero: merged.casillero, weight: 0.95 })
  await expect(page.getByText('Sin conexión desde las')).toBeVisible()
  await expect(page.getByText('2 paquetes (5.45 lbs) esperan en este equipo')).toBeVisible()
  await expect(page.getByText('En espera', { exact: true })).toHaveCount(2)
  await expectAccessible(page)
  // What waits outlives the page.
  await page.reload()
  await expect(page.getByText('En espera', { exact: true })).toHaveCount(2)
  await context.setOffline(false)
  await nothingWaits(page)
  await expect(page.getByText('Sin conexión desde las')).toBeHidden()
  const saved = await savedPackages(shop)
  expect(saved.map(({ tracking, weight, client }) => [tracking, weight, client?.id])).toEqual([
    ['TBA309482120001', 4.5, shop.client.id],
    ['TBA309482120002', 0.95, shop.client.id],
  ])
})

test('signing out with rows that wait asks first, and they wait for that user alone, on whatever screen', {
  tag: '@phone',
}, async ({ page, context }) => {
  const shop = await openShop()
  await enter(page, shop, '/recepcion')
  await formIsReady(page)
  const scan = await openScanner(page)
  await page.route('**/api/receptions?*', (route) => route.abort())
  await enterPackage(scan, { tracking: 'TBA309482120041', casillero: shop.client.casillero, weight: 2 })
  await expect(page.getByText('En espera', { exact: true })).toBeVisible()
  await leave(page)
  const question = page.getByRole('dialog', { name: 'Hay paquetes sin guardar' })
  await expect(question).toContainText('1 paquete espera en este equipo')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Quedarme' }).click()
  await expect(page.getByText('En espera', { exact: true })).toBeVisible()
  await openMenu(page)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Salir' }).click()
  await question.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(`${shop.url}/login`)
  const names = await page.evaluate<string[]>('indexedDB.databases().then((all) => all.map(({ name }) => name))')
  expect(names).not.toContain('reception')

  await signIn(page, shop, 'admin')
  await page.goto(`${shop.url}/recepcion`)
  await formIsReady(page)
  await expect(page.getByText('En espera', { exact: true })).toHaveCount(0)
  await leave(page)
  await expect(page).toHaveURL(`${shop.url}/login`)
  await page.unrouteAll()
  await signIn(page, shop, 'user')
  await page.goto(`${shop.url}/recepcion`)
  await nothingWaits(page)
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
  expect((await savedPackages(shop)).map(({ tracking }) => tracking)).toEqual(['TBA309482120041'])
  await context.close()
})

test('a refusal stays with its reason while the rest is sent, also after a reload, can be looked at alone, and leaves the device when it is discarded', {
  tag: '@phone',
}, async ({ page }) => {
  const shop = await openShop()
  const other = await shop.addClient({ firstName: 'Karla' })
  await shop.receive({ tracking: 'TBA309482120051', weight: null })
  await enter(page, shop, '/recepcion')
  await formIsReady(page)
  const scan = await openScanner(page)
  await enterPackage(scan, { tracking: 'TBA309482120051', casillero: other.casillero, weight: 2 })
  await enterPackage(scan, { tracking: 'TBA309482120052', casillero: other.casillero, weight: 3 })
  await nothingWaits(page)
  const sentence = `El paquete #1 está anunciado a nombre de ${shop.client.casillero}`
  await expect(page.getByText(sentence)).toBeVisible()
  await page.reload()
  const listed = page.getByRole('list', { name: 'Paquetes de esta tanda' }).getByRole('listitem')
  await expect(listed.first()).toContainText(sentence)
  await expect(listed).toHaveCount(2)
  await page.getByRole('button', { name: 'Ver solo lo pendiente' }).click()
  await expect(listed).toHaveText([/TBA309482120051/])
  await page.getByRole('button', { name: 'Ver toda la tanda' }).click()
  await expect(listed).toHaveCount(2)
  expect((await savedPackages(shop)).map(({ tracking, weight }) => [tracking, weight])).toEqual([
    ['TBA309482120051', null],
    ['TBA309482120052', 3],
  ])
  await page.getByRole('button', { name: 'Ver solo lo pendiente' }).click()
  await listed.getByRole('button', { name: 'Resolver' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
  // What is done is shown again with the last row that was pending.
  await expect(listed).toHaveText([/TBA309482120052/])
  await page.reload()
  await expect(listed).toHaveText([/TBA309482120052/])
})
