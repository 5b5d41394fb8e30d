import { expect, test } from '@playwright/test'
import { choose } from './support/choose-filter.ts'
import { isPhone, search } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a clerk filters packages by status and method, orders them, shares the address and takes the filters away', async ({
  page,
}) => {
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

test('a clerk sees since when packages are in their status, the longest first when the list is asked for by it, and turns that order', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.receive({ tracking: 'PRIMERO' })
  await shop.receive({ tracking: 'SEGUNDO' })
  await enter(page, shop, '/paquetes?statusSince=0')
  const rows = isPhone(page)
    ? page.getByRole('list', { name: 'Paquetes' }).getByRole('listitem')
    : page.getByRole('table', { name: 'Paquetes' }).locator('tbody tr')
  await expect(rows).toHaveText([/PRIMERO/, /SEGUNDO/])
  await expect(rows.first()).toContainText('hoy')
  await expectAccessible(page)
  if (isPhone(page)) await choose(page, 'Orden', 'Menos tiempo en el estado')
  else {
    const head = page.getByRole('columnheader', { name: 'Tiempo en el estado' })
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
  }
  await expect(rows).toHaveText([/SEGUNDO/, /PRIMERO/])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)
})

test('a choice of one closes when it is pressed, and Enter closes a choice of several', async ({ page }) => {
  const shop = await openShop()
  await shop.receive()
  await enter(page, shop, '/paquetes')
  if (isPhone(page)) return
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
})

