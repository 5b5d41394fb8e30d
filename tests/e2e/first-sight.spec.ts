import { expect, type Page, test } from '@playwright/test'
import { actOn, hold } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { chooseWidth, enter, expectAccessible, openCompany } from './support/world.ts'

/** Holds all timers of the page from here on; callbacks without a delay still run. */
const stopClock = `
  const start = window.setTimeout
  window.setTimeout = (run, ms = 0) => (ms < 10 ? start(run, ms) : 0)
`

/** Records which kinds of list were in the page, even for a moment. */
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

/** Marks the page until it is reloaded. */
const mark = (page: Page) => page.evaluate('window.isTheSame = true')
const isMarked = (page: Page) => page.evaluate<boolean>('window.isTheSame === true')
const lost = 'No se pudo mostrar esta pantalla'

test('a screen, a dialog or a menu whose code is slow is waited for, and one whose code is lost comes with the network', async ({
  page,
  isMobile,
}) => {
  const company = await openCompany()
  await page.route('**/assets/app-*.js', (route) => route.abort())
  await enter(page, company, '/dashboard', 'admin')
  await expect(page.getByRole('heading', { name: lost })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/assets/app-*.js')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: /^Hola/ })).toBeVisible()
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await mark(page)
  await page.route('**/assets/clients-page-*.js', (route) => route.abort())
  const go = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Abrir menú' }).click()
    const menu = isMobile ? page.getByRole('dialog', { name: 'Menú' }) : page.getByLabel('Barra lateral')
    await menu.getByRole('link', { name: 'Clientes' }).click()
  }
  await go()
  await expect(page.getByRole('main').getByText(lost)).toBeVisible()
  // The menu is there for every other screen.
  await go()
  await expect(page.getByRole('main').getByText(lost)).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/assets/clients-page-*.js')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: 'Clientes', level: 1 })).toBeVisible()

  const dialog = page.getByRole('dialog', { name: lost })
  const more = page.getByRole('button', { name: 'Más acciones' })
  await page.route('**/assets/menu-popup-*.js', (route) => route.abort())
  await more.click()
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(dialog).toBeHidden()
  await more.click()
  await expect(dialog).toBeVisible()
  await page.unroute('**/assets/menu-popup-*.js')
  await dialog.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('menuitem', { name: 'Exportar a CSV' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.route('**/assets/client-filters-*.js', (route) => route.abort())
  await page.getByRole('button', { name: /^Filtros?$/ }).click()
  await expect(page.getByText(lost)).toBeVisible()
  await page.unroute('**/assets/client-filters-*.js')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(
    page.getByText('Con deuda', { exact: true }).or(page.getByRole('menuitem').first()).first(),
  ).toBeVisible()
  await expect(page.getByText(lost)).toBeHidden()
  await page.keyboard.press('Escape')

  await page.route('**/assets/client-form-*.js', (route) => route.abort())
  const create = page.getByRole('button', { name: 'Nuevo Cliente' }).last()
  await create.click()
  await expect(dialog).toBeVisible()
  await page.evaluate('history.back()')
  await expect(dialog).toBeHidden()
  await create.click()
  await expect(dialog).toBeVisible()
  await page.unroute('**/assets/client-form-*.js')
  const code = await hold(page, '**/assets/client-form-*.js')
  await dialog.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('status').getByText('Cargando...')).toBeAttached()
  await code.release()
  await expect(page.getByRole('dialog', { name: 'Nuevo Cliente' })).toBeVisible()
  expect(await isMarked(page)).toBe(true)
  expect(errors).toEqual([])
})

test('an old page loads the new one after a deployment, and asks first where something is typed', async ({ page }) => {
  const shop = await openShop()
  const courierPackage = await shop.receive()
  await enter(page, shop, '/paquetes', 'admin')
  await mark(page)
  // Answers as a server with the next version does: with another entry, and without the old files.
  await page.route(`${shop.url}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-next.js"></script>' }),
  )
  const asset = '**/assets/label-dialog-*.js'
  await page.route(asset, (route) => route.fulfill({ status: 404, body: '' }))
  await actOn(page, `paquete #${courierPackage.companyPackageId}`, 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar Paquete' })
  await form.getByLabel('Descripción').fill('Dos pares de zapatos')
  await form.getByRole('button', { name: 'Etiqueta' }).click()
  await expect(page.getByText('Hay una versión nueva')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actualizar' })).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(form.getByLabel('Descripción')).toHaveValue('Dos pares de zapatos')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(form).toBeHidden()
  expect(await isMarked(page)).toBe(true)

  await actOn(page, `paquete #${courierPackage.companyPackageId}`, 'Editar')
  const anew = page.waitForEvent('load')
  await form.getByRole('button', { name: 'Etiqueta' }).click()
  await anew
  await expect(form.getByLabel('Cliente', { exact: true })).toHaveValue('Ana Lucía Núñez Báez')
})

test('a list is asked for while the code of its screen is on the way, once, is built once, and waits for that code alone', {
  tag: chooseWidth('first sight'),
}, async ({ page, isMobile }) => {
  const shop = await openShop()
  await shop.receive()
  await page.addInitScript(stopClock)
  await page.addInitScript(watchLists)
  await enter(page, shop, '/dashboard', 'admin')
  for (const { path, call, asset, shown } of [
    { path: '/clients', call: '/api/client', asset: 'clients-page', shown: 'Ana Lucía' },
    { path: '/paquetes?search=nunez', call: '/api/packages', asset: 'packages-page', shown: '1Z999AA1012345' },
  ]) {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === call && searchParams.has('page')) asked.push(searchParams.get('search') ?? '')
    })
    const code = await hold(page, `**/assets/${asset}-*.js`)
    const first = page.waitForRequest((request) => new URL(request.url()).pathname === call)
    await page.goto(`${shop.url}${path}`)
    await first
    await code.release()
    await expect(page.getByRole('main')).toContainText(shown)
    expect(asked).toEqual([path.includes('search') ? 'nunez' : ''])
  }
  // No cards where a table will stand, and no table where cards will.
  expect(await page.evaluate<string[]>('[...seen]')).toEqual([isMobile ? 'ul' : 'table'])
  await page.getByRole('button', { name: 'Nuevo Paquete' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Nuevo Paquete' })).toBeVisible()
})
