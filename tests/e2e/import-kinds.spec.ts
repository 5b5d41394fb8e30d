import { expect, type Page, test } from '@playwright/test'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const choose = (page: Page, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

async function expectNoSideways(page: Page): Promise<void> {
  const room = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(room)).toBe(0)
}

async function importAll(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: `Importar ${count} filas` }).click()
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
}

test('clients of an older system are brought in with their mailbox numbers, and stand in the list', async ({
  page,
}) => {
  const shop = await openShop()
  await enter(page, shop, '/importar/clients', 'user')
  await choose(
    page,
    'Casillero;Nombre completo;Teléfono;Ciudad\n31;Eva María Ruiz Paz;8690 4411;León\n;Luis Paz;8690-4412;',
  )
  await expect(page.getByText('Reconocida').first()).toBeVisible()
  await page.getByRole('button', { name: 'Revisar 2 filas' }).click()
  await expect(page.getByText('Se le da el siguiente casillero')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await importAll(page, 2)
  await page.getByRole('link', { name: 'Ver la lista' }).click()
  await expect(page.getByText('Eva').first()).toBeVisible()
  const { data } = await shop.api('GET /api/client', { query: { search: 'Eva' } })
  expect(data[0]?.casillero).toMatch(/0031$/)
})

test('a file that did not get through is sent again, and a slow link shows how much of it has left', async ({
  page,
}) => {
  const shop = await openShop()
  await enter(page, shop, '/importar/clients', 'user')
  const rows = Array.from({ length: 8_000 }, (_, at) => `${at + 1};Eva ${'María '.repeat(30)}${at};8690 4411;León`)
  const file = ['Casillero;Nombre completo;Teléfono;Ciudad', ...rows].join('\n')
  await page.route(/\/api\/imports/, (route) => route.abort('internetdisconnected'))
  await choose(page, file)
  await expect(page.getByText('No se pudo enviar el archivo. Revise su conexión e intente de nuevo.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute(/\/api\/imports/)
  const session = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 200, downloadThroughput: 200_000, uploadThroughput: 200_000 }
  await session.send('Network.emulateNetworkConditions', slow)
  await choose(page, file)
  await expect(page.getByRole('status').filter({ hasText: 'Enviando el archivo…' })).toContainText(/\b[1-9]\d? %/)
  await session.send('Network.emulateNetworkConditions', { ...slow, latency: 0, uploadThroughput: -1 })
  await expect(page.getByRole('button', { name: 'Revisar 8,000 filas' })).toBeVisible()
})

test('a status that names nothing is given its meaning by hand, once for files with the same headings', async ({
  page,
}) => {
  const shop = await openShop()
  const { id } = await shop.receive({ tracking: 'S1', statusId: shop.statuses.received })
  await shop.receive({ tracking: 'S2', statusId: shop.statuses.received })
  await enter(page, shop, '/paquetes', 'user')
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Importar estados' }).click()
  await choose(page, 'Tracking;Estado\nS1;YA LLEGO\nS2;YA LLEGO')
  await expect(page.getByText('1 valor sin par')).toBeVisible()
  const meaning = page.getByRole('combobox', { name: '«YA LLEGO» es' })
  await meaning.selectOption('Listo para retirar')
  await expect(page.getByText('1 valor sin par')).toBeHidden()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Revisar 2 filas' }).click()
  await importAll(page, 2)
  const moved = (await shop.api('GET /api/packages/:id', { params: { id } })).data
  expect(moved.statusId).toBe(shop.statuses.ready)
  await page.getByRole('link', { name: 'Importar otro archivo' }).click()
  await choose(page, 'Tracking;Estado\nS1;YA LLEGO')
  await expect(meaning).toHaveValue(shop.statuses.ready)
  await expect(page.getByText('Recordada').first()).toBeVisible()
})

test('a status that was left to the hand-over meanwhile is refused beside its value, and nothing typed is lost', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.receive({ tracking: 'H1', statusId: shop.statuses.received })
  await enter(page, shop, '/importar/statuses', 'user')
  await choose(page, 'Tracking;Estado\nH1;YA LLEGO')
  await page.getByRole('combobox', { name: '«YA LLEGO» es' }).selectOption('Listo para retirar')
  await page.route(/\/mapping/, (route) =>
    route.fulfill({
      status: 400,
      json: {
        success: false,
        code: 'invalid',
        message: 'x',
        error: 'x',
        fields: { 'values.0': 'Este estado se pone al entregar' },
      },
    }),
  )
  await page.getByRole('button', { name: 'Revisar 1 fila' }).click()
  await expect(page.getByText('Este estado se pone al entregar')).toBeVisible()
  await expect(page.getByRole('combobox', { name: '«YA LLEGO» es' })).toHaveValue(shop.statuses.ready)
  await expectAccessible(page)
})

test('tariffs are added and changed from a file, and the load stands in the data of the company', async ({ page }) => {
  const shop = await openShop()
  await enter(page, shop, '/admin/datos/cargas', 'admin')
  await expect(page.getByText('Todavía no hay cargas')).toBeVisible()
  await page.goto(page.url().replace('/admin/datos/cargas', '/importar/tariffs'))
  await choose(page, 'Nombre;Método;Precio\nAéreo;Aéreo;4,10\nExpreso;Aéreo;6')
  await page.getByRole('button', { name: 'Revisar 2 filas' }).click()
  await expectAccessible(page)
  await expectNoSideways(page)
  await importAll(page, 2)
  await page.goto(page.url().replace(/\/importar.*/, '/admin/datos'))
  await expect(page.getByRole('link', { name: 'lista.csv' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  const { data } = await shop.api('GET /api/tariffs')
  expect(data.map(({ name, pricePerPound }) => [name, pricePerPound])).toContainEqual(['Aéreo', 4.1])
})

test('a load that a colleague began shows in the top of every page, leads there, and is asked about no more once it ended', async ({
  page,
}) => {
  const shop = await openShop()
  const { data } = await shop.api('POST /api/imports', {
    body: { kind: 'packages', text: 'Tracking;Método\nB1;Aéreo' },
  })
  const running = { ...data, status: 'running', progress: { done: 420, total: 1_000, isUndo: false } }
  let isRunning = true
  let asked = 0
  await page.route('**/api/imports?status=running*', (route) => {
    asked += 1
    const pagination = { page: 1, limit: 1, total: isRunning ? 1 : 0, pages: 1 }
    return route.fulfill({ json: { success: true, data: isRunning ? [running] : [], pagination } })
  })
  await page.clock.install()
  await enter(page, shop, '/tarifas', 'user')
  const bar = page.getByRole('link', { name: 'Importando Celdas copiadas: 42%' })
  await expect(bar).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await bar.click({ position: { x: 100, y: 1 } })
  await expect(page).toHaveURL(new RegExp(`/importar/packages/${data.id}`))
  await expect(bar).toBeVisible()
  isRunning = false
  await expect(bar).toBeHidden()
  await page
    .getByRole('link', { name: 'Importar otro archivo' })
    .or(page.getByRole('link', { name: 'Cancelar' }))
    .click()
  await expect(page.getByText('Elija un archivo de Excel o CSV')).toBeVisible()
  // What ended refreshes what is open; after that nothing asks, however long the page stays. A call of the page's own comes after all of its others.
  const settle = () => page.evaluate(`fetch('/api/health').then(({ status }) => status)`)
  await settle()
  const before = asked
  await page.clock.fastForward(120_000)
  await settle()
  expect(asked).toBe(before)
})

test('a viewer asks for no load that is under way', async ({ page }) => {
  const shop = await openShop()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/imports')) asked += 1
  })
  await enter(page, shop, '/tarifas', 'viewer')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked).toBe(0)
})

test('charges that customs asked are put on packages from the menu of their list, in one currency for the file', async ({
  page,
}) => {
  const shop = await openShop()
  const { id } = await shop.receive({ tracking: 'AD1' })
  await enter(page, shop, '/paquetes', 'user')
  const menu = page.getByRole('button', { name: 'Más acciones' })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Importar estados' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Importar cargos' })).toBeHidden()
  const { data: duty } = await shop.api('POST /api/charges', { body: { name: 'Impuestos', kind: 'advance' } })
  await page.reload()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Importar cargos' }).click()
  await choose(page, 'Guía;Impuestos\nAD1;350\nAD2;120')
  await page.getByLabel('Cargo', { exact: true }).selectOption('Impuestos')
  await page.getByLabel('Moneda').selectOption(shop.nio)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Revisar 2 filas' }).click()
  await expect(page.getByText('Impuestos: C$350.00')).toBeVisible()
  await expect(page.getByText('no hay un paquete con «AD2»')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Importar 1 fila' }).click()
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible()
  const { data } = await shop.api('GET /api/packages/:id/charges', { params: { id } })
  expect(data.charges).toMatchObject([{ chargeId: duty.id, amount: 350, currency: { code: 'NIO' } }])
})