test('a filter by what is gone since can be seen and taken away, and an address that says a filter twice is read once; the focus goes on to the next one, and last to the button of the filters', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.receive({ tracking: 'LISTOAIRE' })
  const gone = '0198f000-0000-7000-8000-000000000000'
  await enter(page, shop, `/paquetes?statusId=${gone}&clientId=${gone}&invoiced=false&invoiced=true`)
  await expect(page.getByText('Nada coincide con los filtros.')).toBeVisible()
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Filtros 3' }).click()
    await page.getByRole('dialog').getByText('Estado eliminado', { exact: true }).filter({ visible: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
    await page.getByRole('button', { name: 'Ver 1 paquete' }).click()
    await page.getByRole('button', { name: 'Limpiar filtros' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Filtros', exact: true })).toBeFocused()
  } else {
    await expect(page.getByRole('button', { name: 'Estado Estado eliminado' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cliente Cliente eliminado' })).toBeVisible()
    await page.getByRole('button', { name: 'Quitar filtro: Cliente' }).click()
    await page.getByRole('button', { name: 'Estado Estado eliminado' }).click()
    await page.getByRole('checkbox', { name: 'Estado eliminado' }).click()
    await page.keyboard.press('Escape')
    await choose(page, 'Método', 'Aéreo')
    await page.getByRole('button', { name: 'Quitar filtro: Método' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Quitar filtro: Factura' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Filtro', exact: true })).toBeFocused()
    await choose(page, 'Método', 'Aéreo')
    await page.getByRole('button', { name: 'Limpiar filtros' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Filtro', exact: true })).toBeFocused()
  }
  await expect(page.getByText('LISTOAIRE')).toBeVisible()
})

test('two filters that are taken away before the list is drawn again are both gone', async ({ page }) => {
  const shop = await openShop()
  await shop.receive({ tracking: 'LISTOAIRE' })
  await enter(page, shop, '/paquetes?shippingMethod=maritimo&invoiced=true&search=LISTO')
  if (isPhone(page)) return
  const remove = (filter: string) => `document.querySelector('[aria-label="Quitar filtro: ${filter}"]').click()`
  await expect(page.getByRole('button', { name: 'Quitar filtro: Factura' })).toBeVisible()
  await page.evaluate(`${remove('Método')}; ${remove('Factura')}`)
  await expect(page.getByRole('button', { name: /^Quitar filtro/ })).toHaveCount(0)
  await expect(page).toHaveURL(`${shop.url}/paquetes?search=LISTO`)
  await expect(page.getByText('LISTOAIRE')).toBeVisible()
})

for (const { list, path, column, first } of [
  { list: 'clients', path: '/clients', column: 'Teléfono', first: 'Casillero' },
  { list: 'packages', path: '/paquetes', column: 'Tracking', first: 'ID / Cliente' },
  { list: 'invoices', path: '/facturar?tab=facturas', column: 'Estado', first: 'Factura' },
]) {
  test(`a clerk takes a column of ${list} away, which stays away on this device, and brings it back`, async ({
    page,
  }) => {
    const shop = await openShop()
    await shop.invoice([await shop.receive()])
    await enter(page, shop, path)
    await page.getByRole('button', { name: 'Más acciones' }).click()
    const item = page.getByRole('menuitem', { name: 'Columnas' })
    if (isPhone(page)) {
      await expect(page.getByRole('menuitem', { name: 'Exportar a CSV' })).toBeVisible()
      await expect(item).toBeHidden()
      return
    }
    const headOf = (name: string) => page.getByRole('columnheader', { name })
    const toggle = async () => {
      await page.getByRole('checkbox', { name: column }).click()
      await page.getByRole('button', { name: 'Listo' }).click()
    }
    await item.click()
    await expectAccessible(page)
    await expect(page.getByRole('checkbox', { name: first })).toBeHidden()
    await toggle()
    await expect(headOf(column)).toBeHidden()
    await page.reload()
    await expect(headOf(first)).toBeVisible()
    await expect(headOf(column)).toBeHidden()
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await item.click()
    await toggle()
    await expect(headOf(column)).toBeVisible()
  })
}

test('a clerk filters tariffs by their kind', async ({ page }) => {
  const shop = await openShop()
  await enter(page, shop, '/tarifas?type=tren')
  const tariffs = page.getByRole(isPhone(page) ? 'list' : 'table', { name: 'Tarifas' })
  await expect(tariffs).toContainText(shop.air.name)
  await choose(page, 'Tipo', 'Marítimo')
  await expect(tariffs).not.toContainText(shop.air.name)
  await expect(tariffs).toContainText(shop.sea.name)
})

test('a clerk sees the clients with a debt and the invoices of a client, and an address that says nonsense shows all', async ({
  page,
}) => {
  const shop = await openShop()
  const eva = await shop.addClient({ firstName: 'Eva', lastNames: 'Paz' })
  await shop.invoice([await shop.receive()])
  await shop.invoice([await shop.receive({ clientId: eva.id })], {
    clientId: eva.id,
    payments: [{ total: 7.5, method: 'card' }],
  })
  await enter(page, shop, '/clients?debt=true')
  const list = page.getByRole(isPhone(page) ? 'list' : 'table', { name: 'Clientes' })
  await expect(list).toContainText('Ana Lucía')
  await expect(list).not.toContainText('Eva Paz')
  await choose(page, 'Deuda', 'Sin deuda')
  await expect(list).toContainText('Eva Paz')
  await expect(list).not.toContainText('Ana Lucía')
  await page.goto(`${shop.url}/facturar?tab=facturas&clientId=${eva.id}&from=0`)
  const invoices = page.getByRole(isPhone(page) ? 'list' : 'table', { name: 'Facturas' })
  await expect(invoices).toContainText('Eva Paz')
  await expect(invoices).not.toContainText('Ana Lucía')
  await expectAccessible(page)
  await page.goto(`${shop.url}/facturar?tab=facturas&clientId=1&from=ayer&debt=tal+vez&sort=total`)
  await expect(invoices).toContainText('Eva Paz')
  await expect(invoices).toContainText('Ana Lucía')

  // A view for all may name a person whom a clerk's list does not know.
  const { user: admin } = await shop.openSession('admin')
  await page.goto(`${shop.url}/facturar?tab=facturas&createdBy=${admin.id}`)
  await expect(invoices).toContainText('Eva Paz')
  if (isPhone(page)) {
    await page.getByRole('button', { name: /^Filtros/ }).click()
    const maker = page.getByRole('dialog').getByRole('combobox', { name: 'Hecha por' })
    await expect(maker.locator('option:checked')).toHaveText('Otra persona')
    await page.getByRole('button', { name: /^Ver \d/ }).click()
  } else await expect(page.getByRole('button', { name: /^Hecha por / })).toContainText('Otra persona')
  await choose(page, 'Hecha por', 'Wilmer Gutiérrez')
  await expect(page.getByText('Nada coincide con los filtros.')).toBeVisible()
})
