import { expect, test } from '@playwright/test'
import { choose } from './support/choose-filter.ts'
import { isPhone, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a clerk with seven views sees six tabs, and the seventh under «Más», which names it and shows that it was changed', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.receive({ tracking: 'LISTOAIRE' })
  for (let number = 1; number <= 7; number += 1) {
    // The views for all, which an admin made, come after the own ones.
    const body = { list: 'packages' as const, name: `Vista ${number}`, query: 'shippingMethod=aereo', isShared: true }
    await shop.api('POST /api/list-views', { body })
  }
  await enter(page, shop, '/paquetes')
  const views = page.getByRole('navigation', { name: 'Vistas' })
  await expect(views.getByRole('button', { name: /^Vista/ })).toHaveCount(6)
  await views.getByRole('button', { name: 'Más', exact: true }).click()
  const last = page.getByRole('menuitem', { name: 'Vista 7' })
  await expect(last.getByLabel('Para todos')).toBeVisible()
  await last.click()
  const more = views.getByRole('button', { name: /^Más/ })
  await expect(more).toHaveText('Más: Vista 7')
  await expect(more).toHaveAttribute('aria-current', 'page')
  await choose(page, 'Factura', 'Sin Facturar')
  await expect(more.getByRole('img', { name: 'Cambiada' })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)
})

for (const { list, path, filter, choice } of [
  { list: 'Mensajes', path: '/admin/mensajes', filter: 'Estado', choice: 'Fallido' },
  { list: 'Bitácora', path: '/admin/bitacora', filter: 'Qué', choice: 'Clientes' },
  { list: 'Tarifas', path: '/tarifas', filter: 'Tipo', choice: 'Marítimo' },
]) {
  test(`an admin names the filters of ${list}, and finds them there again`, async ({ page }) => {
    const shop = await openShop()
    await enter(page, shop, path, 'admin')
    await choose(page, filter, choice)
    const chosen = new URL(page.url()).searchParams
    if (isPhone(page)) await page.getByRole('button', { name: /^Filtros/ }).click()
    await page.getByRole('button', { name: 'Guardar vista' }).click()
    const dialog = page.getByRole('dialog', { name: 'Guardar vista' })
    await dialog.getByLabel('Nombre').fill('Lo mío')
    await dialog.getByRole('button', { name: 'Guardar vista' }).click()
    await expect(toast(page, 'Vista guardada')).toBeVisible()
    await page.goto(`${shop.url}${path}`)
    const view = page.getByRole('navigation', { name: 'Vistas' }).getByRole('button', { name: 'Lo mío' })
    await view.click()
    await expect(view).toHaveAttribute('aria-current', 'page')
    for (const [key, value] of chosen) expect(new URL(page.url()).searchParams.get(key)).toBe(value)
    await expectAccessible(page)
  })
}
