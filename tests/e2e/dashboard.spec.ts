import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { csvRows } from '../support/csv-rows.ts'
import { actOn, expectFieldError, isPhone } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const figureOf = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Cifras' }).getByRole('link', { name: label })

const isNarrowEnough = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)

test('an admin reads the figures of the day, opens the list behind one and comes back', async ({ page }) => {
  const shop = await openShop()
  const paid = await shop.receive()
  await shop.receive()
  await shop.receive({ shippingMethod: 'maritimo', tariffId: shop.sea.id, weight: 5, statusId: shop.statuses.received })
  await shop.invoice([paid], { payments: [{ total: 2.5, method: 'transfer', currencyId: shop.usd }] })
  await enter(page, shop, '/dashboard', 'admin')
  const main = page.getByRole('main')
  await expect(figureOf(page, 'Recibidos')).toContainText('3')
  await expect(figureOf(page, 'Recibidos')).toContainText('3 más')
  await expect(figureOf(page, 'Listos para retirar')).toContainText('2')
  await expect(figureOf(page, 'Facturado')).toContainText('US$7.50')
  await expect(figureOf(page, 'Cobrado')).toContainText('US$2.50')
  await expect(figureOf(page, 'Por cobrar')).toContainText('US$5.00')
  for (const label of ['Empresa', 'Subdominio', 'Tipo de usuario', 'Estado']) {
    await expect(main.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(main.getByText(/Comparado con el .* pasado a esta hora/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Libras por semana y método' })).toContainText('5.00')
  await expect(page.getByRole('list', { name: 'Paquetes por estado' })).toContainText('Recibido')
  await expectAccessible(page)
  await isNarrowEnough(page)
  // With the daily work open the menu of an admin has room on a screen of 800 pixels.
  if (!isPhone(page)) {
    const menu = page.getByRole('navigation', { name: 'Principal' })
    await expect(menu.getByRole('link', { name: 'Por retirar' })).toBeInViewport({ ratio: 0.99 })
    await expect(menu.getByRole('button', { name: 'Configuración' })).toBeInViewport({ ratio: 0.99 })
  }

  await page.getByText('Esta semana', { exact: true }).first().click()
  await expect(main.getByText('Comparado con la semana pasada a esta hora')).toBeVisible()
  await expect(figureOf(page, 'Recibidos')).toHaveAttribute('href', /^\/paquetes\?from=/)
  await expect(figureOf(page, 'Facturado')).toHaveAttribute('href', /^\/reportes\/ventas-por-dia\?from=/)
  await figureOf(page, 'Listos para retirar').click()
  await expect(page).toHaveURL(`${shop.url}/paquetes?statusId=${shop.statuses.ready}`)
  await expect(page.getByRole('heading', { name: 'Paquetes', level: 1 }).locator('+ span')).toHaveText('2')
  await page.goBack()
  await expect(figureOf(page, 'Recibidos')).toContainText('3')
  await figureOf(page, 'Cobrado').click()
  await expect(page).toHaveURL(/\/reportes\/pagos-por-metodo\?from=/)
  await expect(page.getByRole('table', { name: 'Pagos por método' })).toContainText('Transferencia')
  await expect(page.getByRole('table', { name: 'Pagos por método' })).toContainText('US$2.50')
})

test('a user without the right sees packages and no money, and sees it when an admin allows it', async ({ page }) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive()])
  await enter(page, shop, '/dashboard', 'user')
  await expect(figureOf(page, 'Recibidos')).toContainText('1')
  await expect(page.getByRole('heading', { name: 'Días esperando retiro' })).toBeVisible()
  for (const label of ['Facturado', 'Cobrado', 'Por cobrar', 'Efectivo en cajas', 'Mensajes']) {
    await expect(figureOf(page, label)).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: 'Facturado por semana' })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(`${shop.url}/reportes/ventas-por-dia`)
  await expect(page).toHaveURL(/\/reportes\/libras-por-cliente/)
  await expect(page.getByRole('table', { name: 'Libras por cliente' })).toContainText('Ana Lucía Núñez Báez')

  const admin = await page.context().newPage()
  await enter(admin, shop, '/admin/users', 'admin')
  await actOn(admin, 'Wilmer Gutiérrez', 'Editar')
  const form = admin.getByRole('dialog', { name: 'Editar Usuario' })
  await form.getByLabel('Ver reportes de dinero').check()
  await expectAccessible(admin)
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(form).toBeHidden()
  await admin.close()

  await enter(page, shop, '/dashboard', 'user')
  await expect(figureOf(page, 'Facturado')).toContainText('US$7.50')
  await expect(figureOf(page, 'Efectivo en cajas')).toHaveCount(0)
  await page.goto(`${shop.url}/reportes`)
  await expect(page).toHaveURL(/\/reportes\/ventas-por-dia/)
  await expect(page.getByRole('table', { name: 'Ventas por día' })).toContainText('US$7.50')
})

