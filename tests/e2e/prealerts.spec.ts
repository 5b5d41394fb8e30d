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
