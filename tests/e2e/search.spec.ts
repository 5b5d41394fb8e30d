import { expect, type Page, test } from '@playwright/test'
import { hold } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Buscar' })
const fieldOf = (page: Page) => dialogOf(page).getByRole('combobox')
const rowsOf = (page: Page) => dialogOf(page).getByRole('option')
const calls = '**/api/search?*'

/** Opens the search by its key where there is a keyboard, else by the icon. */
async function openSearch(page: Page): Promise<void> {
  const entry = page.getByRole('button', { name: 'Buscar', exact: true }).first()
  await entry.waitFor()
  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
}

/** A company in which `0002` names a client, and `#2` a package and an invoice too. */
async function openCounter() {
  const shop = await openShop()
  const other = await shop.addClient({ firstName: 'Guadalupe del Carmen', lastNames: 'Martínez Zúñiga' })
  const first = await shop.receive({ description: 'Repuestos', clientId: other.id })
  const second = await shop.receive({ description: 'Audífonos', tracking: 'TBA309141124254', clientId: other.id })
  await shop.invoice([first], { clientId: other.id })
  return { shop, other, first, second }
}

test('a search for anything is walked by arrows, opens what is chosen, keeps a late answer from a newer one, and is asked again where it failed', async ({
  page,
}) => {
  const { shop, other } = await openCounter()
  await enter(page, shop, '/clients')
  await expect(page.getByRole('main')).toContainText('Guadalupe')
  const opener = page.getByRole('searchbox', { name: 'Buscar clientes...' })
  await opener.focus()
  await openSearch(page)
  await expect(rowsOf(page)).toHaveText([/Facturar/, /Caja/])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(opener).toBeFocused()

  await openSearch(page)
  await page.keyboard.type('guadalupe')
  await expect(rowsOf(page)).toHaveText([
    /Guadalupe.*Debe US\$7\.50/,
    /#2 · Audífonos/,
    /#1 · Repuestos/,
    /#1.*Pendiente/,
  ])
  await expect(rowsOf(page).first()).toHaveAttribute('aria-selected', 'true')
  // The rows of a shorter text may look the same: a choice among them ends with the rows that take their place.
  await expect(dialogOf(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(page)
  await page.keyboard.press('ArrowUp')
  await expect(rowsOf(page).last()).toHaveAttribute('aria-selected', 'true')
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await expect(fieldOf(page)).toHaveAttribute(
    'aria-activedescendant',
    (await rowsOf(page).nth(1).getAttribute('id')) ?? '',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Editar Paquete' })).toContainText('#2')
  await expect(page).toHaveURL(/\/paquetes\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(page).toHaveURL(`${shop.url}/clients`)

  await openSearch(page)
  await page.keyboard.type('martinez')
  await rowsOf(page).filter({ hasText: 'Guadalupe' }).first().click()
  await expect(page).toHaveURL(`${shop.url}/clients/${other.id}`)
  await openSearch(page)
  await expect(rowsOf(page)).toHaveText([/Guadalupe/, /#2 · Audífonos/, /Facturar/, /Caja/])
  await page.keyboard.type('#1')
  await expect(rowsOf(page).filter({ hasText: 'Pendiente' })).toHaveCount(1)
  await rowsOf(page).filter({ hasText: 'Pendiente' }).click()
  await expect(page.getByRole('dialog', { name: 'Factura #1' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${shop.url}/clients/${other.id}`)

  await openSearch(page)
  await page.keyboard.type('guadalupe')
  await expect(rowsOf(page).first()).toContainText('Guadalupe')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('main')).toContainText('Guadalupe del Carmen Martínez Zúñiga')
  await expect(page).toHaveURL(`${shop.url}/facturar`)

  await openSearch(page)
  await fieldOf(page).fill('guadalupe')
  await expect(rowsOf(page)).toHaveCount(4)
  const late = await hold(page, '**/api/search?q=repuestos*')
  const asked = page.waitForRequest('**/api/search?q=repuestos*')
  await fieldOf(page).fill('repuestos')
  await asked
  // The rows of before stay meanwhile.
  await expect(rowsOf(page)).toHaveCount(4)
  await fieldOf(page).fill('audifonos')
  await expect(rowsOf(page)).toHaveText([/Audífonos/])
  await late.release()
  await expect(rowsOf(page)).toHaveText([/Audífonos/])

  await fieldOf(page).fill('nada de esto')
  await expect(dialogOf(page).getByText('Nada coincide con «nada de esto».')).toBeVisible()
  await expectAccessible(page)

  await page.route(calls, (route) => route.abort())
  await fieldOf(page).fill('ana')
  await expect(dialogOf(page).getByRole('alert')).toContainText('No se pudo buscar')
  await expect(rowsOf(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute(calls)
  await dialogOf(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(rowsOf(page).first()).toContainText('Ana Lucía')
  await expect(dialogOf(page).getByRole('alert')).toBeHidden()
})