test('figures that cannot be loaded are dashes, the rest stays, and they come when they are asked for again', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive()])
  const call = /\/api\/dashboard\?/
  await page.route(call, (route) => route.fulfill({ status: 500 }))
  await enter(page, shop, '/dashboard', 'admin')
  await expect(page.getByText('Error al cargar las cifras')).toBeVisible()
  await expect(figureOf(page, 'Recibidos')).toContainText('—')
  await expect(page.getByRole('heading', { name: 'Libras por semana' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(call)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(figureOf(page, 'Recibidos')).toContainText('1')
})

test('an admin reads reports, compares them, follows a row into its list, and prints one', async ({ page }) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  await shop.invoice([await shop.receive()])
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 400) refused.push(response.url())
  })
  await enter(page, shop, '/reportes', 'admin')
  const sales = page.getByRole('table', { name: 'Ventas por día' })
  await expect(sales.getByRole('columnheader', { name: 'Cambio' })).toBeVisible()
  await expect(sales.getByRole('row', { name: /^Total/ })).toContainText('C$552.00')
  await expect(page.getByText('«Todo en C$» es referencia: US$ × 36.8000, la tasa de hoy.')).toBeVisible()
  await expectAccessible(page)
  await isNarrowEnough(page)

  await page.getByRole('button', { name: isPhone(page) ? 'Más acciones' : 'Exportar' }).click()
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Exportar a CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^ventas-por-dia-\d{4}-\d\d-\d\d(-al-\d{4}-\d\d-\d\d)?\.csv$/)
  const [head = [], ...exported] = csvRows(readFileSync(await file.path(), 'utf8'))
  expect(exported.at(-1)?.[head.findIndex((column) => column.startsWith('Todo en C$'))]).toBe('552')

  await page.getByLabel('Comparar con la anterior').uncheck()
  await expect(sales.getByRole('columnheader', { name: 'Cambio' })).toHaveCount(0)
  await page.reload()
  await expect(sales.getByRole('row', { name: /^Total/ })).toContainText('C$276.00')
  await expect(page.getByLabel('Comparar con la anterior')).not.toBeChecked()

  if (isPhone(page)) await page.getByLabel('Reporte').selectOption({ label: 'Libras por cliente' })
  else
    await page.getByRole('navigation', { name: 'Reportes' }).getByRole('link', { name: 'Libras por cliente' }).click()
  const pounds = page.getByRole('table', { name: 'Libras por cliente' })
  await expect(pounds.getByRole('row', { name: /Ana Lucía/ })).toContainText('4.00')
  await page.getByLabel('Período').selectOption('Hoy')
  await expect(page).toHaveURL(/from=/)
  await page.getByLabel('Período').selectOption('Entre fechas')
  const [first, last] = [page.getByLabel('Desde'), page.getByLabel('Hasta')]
  const placeOf = async (control: Locator) => (await control.boundingBox()) ?? { y: 0, width: 0 }
  const typeDay = async (field: Locator, day: string) => {
    await field.fill('')
    await field.fill(day)
    await expect(field).toHaveValue(day)
  }
  expect((await placeOf(first)).width).toBeGreaterThan(130)
  if (!isPhone(page)) {
    const controls = [page.getByLabel('Período'), last, page.getByRole('button', { name: 'Exportar' })]
    const { y } = await placeOf(first)
    expect((await Promise.all(controls.map(placeOf))).map((place) => place.y)).toEqual(controls.map(() => y))
  }
  await typeDay(first, '01/01/2020')
  await expectFieldError(last, 'Elija un período de un año como máximo')
  await typeDay(last, '31/12/2019')
  await expectFieldError(last, 'La fecha final es anterior a la inicial')
  await page.reload()
  await expectFieldError(last, 'La fecha final es anterior a la inicial')
  await expect(page.getByText('Elija otras fechas')).toBeVisible()
  await expect(page.getByRole('button', { name: isPhone(page) ? 'Más acciones' : 'Exportar' })).toHaveCount(0)
  await expectAccessible(page)
  expect(refused).toEqual([])
  await typeDay(last, '31/01/2020')
  await expect(page.getByText('No hay nada en este período')).toBeVisible()
  await page.getByLabel('Período').selectOption('Hoy')
  await pounds.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/paquetes\?from=.*clientId=/)
  await page.goBack()
  await expect(pounds).toBeVisible()

  await page.evaluate('window.print = () => { window.isPrinted = true }')
  await page.getByRole('button', { name: 'Imprimir' }).click()
  expect(await page.evaluate('window.isPrinted')).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByLabel('Período')).toBeHidden()
  await expect(pounds).toBeVisible()
  await expect(page.getByText('Cerrar Sesión')).toBeHidden()
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(/\/MediaBox \[[^\]]*\]/g), 'one letter paper on its side').toEqual(['/MediaBox [0 0 792 612]'])
})
