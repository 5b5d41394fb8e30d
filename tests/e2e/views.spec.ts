import { expect, test } from '@playwright/test'
import { choose } from './support/choose-filter.ts'
import { expectFieldError, isPhone, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

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
  const dialog = page.getByRole('dialog', { name: /vista/i })
  /** On a phone the filters are named on their sheet. */
  const save = async () => {
    if (isPhone(page)) await page.getByRole('button', { name: /^Filtros/ }).click()
    await page.getByRole('button', { name: 'Guardar vista' }).click()
  }
  // Without views and filters there are no tabs, also once the filters were looked at.
  await page.getByRole('button', { name: /^Filtro/ }).click()
  await expect(page.getByRole(isPhone(page) ? 'dialog' : 'menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole(isPhone(page) ? 'dialog' : 'menu')).toBeHidden()
  await expect(views).toHaveCount(0)
  await choose(page, 'Método', 'Aéreo')
  await save()
  await dialog.getByRole('button', { name: 'Guardar vista' }).click()
  await expectFieldError(dialog.getByLabel('Nombre'), 'El nombre de la vista es requerido')
  await dialog.getByLabel('Nombre').fill('Por avión')
  await dialog.getByLabel('Para todos los usuarios').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar vista' }).dblclick()
  await expect(toast(page, 'Vista guardada')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  if (isPhone(page)) await expect(page.getByRole('button', { name: /^Filtros/ })).toBeFocused()
  await expect(views.getByRole('button', { name: /Por avión/ })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)

  await views.getByRole('button', { name: 'Todos', exact: true }).click()
  await expect(page.getByText('MIAMIMAR')).toBeVisible()
  await views.getByRole('button', { name: /Por avión/ }).click()
  await expect(page.getByText('MIAMIMAR')).toBeHidden()
  await choose(page, 'Factura', 'Sin Facturar')
  await expect(views.getByRole('img', { name: 'Cambiada' })).toBeVisible()
  await save()
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
