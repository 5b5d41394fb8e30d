import { expect, type Page, test } from '@playwright/test'
import { openDrawer } from './support/drawer.ts'
import { actOn, expectFieldError, isPhone, toast } from './support/gestures.ts'
import { withoutViewer } from './support/paper-downloads.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

async function openTab(page: Page, name: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('combobox', { name: 'Caja', exact: true }).selectOption(name)
  else await page.getByRole('tab', { name }).click()
}

/** Types the pieces into the fields in their order, with Enter between them. */
async function countPieces(page: Page, counts: readonly string[]): Promise<void> {
  for (const [index, count] of counts.entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    await page.keyboard.type(count)
  }
}

test('a clerk opens the drawer, moves cash, counts blind and closes with a sentence for what is missing', async ({
  page,
}) => {
  const shop = await openShop()
  await withoutViewer(page)
  await enter(page, shop, '/caja')
  await page.getByLabel('Fondo en Córdoba').fill('2000')
  await page.getByLabel('Fondo en Dólar').fill('50')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Abrir turno' }).click()
  await expect(toast(page, 'Turno abierto')).toBeVisible()
  await expect(page.getByText(/^Turno #1 · /)).toBeVisible()
  await expect(page.getByText('Efectivo esperado')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Corte X' })).toHaveCount(0)

  const payment = { total: 38, method: 'cash' as const, currencyId: shop.usd }
  const [first] = (await shop.api('GET /api/cash-sessions')).data
  await shop.invoice([await shop.receive({ weight: 4 })], { payments: [payment], cashSessionId: first?.id ?? null })
  await page.getByRole('button', { name: 'Movimiento' }).click()
  const form = page.getByRole('dialog', { name: 'Movimiento' })
  await form.getByLabel('Monto').fill('600')
  await form.getByLabel('Moneda').selectOption(shop.nio)
  await form.getByRole('button', { name: 'Guardar movimiento' }).click()
  await expectFieldError(form.getByLabel('Motivo'), 'El motivo es requerido')
  await expectAccessible(page)
  await form.getByLabel('Motivo').fill('Depósito BAC 88213')
  await form.getByRole('button', { name: 'Guardar movimiento' }).click()
  await expect(toast(page, 'Movimiento guardado')).toBeVisible()
  const list = isPhone(page)
    ? page.getByRole('list', { name: 'Movimientos' })
    : page.getByRole('table', { name: 'Movimientos' })
  await expect(list).toContainText('Depósito BAC 88213')
  await expect(list).toContainText('−C$600.00')
  await expect(list).toContainText('Vuelto −US$23.00')
  await expect(page.getByRole('region', { name: 'Cobrado en Dólar' })).toContainText('US$15.00')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Cerrar turno' }).click()
  await expect(page.getByLabel('C$1,000')).toBeFocused()
  await countPieces(page, ['1', '0', '1', '2'])
  await page.reload()
  await expect(page.getByLabel('C$100', { exact: true })).toHaveValue('2')
  await expectAccessible(page)
  await page.getByLabel('US$50').fill('1')
  await page.getByLabel('US$5', { exact: true }).fill('1')
  await page.getByLabel('US$10', { exact: true }).fill('1')
  await page.keyboard.press('ControlOrMeta+Enter')
  const table = page.getByRole('table', { name: 'Efectivo' })
  await expect(table).toContainText('Cuadra')
  await expect(page.getByLabel('Explique la diferencia')).toHaveCount(0)

  await page.getByRole('button', { name: 'Volver a contar' }).click()
  await page.getByLabel('C$100', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Ver diferencia' }).click()
  await expect(table).toContainText('Faltan C$100.00')
  const note = page.getByLabel('Explique la diferencia')
  await expect(note).toBeFocused()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)
  await page.getByRole('button', { name: 'Cerrar turno' }).click()
  await expectFieldError(note, 'Explique la diferencia')
  await expectAccessible(page)
  await note.fill('Vuelto mal dado a mediodía')
  await expect(page.getByRole('checkbox', { name: 'Imprimir el reporte al cerrar' })).toBeChecked()
  const report = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Cerrar turno' }).click()
  await expect(toast(page, 'Turno #1 cerrado')).toBeVisible()
  expect((await report).suggestedFilename()).toBe('Turno-1.pdf')
  await expect(page).toHaveURL(/\/caja\/cierres\//)
  await expect(page.getByText('Vuelto mal dado a mediodía')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Conteos' })).toBeVisible()
  await expectAccessible(page)
  const session = (await shop.api('GET /api/cash-sessions/:id', { params: { id: first?.id ?? '' } })).data
  expect(
    session.balances?.map(({ code, expected, counted, difference }) => [code, expected, counted, difference]),
  ).toEqual([
    ['NIO', 1400, 1300, -100],
    ['USD', 65, 65, 0],
  ])
  expect(new Set(session.counts?.map(({ attempt }) => attempt)).size).toBe(2)
})

test('an admin sees what is expected with its parts, and in Corte X the other methods beside it', async ({ page }) => {
  const shop = await openShop()
  const session = await openDrawer(shop, { nio: 2000, usd: 50 })
  const currencyId = shop.nio
  await shop.invoice([await shop.receive()], {
    currencyId,
    payments: [{ total: 1000, method: 'cash', currencyId }],
    cashSessionId: session.id,
  })
  await shop.invoice([await shop.receive()], {
    payments: [{ total: 7.5, method: 'transfer', currencyId: shop.usd, reference: 'BAC 1' }],
    cashSessionId: session.id,
  })
  await enter(page, shop, '/caja', 'admin')
  const expected = page.getByRole('region', { name: 'Efectivo esperado en Córdoba' })
  await expect(expected).toContainText('Fondo')
  await expect(expected).toContainText('+C$1,000.00')
  const rounding = expected.getByText('Redondeo')
  if (isPhone(page)) {
    await expect(rounding).toBeHidden()
    await expected.getByText('Entró').click()
  }
  await expect(rounding).toBeVisible()
  const { balances } = (await shop.api('GET /api/cash-sessions/:id', { params: { id: session.id } })).data
  const nio = balances?.find(({ code }) => code === 'NIO')
  await expect(expected).toContainText(`C$${nio?.expected.toLocaleString('en-US', { minimumFractionDigits: 2 })}`)
  const menu = page.getByRole('link', { name: 'Caja Abierta' })
  if (!isPhone(page)) await expect(menu).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Corte X' }).click()
  const report = page.getByRole('dialog', { name: 'Corte X' })
  await expect(report).toContainText('Transferencia · 1')
  await expect(report).toContainText('US$7.50')
  await expectAccessible(page)
})

test('a closing that comes too late says who closed the session and leads to it', async ({ page }) => {
  const shop = await openShop()
  const session = await openDrawer(shop, { nio: 0, usd: 0 })
  await enter(page, shop, `/caja/cerrar/${session.id}`, 'admin')
  await expect(page.getByLabel('C$1,000')).toBeFocused()
  const counts = [
    { currencyId: shop.nio, amount: 0 },
    { currencyId: shop.usd, amount: 0 },
  ]
  await shop.api('POST /api/cash-sessions/:id/close', { params: { id: session.id }, body: { counts } })
  await page.getByRole('button', { name: 'Ver diferencia' }).click()
  await expect(page.getByText(/cerró este turno/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ver el cierre' }).click()
  await expect(page).toHaveURL(`${shop.url}/caja/cierres/${session.id}`)
  await expect(page.getByRole('table', { name: 'Efectivo' })).toContainText('Cuadra')
  await page.goto(`${shop.url}/caja/cierres`)
  await expect(page.getByRole('main')).toContainText('#1')
  await expect(page.getByRole('main')).toContainText('Cuadra')
  await expectAccessible(page)
})

test('admins add, rename and retire drawers, clerks look at them, and each device keeps its own', async ({ page }) => {
  const shop = await openShop()
  await enter(page, shop, '/caja', 'admin')
  await openTab(page, 'Cajas')
  await page.getByRole('button', { name: 'Nueva Caja' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva Caja' })
  await form.getByLabel('Nombre').fill('Caja 2')
  await form.getByRole('button', { name: 'Crear Caja' }).click()
  await expect(toast(page, 'Caja creada exitosamente')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Caja 2')
  await expectAccessible(page)

  await openTab(page, 'Turno')
  await page.getByLabel('Caja de este dispositivo').selectOption('Caja 2')
  await page.getByRole('button', { name: 'Abrir turno' }).click()
  await expect(page.getByText(/^Turno #1 · /)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Caja de este dispositivo').locator('option:checked')).toHaveText('Caja 2')

  await openTab(page, 'Cajas')
  await actOn(page, 'Caja 2', 'Editar')
  const editing = page.getByRole('dialog', { name: 'Editar Caja' })
  await editing.getByLabel('En uso').uncheck()
  await editing.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(editing.getByText('La caja ya tiene un turno abierto: #1')).toBeVisible()
  await editing.getByLabel('En uso').check()
  await editing.getByLabel('Nombre').fill('Caja del patio')
  await editing.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByRole('main')).toContainText('Caja del patio')

  await enter(page, shop, '/caja/cajas', 'viewer')
  await expect(page.getByRole('main')).toContainText('Caja del patio')
  await expect(page.getByRole('button', { name: /Nueva|Editar/ })).toHaveCount(0)
  await page.goto(`${shop.url}/caja`)
  await expect(page.getByText(/^Turno #1 · /)).toBeVisible()
  await expect(page.getByRole('button', { name: /Movimiento|Corte/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Cerrar turno' })).toHaveCount(0)
})
