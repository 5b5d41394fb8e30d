import { expect, test } from '@playwright/test'
import { hold } from './gestures.ts'
import { openShop } from './shop.ts'
import { enter, expectAccessible, openCompany } from './world.ts'

/** From here on nothing in the page happens by the clock alone; what is only put off to the next turn is no wait. */
const stopClock = `
  const start = window.setTimeout
  window.setTimeout = (run, ms = 0) => (ms < 10 ? start(run, ms) : 0)
`

/** Keeps which kinds of list were in the page, were it for a moment. */
const watchLists = `
  window.seen = new Set()
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes])) {
      for (const kind of ['table', 'ul']) {
        const list = kind + '[aria-label=Paquetes]'
        if (node.matches?.(list) || node.querySelector?.(list)) seen.add(kind)
      }
    }
  }).observe(document, { childList: true, subtree: true })
`

test('a screen and its dialogs wait for their code alone, and not for a while besides', async ({ page }) => {
  const company = await openCompany()
  await page.addInitScript(stopClock)
  await enter(page, company, '/clients', 'admin')
  await expect(page.getByText('No se encontraron clientes')).toBeVisible()
  await page.getByRole('button', { name: 'Nuevo Cliente' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Nuevo Cliente' })).toBeVisible()
  await page.goto(`${company.url}/admin/settings/statuses`)
  await expect(page.getByRole('button', { name: 'Nuevo Estado' })).toBeVisible()
})

test('a dialog whose code is slow is waited for, and one whose code is lost is said to be', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/clients', 'admin')
  const code = await hold(page, '**/assets/client-form-*.js')
  const create = page.getByRole('button', { name: 'Nuevo Cliente' }).last()
  await create.click()
  await expect(page.getByRole('status').getByText('Cargando...')).toBeAttached()
  await code.release()
  await expect(page.getByRole('dialog', { name: 'Nuevo Cliente' })).toBeVisible()

  await page.route('**/assets/client-form-*.js', (route) => route.abort())
  await page.reload()
  await create.click()
  await expect(page.getByText('No se pudo mostrar esta pantalla')).toBeVisible()
})

test('whoever gets no code at all is told so, and gets on when it comes', async ({ page }) => {
  const company = await openCompany()
  await page.route('**/assets/signed-in-app-*.js', (route) => route.abort())
  await enter(page, company, '/clients')
  await expect(page.getByRole('heading', { name: 'No se pudo mostrar esta pantalla' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/assets/signed-in-app-*.js')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: 'Clientes', level: 1 })).toBeVisible()
})

test('a list is built once: no cards where a table will stand, and no table where cards will', async ({
  page,
  isMobile,
}) => {
  const shop = await openShop()
  await shop.receive()
  await page.addInitScript(watchLists)
  await enter(page, shop, '/paquetes')
  await expect(page.getByRole('main')).toContainText('1Z999AA1012345')
  expect(await page.evaluate<string[]>('[...seen]')).toEqual([isMobile ? 'ul' : 'table'])
})
