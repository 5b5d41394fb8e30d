import { expect, type Page, test } from '@playwright/test'
import { expectFieldError, toast } from './support/gestures.ts'
import { withoutViewer } from './support/paper-downloads.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

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
  await expect(page.getByLabel('Fondo en Córdoba')).toBeFocused()
  await page.keyboard.type('2000')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Fondo en Dólar')).toBeFocused()
  await page.keyboard.type('50')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
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
  const list = page.getByRole('table', { name: 'Movimientos' })
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
