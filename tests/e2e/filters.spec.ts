import { expect, test } from '@playwright/test'
import { choose } from './support/choose-filter.ts'
import { isPhone, search } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { chooseWidth, enter, expectAccessible } from './support/world.ts'

test('a clerk filters packages by status and method, orders them, shares the address and takes the filters away', {
  tag: chooseWidth('filters'),
}, async ({ page }) => {
  const shop = await openShop()
  const sea = { shippingMethod: 'maritimo' as const, tariffId: shop.sea.id }
  await shop.receive({ tracking: 'LISTOMAR1', ...sea })
  await shop.receive({ tracking: 'LISTOAIRE' })
  await shop.receive({ tracking: 'MIAMIMAR', statusId: shop.statuses.received, ...sea })
  await shop.receive({ tracking: 'LISTOMAR2', ...sea })
  await enter(page, shop, '/paquetes')
  const rows = isPhone(page)
    ? page.getByRole('list', { name: 'Paquetes' }).getByRole('listitem')
    : page.getByRole('table', { name: 'Paquetes' }).locator('tbody tr')
  await expect(rows).toHaveCount(4)

  await choose(page, 'Estado', 'Listo para retirar')
  await expect(rows).toHaveCount(3)
  await choose(page, 'Método', 'Marítimo')
  await expect(rows).toHaveCount(2)
  if (isPhone(page)) {
    await expect(page.getByText('2 paquetes', { exact: true })).toBeVisible()
    await choose(page, 'Orden', 'Viejos primero')
  } else {
    const head = page.getByRole('columnheader', { name: 'ID / Cliente' })
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
  }
  await expect(rows.first()).toContainText('LISTOMAR1')
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)

  const second = await page.context().newPage()
  await second.goto(page.url())
  await expect(second.getByText('LISTOMAR2')).toBeVisible()
  await expect(second.getByText('LISTOAIRE')).toBeHidden()
  await second.close()

  await search(page, 'listomar2')
  await expect(rows).toHaveCount(1)
  await search(page, 'miamimar')
  await expect(page.getByText('Nada coincide con los filtros.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Limpiar filtros' }).last().click()
  await expect(page.getByRole('button', { name: /^Filtros?$/ })).toBeFocused()
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('MIAMIMAR')
})

type Animated = { getAnimations: () => { finished: Promise<unknown> }[] }

test('a choice of one closes when it is pressed, Enter closes one of several, Escape a menu, and a column that was taken away stays away', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.receive()
  // A browser may report no start of an animation, for which a menu would wait.
  const content = "addEventListener('animationstart', (event) => event.stopImmediatePropagation(), true)"
  await page.addInitScript({ content })
  await enter(page, shop, '/paquetes')
  const open = async (filter: string) => {
    await page.getByRole('button', { name: 'Filtro', exact: true }).click()
    await page.getByRole('menuitem', { name: filter, exact: true }).click()
    const popover = page.getByRole('dialog', { name: filter })
    await expect(popover).toBeVisible()
    return popover
  }
  const method = await open('Método')
  await method.getByText('Aéreo', { exact: true }).click()
  await expect(method).toBeHidden()
  await expect(page.getByRole('button', { name: 'Método Aéreo' })).toBeFocused()

  const status = await open('Estado')
  await status.getByRole('checkbox', { name: 'Listo para retirar' }).click()
  await expect(status).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(status).toBeHidden()
  await expect(page.getByRole('button', { name: 'Estado Listo para retirar' })).toBeFocused()

  const more = page.getByRole('button', { name: 'Más acciones' })
  await more.click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  await menu.evaluate((element: Animated) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()

  const headOf = (name: string) => page.getByRole('columnheader', { name })
  const toggle = async () => {
    await more.click()
    await page.getByRole('menuitem', { name: 'Columnas' }).click()
    await expect(page.getByRole('checkbox', { name: 'ID / Cliente' })).toBeHidden()
    await page.getByRole('checkbox', { name: 'Tracking' }).click()
    await page.getByRole('button', { name: 'Listo' }).click()
  }
  await toggle()
  await expect(headOf('Tracking')).toBeHidden()
  await page.reload()
  await expect(headOf('ID / Cliente')).toBeVisible()
  await expect(headOf('Tracking')).toBeHidden()
  await toggle()
  await expect(headOf('Tracking')).toBeVisible()
})
