import { expect, test } from '@playwright/test'
import { hold, isPhone, lostCalls, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const longName = {
  firstName: 'María Guadalupe del Socorro',
  lastNames: 'Hernández-Quintanilla de los Ángeles Montenegro',
}
const wholeName = `${longName.firstName} ${longName.lastNames}`

async function openTwins() {
  const shop = await openShop()
  const kept = await shop.addClient(longName)
  const gone = await shop.addClient({ firstName: 'Lupita', lastNames: 'Hernández' })
  const invoice = await shop.invoice([await shop.receive({ clientId: gone.id })], { clientId: gone.id })
  await shop.receive({ clientId: gone.id })
  const credit = { direction: 'in' as const, currencyId: shop.nio, amount: 128, reason: 'Compensación' }
  await shop.api('POST /api/clients/:id/credit', { params: { id: kept.id }, body: credit })
  return { shop, kept, gone, invoice }
}

test('an admin merges a client into another one from its page, and its number leads there', async ({ page }) => {
  const { shop, kept, gone } = await openTwins()
  await enter(page, shop, `/clients/${gone.id}`, 'admin')
  await page.getByRole('button', { name: 'Acciones: Lupita Hernández' }).click()
  await page.getByRole('menuitem', { name: 'Unir con otro cliente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unir dos clientes' })
  await expect(dialog.getByRole('button', { name: 'Unir clientes' })).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'El otro cliente' }).fill('guadalupe')
  await dialog.getByRole('option', { name: new RegExp(longName.firstName) }).click()
  await expect(dialog).toContainText('US$7.50')
  await expect(dialog).toContainText('C$128.00')
  await expect(dialog).toContainText('Esta acción no se puede deshacer.')
  await expect(dialog).toContainText(`El casillero ${gone.casillero} seguirá llevando a ${kept.casillero}.`)
  await expect(dialog.getByRole('radio', { name: `Se queda ${kept.casillero}` })).toBeChecked()
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)
  await dialog.getByRole('radio', { name: `Se queda ${gone.casillero}` }).check()
  await expect(dialog).toContainText(`El casillero ${kept.casillero} seguirá llevando a ${gone.casillero}.`)
  await dialog.getByRole('radio', { name: `Se queda ${kept.casillero}` }).check()
  const lost = lostCalls(page)
  const sending = await hold(page, '**/merge?*', 'POST')
  await dialog.getByRole('button', { name: 'Unir clientes' }).dblclick()
  await expect(dialog.getByRole('button', { name: 'Uniendo...' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await sending.release()
  await expect(toast(page, `Los clientes quedaron unidos en ${kept.casillero}`)).toBeVisible()
  await expect(page).toHaveURL(`${shop.url}/clients/${kept.id}`)
  await expect(page.getByRole('heading', { name: wholeName })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`Antes también ${gone.casillero}`)
  await expect(page.getByRole('main')).toContainText('US$7.50')
  await expect(page.getByRole('main')).toContainText('C$128.00')
  expect(lost).toEqual([])
  await expectAccessible(page)
  await page.goto(`${shop.url}/clients?search=${gone.casillero}`)
  await expect(page.getByRole('main')).toContainText(kept.casillero)
})

test('two clients are merged from the packages without an owner, one who is gone meanwhile is said to be, and a clerk merges none', async ({
  page,
}) => {
  const { shop, gone } = await openTwins()
  await enter(page, shop, '/sin-dueno', 'admin')
  await page.getByRole('button', { name: 'Unir dos clientes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unir dos clientes' })
  await dialog.getByRole('combobox', { name: 'Un cliente' }).fill('lupita')
  await dialog.getByRole('option').first().click()
  const other = dialog.getByRole('combobox', { name: 'El otro cliente' })
  await other.fill('lupita')
  await expect(dialog.getByText('No se encontraron clientes')).toBeVisible()
  await other.fill('guadalupe')
  await dialog.getByRole('option').first().click()
  await shop.api('POST /api/clients/:id/merge', { params: { id: gone.id }, body: { intoClientId: shop.client.id } })
  await dialog.getByRole('button', { name: 'Unir clientes' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Quitar cliente: Lupita Hernández` }).click()
  await dialog.getByRole('combobox', { name: 'Un cliente' }).fill('nunez')
  await dialog.getByRole('option').first().click()
  const lost = lostCalls(page)
  await dialog.getByRole('button', { name: 'Unir clientes' }).click()
  await expect(toast(page, `Los clientes quedaron unidos en ${shop.client.casillero}`)).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(lost).toEqual([])

  await enter(page, shop, '/sin-dueno')
  await expect(page.getByText('No hay paquetes sin dueño')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unir dos clientes' })).toHaveCount(0)
  await page.goto(`${shop.url}/clients/${shop.client.id}`)
  await page.getByRole('button', { name: /^Acciones: Ana/ }).click()
  await expect(page.getByRole('menuitem', { name: isPhone(page) ? 'Recibir paquete' : 'Editar' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Unir con otro cliente' })).toHaveCount(0)
})
