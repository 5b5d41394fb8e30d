import { expect, type Page, test } from '@playwright/test'
import { hostileValues } from './support/hostile-values.ts'
import { actOnFirst } from './support/pictured-screens.ts'
import { formIsReady, nothingWaits, typeEverywhere } from './support/receive.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter } from './support/world.ts'

const perPage = 20

/** The n-th value, a different one for each field of a row, so that every field has had every value. */
const value = (row: number, field = 0): string => hostileValues[(row + field * 7) % hostileValues.length] ?? ''

async function inLanes(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      while (next < count) await work(next++)
    }),
  )
}

/** A company in which every text that a user can type is an attack. */
async function poison(shop: Shop): Promise<void> {
  const { api } = shop
  const { data: templates } = await api('GET /api/templates')
  for (const [row, { id }] of templates.entries()) {
    const customContent = Array.from({ length: 12 }, (_, n) => value(row * 12 + n)).join(' ')
    await api('PUT /api/templates/:id', {
      params: { id },
      body: { customContent: customContent.replaceAll('{{', '{ {') },
    })
  }
  await inLanes(hostileValues.length, async (row) => {
    const text = (field: number) => value(row, field)
    const names = { firstName: text(0), middleName: text(1), lastNames: text(2) }
    const client = await shop.addClient({ ...names, address: text(3), city: text(4), department: text(5) })
    const tariff = { name: text(0), notes: text(1), type: 'aereo' as const, pricePerPound: 1 }
    await api('POST /api/tariffs', { body: tariff })
    const texts = {
      description: text(2),
      contents: text(3),
      provider: text(4),
      clientPackageName: text(5),
      comments: text(6),
    }
    await shop.receive({ clientId: client.id, tracking: text(0), warehouseTracking: text(1), ...texts })
    if (row < perPage) await shop.receive({ clientId: null, tracking: text(3), clientPackageName: text(6) })
    const body = {
      firstName: text(0),
      lastName: text(1),
      cedula: text(2).slice(0, 40),
      email: `p${row}@veneno.test`,
      type: 'viewer' as const,
    }
    if (row < perPage) await api('POST /api/users', { body: { ...body, password: 'una clave larga' } })
  })
  for (let row = 0; row < 12; row += 1) {
    await api('POST /api/shipping-methods', { body: { name: value(row) } })
    const name = value(row).slice(0, 60)
    await api('POST /api/statuses', { body: { name, isFinalStatus: false } })
    const code = `X${String.fromCharCode(65 + row)}X`
    await api('POST /api/currencies', {
      body: { code, name, symbol: value(row).slice(0, 10), rateCompra: 1, rateVenta: 1 },
    })
  }
  const { data: methods } = await api('GET /api/shipping-methods/active')
  await inLanes(perPage, async (row) => {
    const client = await shop.addClient({ firstName: value(row, 4), lastNames: value(row, 5) })
    const courierPackage = await shop.receive({ clientId: client.id, tracking: value(row), description: value(row, 1) })
    const shippingMethodId = methods[row % methods.length]?.id ?? shop.methodId
    const place = { shippingAddress: value(row), shippingCity: value(row, 1), shippingDepartment: value(row, 2) }
    await shop.invoice([courierPackage], {
      clientId: client.id,
      shipping: { shippingMethodId, currencyId: shop.usd, shippingPrice: 1, ...place, comments: value(row, 3) },
      payments: [{ total: 1, method: 'cash', reference: value(row, 4) }],
    })
    await api('PATCH /api/packages/status', {
      body: { packageIds: [courierPackage.id], statusId: shop.statuses.inTransit },
    })
  })
  await inLanes(perPage, async (row) => {
    const head = { guide: value(row).slice(0, 120), carrier: value(row, 1).slice(0, 120), note: value(row, 2) }
    const { data } = await api('POST /api/shipments', { body: { shippingMethod: 'aereo', ...head } })
    const params = { id: data.id }
    const packageIds = [(await shop.receive({ tracking: value(row, 3), statusId: shop.statuses.received })).id]
    await api('POST /api/shipments/:id/packages', { params, body: { packageIds } })
    await api('POST /api/shipments/:id/send', { params, body: {} })
    await api('POST /api/shipments/:id/arrivals', { params, body: { code: value(row, 4).slice(0, 120) } })
    const { data: received } = await api('POST /api/shipments/:id/receive', { params, body: {} })
    const costs = [{ concept: value(row, 5).slice(0, 120), currencyId: shop.usd, amount: 1 }]
    await api('PUT /api/shipments/:id/costs', { params, body: { costs, version: received.version } })
    if (row % 2 === 0) return
    await api('POST /api/shipments/:id/lost', { params, body: { packageIds, reason: value(row, 6).slice(0, 500) } })
    await api('POST /api/shipments/:id/close', { params })
    await api('POST /api/shipments/:id/reopen', { params, body: { reason: value(row, 7).slice(0, 500) } })
  })
  const contact = {
    ruc: value(1).slice(0, 30),
    address: value(2),
    phone: value(3).slice(0, 30),
    email: 'a@veneno.test',
  }
  await api('PUT /api/companies/update', { body: { name: value(0), ...contact } })
}

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
const screens = [
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
  '/admin/settings/statuses',
]

test('no typed text runs anywhere, and nothing is reported', async ({ page }) => {
  test.slow()
  const shop = await openShop()
  await poison(shop)
  const expectNothing = await watch(page, shop)
  await enter(page, shop, '/dashboard', 'admin')
  for (const path of screens) {
    await page.goto(`${shop.url}${path}`)
    await expect(page.getByRole('main'), path).toContainText('hit=1')
    await expectNothing(path)
  }
  for (const [path, action] of [
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
  ] as const) {
    await page.goto(`${shop.url}${path}`)
    await actOnFirst(page, action)
    await expect(page.getByRole('dialog').last()).toBeVisible()
    await expectNothing(`${action} of ${path}`)
  }
  const settings = ['general', 'templates', 'whatsapp'].map((tab) => `/admin/settings/${tab}`)
  for (const path of ['/dashboard', '/facturar', ...settings, '/login']) {
    await page.goto(`${shop.url}${path}`)
    await expect(page.getByRole('main').or(page.locator('form')).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectNothing(path)
  }
  const { data: shipments } = await shop.api('GET /api/shipments', { query: { page: '1' } })
  for (const shipment of shipments.slice(0, 2)) {
    for (const part of ['', '/llegada', '/cuadre']) {
      await page.goto(`${shop.url}/embarques/${shipment.id}${part}`)
      await expect(page.getByRole('main')).toContainText('hit=1')
      await expectNothing(`a shipment${part}`)
    }
  }
  await page.goto(`${shop.url}/recepcion`)
  await formIsReady(page)
  for (const text of hostileValues.slice(0, 20)) await typeEverywhere(page, text.slice(0, 110))
  await nothingWaits(page, 20_000)
  await expect(page.getByRole('main')).toContainText(`Sin dueño · «${hostileValues[0]}»`)
  await expectNothing('reception')
  await page.goto(`${shop.url}/clients?search=${encodeURIComponent(value(3))}`)
  await expect(page.getByRole('main')).toContainText('hit=1')
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
