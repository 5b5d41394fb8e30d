import { expect, type Page, test } from '@playwright/test'
import { isWholeRun, takeSample } from '../support/sampling.ts'
import { hostileValues } from './support/hostile-values.ts'
import { actOnFirst } from './support/pictured-screens.ts'
import { perPage, poison, value } from './support/poison.ts'
import { formIsReady, nothingWaits, typeEverywhere } from './support/receive.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter } from './support/world.ts'

const noteReports = `
  self.reported = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    self.reported.push(violatedDirective + ' ' + blockedURI))`

/** Watches for scripts that run, violations that are reported and requests to other origins. */
async function watch(page: Page, shop: Shop) {
  const strange: string[] = []
  page.on('dialog', async (dialog) => {
    strange.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(shop.url) && !/^(?:data|blob):/.test(url)) strange.push(`request: ${url}`)
  })
  page.on('frameattached', (frame) => strange.push(`frame: ${frame.url()}`))
  await page.addInitScript(noteReports)
  return async (where: string) => {
    const { hit, reported } = await page.evaluate<{ hit: unknown; reported: string[] }>(`({ hit: self.hit, reported })`)
    expect({ where, hit, reported, strange }).toEqual({ where, hit: undefined, reported: [], strange: [] })
  }
}

const pagesOf = (path: string) => {
  const pages = Math.ceil(hostileValues.length / perPage)
  return Array.from({ length: pages }, (_, index) => `${path}?page=${index + 1}`)
}

const lists = [...pagesOf('/clients'), ...pagesOf('/paquetes'), ...pagesOf('/tarifas')]
const screens = takeSample(
  [
    ...lists,
    '/embarques',
    '/embarques/faltantes',
    '/por-retirar',
    '/sin-dueno',
    '/facturar?tab=facturas',
    '/caja/por-cobrar',
    '/admin/users',
    '/admin/mensajes',
    '/admin/bitacora',
    '/admin/settings/currencies',
    '/admin/settings/shipping-methods',
    '/admin/estados',
  ],
  6,
)

const actions = [
  ['/clients', 'Editar'],
  ['/clients', 'Eliminar'],
  ['/paquetes?page=3', 'Editar'],
  ['/paquetes?page=3', 'Eliminar'],
  ['/tarifas', 'Editar'],
  ['/tarifas', 'Eliminar'],
  ['/facturar?tab=facturas', 'Ver detalles'],
  ['/facturar?tab=facturas', 'Anular'],
  ['/admin/users', 'Editar'],
  ['/admin/users', 'Eliminar'],
] as const

test('no typed text runs anywhere, and nothing is reported', async ({ page }) => {
  const shop = await openShop()
  await poison(shop)
  const expectNothing = await watch(page, shop)
  await enter(page, shop, '/dashboard', 'admin')
  for (const path of screens) {
    await page.goto(`${shop.url}${path}`)
    await expect(page.getByRole('main'), path).toContainText(/hit=1/i)
    await expectNothing(path)
  }
  for (const [path, action] of takeSample(actions, 3)) {
    await page.goto(`${shop.url}${path}`)
    await actOnFirst(page, action)
    await expect(page.getByRole('dialog').last()).toBeVisible()
    await expectNothing(`${action} of ${path}`)
  }
  const settings = ['general', 'templates', 'whatsapp'].map((tab) => `/admin/settings/${tab}`)
  for (const path of [
    '/dashboard',
    '/reportes/libras-por-cliente',
    '/reportes/ventas-por-persona',
    '/facturar',
    ...settings,
    '/login',
  ]) {
    await page.goto(`${shop.url}${path}`)
    await expect(page.getByRole('main').or(page.locator('form')).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectNothing(path)
  }
  const { data: shipments } = await shop.api('GET /api/shipments', { query: { page: '1' } })
  for (const shipment of shipments.slice(0, 2)) {
    for (const part of ['', '/llegada', '/cuadre']) {
      await page.goto(`${shop.url}/embarques/${shipment.id}${part}`)
      await expect(page.getByRole('main')).toContainText(/hit=1/i)
      await expectNothing(`a shipment${part}`)
    }
  }
  await page.goto(`${shop.url}/recepcion`)
  await formIsReady(page)
  for (const text of hostileValues.slice(0, isWholeRun ? 20 : 5)) await typeEverywhere(page, text.slice(0, 110))
  await nothingWaits(page)
  await expect(page.getByRole('main')).toContainText(`Sin dueño · «${hostileValues[0]}»`)
  await expectNothing('reception')
  await page.goto(`${shop.url}/clients?search=${encodeURIComponent(value(3))}`)
  await expect(page.getByRole('main')).toContainText(/hit=1/i)
  await expectNothing('a search for it')
})

/** Tries every way in which a script could enter a page; returns the browser's refusals. */
const smuggle = `(() => {
  const stolen = 'self.hit=localStorage.getItem("token")'
  const refusals = []
  const attempt = (what, work) => {
    try { work() } catch (error) { refusals.push(what + ': ' + error.name) }
  }
  attempt('innerHTML', () => { document.body.innerHTML += '<img src=x onerror=' + stolen + '>' })
  attempt('script', () => {
    const script = document.createElement('script')
    script.text = stolen
    document.head.append(script)
  })
  attempt('write', () => document.write('<script>' + stolen + '</script>'))
  const link = document.createElement('a')
  link.href = 'javascript:' + stolen
  document.body.append(link)
  link.click()
  const picture = document.createElement('img')
  attempt('attribute', () => picture.setAttribute('onerror', stolen))
  picture.src = 'x'
  document.body.append(picture)
  return { refusals, hasToken: localStorage.getItem('token') !== null }
})()`

test('a script that was injected into a page does not run and cannot read the session', async ({ page }) => {
  const shop = await openShop()
  await enter(page, shop, '/clients', 'admin')
  await expect(page.getByRole('main')).toContainText('Ana Lucía')
  const { refusals, hasToken } = await page.evaluate<{ refusals: string[]; hasToken: boolean }>(smuggle)
  expect(hasToken).toBe(true)
  expect(refusals).toEqual(expect.arrayContaining(['innerHTML: TypeError', 'script: TypeError', 'write: TypeError']))
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('self.hit')).toBeUndefined()
})

// The control can only fail when the texts themselves change.
if (isWholeRun)
  test('the same texts run in a page without the product, as a control', async ({ page }) => {
    let ran = 0
    for (const text of hostileValues) {
      await page.evaluate('self.hit = undefined')
      await page.setContent(`<main>${text}</main>`)
      await page.waitForLoadState()
      const hit = await page.evaluate(`new Promise((resolve) => setTimeout(() => resolve(self.hit), 20))`)
      if (hit !== undefined) ran += 1
    }
    console.info(`T-14: ${ran} of ${hostileValues.length} texts run in a page that trusts them`)
    expect(ran).toBeGreaterThan(20)
  })
