import { expect, test } from '@playwright/test'
import { formIsReady } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const day = (days: number) => new Date(Date.now() - 6 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

test('a purchase that a client announced is known by its scan without a link, from the copy of this session alone', async ({
  page,
  context,
}) => {
  const shop = await openShop()
  const body = { clientId: shop.client.id, tracking: 'PRE-0001', store: 'Amazon', description: 'Ropa de bebé' }
  await shop.api('POST /api/prealerts', {
    body: { ...body, declaredValue: 46, expectedOn: day(-3), claimNote: null },
  })
  await enter(page, shop, '/prealertas', 'user')
  const late = page.getByRole('row').filter({ hasText: 'PRE-0001' })
  await expect(late.getByRole('button', { name: 'Preguntar: prealerta PRE-0001' })).toHaveText('Preguntar')
  expect((await late.boundingBox())?.height, 'two lines').toBeLessThan(60)
  await late.getByRole('button', { name: 'Más acciones: prealerta PRE-0001' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Editar', 'Agregar la factura', 'Anular'])
  await page.getByRole('menuitem', { name: 'Editar' }).click()
  await page.getByRole('textbox', { name: 'Reclamo' }).fill('Reclamada a la tienda')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await late.getByRole('button', { name: 'Ver reclamo: prealerta PRE-0001' }).click()
  await expect(page.getByRole('textbox', { name: 'Reclamo' })).toHaveValue('Reclamada a la tienda')
  await page.keyboard.press('Escape')
  const copied = page.waitForResponse((answer) => answer.url().includes('/api/receptions/prealerts'))
  await enter(page, shop, '/recepcion', 'user')
  await copied
  await formIsReady(page)
  await context.setOffline(true)
  const scan = await openScanner(page)
  await scan('PRE-0001')
  await expect(page.getByText('Prealertado', { exact: true })).toBeVisible()
  await expect(page.getByText(/Ropa de bebé.*guardado a las \d\d:\d\d/)).toBeVisible()
  await expect(page.getByLabel('Peso')).toBeFocused()
  await expectAccessible(page)
  await scan('1.45')
  const row = page.getByRole('listitem').filter({ hasText: 'PRE-0001' })
  await expect(row).toContainText('En espera')
  await context.setOffline(false)
  await expect(row).toContainText('Guardado')
  await page.goto(`${shop.url}/clients`)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL(`${shop.url}/login`)
  const names = await page.evaluate<string[]>('indexedDB.databases().then((all) => all.map(({ name }) => name))')
  expect(names).not.toContain('reception-expected')
})
