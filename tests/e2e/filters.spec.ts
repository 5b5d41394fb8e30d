import { expect, type Page, test } from '@playwright/test'
import { expectFieldError, isPhone, search, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

/** Chooses in a filter, by its chip on a wide screen, on the sheet of a phone, which the button with the count closes. */
async function choose(page: Page, filter: string, choice: string): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: /^Filtros/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Filtros' })
    await sheet.getByRole('group', { name: filter }).getByText(choice, { exact: true }).click()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: /^Ver \d/ }).click()
    await expect(page.getByRole('button', { name: /^Filtros/ })).toBeFocused()
    return
  }
  await expect(page.getByRole('button', { name: 'Filtro', exact: true })).toBeVisible()
  const chip = page.getByRole('button', { name: new RegExp(`^${filter} `) })
  if (await chip.isVisible()) await chip.click()
  else {
    await page.getByRole('button', { name: 'Filtro', exact: true }).click()
    await page.getByRole('menuitem', { name: filter, exact: true }).click()
  }
  await page.getByRole('dialog', { name: filter }).getByText(choice, { exact: true }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(chip).toBeFocused()
}

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
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)

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
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('MIAMIMAR')
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
})

test('a clerk names filters as a view, comes back to it, changes it and deletes it, and an admin makes one for all', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.receive({ tracking: 'LISTOAIRE' })
  await shop.receive({ tracking: 'MIAMIAIRE', statusId: shop.statuses.received })
  await shop.receive({
    tracking: 'MIAMIMAR',
    statusId: shop.statuses.received,
    shippingMethod: 'maritimo',
    tariffId: shop.sea.id,
  })
  await enter(page, shop, '/paquetes', 'admin')
  const views = page.getByRole('navigation', { name: 'Vistas' })
  const dialog = page.getByRole('dialog')
  await choose(page, 'Método', 'Aéreo')
  await page.getByRole('button', { name: 'Guardar vista' }).click()
  await dialog.getByRole('button', { name: 'Guardar vista' }).click()
  await expectFieldError(dialog.getByLabel('Nombre'), 'El nombre de la vista es requerido')
  await dialog.getByLabel('Nombre').fill('Por avión')
  await dialog.getByLabel('Para todos los usuarios').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar vista' }).dblclick()
  await expect(toast(page, 'Vista guardada')).toBeVisible()
  await expect(views.getByRole('button', { name: /Por avión/ })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)

  await views.getByRole('button', { name: 'Todos', exact: true }).click()
  await expect(page.getByText('MIAMIMAR')).toBeVisible()
  await views.getByRole('button', { name: /Por avión/ }).click()
  await expect(page.getByText('MIAMIMAR')).toBeHidden()
  await choose(page, 'Factura', 'Sin Facturar')
  await expect(views.getByRole('img', { name: 'Cambiada' })).toBeVisible()
  await page.getByRole('button', { name: 'Guardar vista' }).click()
  await page.getByRole('menuitem', { name: 'Guardar en «Por avión»' }).click()
  await dialog.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(views.getByRole('img', { name: 'Cambiada' })).toBeHidden()

  await enter(page, shop, '/paquetes')
  await views.getByRole('button', { name: /Por avión/ }).click()
  await expect(page.getByText('MIAMIMAR')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Acciones de la vista: Por avión' })).toBeHidden()
  await enter(page, shop, '/paquetes', 'admin')
  await views.getByRole('button', { name: /Por avión/ }).click()
  await page.getByRole('button', { name: 'Acciones de la vista: Por avión' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar vista' }).click()
  await dialog.getByRole('button', { name: 'Eliminar Vista' }).click()
  await expect(views.getByRole('button', { name: /Por avión/ })).toBeHidden()
})
