import { expect, test } from '@playwright/test'
import { hold, isPhone, search, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const longName = 'GUADALUPE DEL SOCORRO HERNANDEZ-QUINTANILLA DE LOS ANGELES MONTENEGRO Y FAMILIA'

async function openUnowned() {
  const shop = await openShop()
  const maria = await shop.addClient({ firstName: 'María José', lastNames: 'Téllez Arauz' })
  const jose = await shop.addClient({ firstName: 'José Ángel', lastNames: 'Obregón Téllez' })
  const add = (clientPackageName: string | null) => shop.receive({ clientId: null, clientPackageName })
  const unreadable = await add('(ilegible)')
  await add(longName)
  const numbered = await add(`PAQUETE PARA ${jose.casillero.slice(0, 3)} ${jose.casillero.slice(3)}`)
  const named = await add('M. TELLEZ')
  return { shop, maria, jose, unreadable, numbered, named }
}

test('a clerk assigns packages to their owners with Enter, one after the other, and undoes one', async ({ page }) => {
  const { shop, maria, jose, numbered, named } = await openUnowned()
  await enter(page, shop, '/sin-dueno')
  const main = page.getByRole('main')
  await expect(main).toContainText('La etiqueta dice')
  await expect(main).toContainText(longName)
  await expect(main).toContainText('Nombre parecido')
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)

  const first = page.getByRole('button', {
    name: `Asignar a María José Téllez Arauz: paquete #${named.companyPackageId}`,
  })
  const second = page
    .getByRole('button', { name: `: paquete #${numbered.companyPackageId}` })
    .filter({ hasText: 'Asignar' })
  if (!isPhone(page)) await expect(first).toBeFocused()
  const sending = await hold(page, '**/owner?*', 'POST')
  await first.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(first).toHaveAttribute('aria-disabled', 'true')
  await sending.release()
  await expect(toast(page, `Paquete #${named.companyPackageId} asignado a María José Téllez Arauz`)).toBeVisible()
  await expect(second).toBeFocused()
  await expect(first).toBeHidden()
  const owner = async (id: string) => (await shop.api('GET /api/packages/:id', { params: { id } })).data.clientId
  expect(await owner(named.id)).toBe(maria.id)
  const messages = async () => (await shop.api('GET /api/messages', { query: { clientId: maria.id } })).data
  expect((await messages()).map(({ state }) => state)).toEqual(['queued'])

  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(toast(page, `El paquete #${named.companyPackageId} vuelve a estar sin dueño`)).toBeVisible()
  await expect(first).toBeVisible()
  expect(await owner(named.id)).toBeNull()
  expect((await messages()).map(({ state }) => state)).toEqual(['cancelled'])

  await page.getByRole('button', { name: `Otros clientes: paquete #${named.companyPackageId}` }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: /José Ángel Obregón Téllez/ }).click()
  await expect(first).toBeHidden()
  expect(await owner(named.id)).toBe(jose.id)
})

test('a clerk looks for the owner that no name suggests, and notifies no client where the notice is off', async ({
  page,
}) => {
  const { shop, unreadable } = await openUnowned()
  await enter(page, shop, '/sin-dueno')
  const notice = page.getByRole('checkbox', { name: 'Avisar al cliente al asignar' })
  await expect(notice).toBeChecked()
  await notice.uncheck()
  await search(page, 'ilegible')
  await page.getByRole('button', { name: `Buscar cliente: paquete #${unreadable.companyPackageId}` }).click()
  const dialog = page.getByRole('dialog', { name: `¿De quién es el paquete #${unreadable.companyPackageId}?` })
  await dialog.getByRole('combobox', { name: 'Cliente' }).fill('nunez')
  await expectAccessible(page)
  await dialog.getByRole('option').first().click()
  await expect(toast(page, `Paquete #${unreadable.companyPackageId} asignado a Ana Lucía Núñez Báez`)).toBeVisible()
  await expect(page.getByText('Ningún paquete sin dueño')).toBeVisible()
  expect((await shop.api('GET /api/messages', { query: { clientId: shop.client.id } })).data).toEqual([])
  await page.reload()
  await expect(notice).not.toBeChecked()
})

test('a clerk sees a package that another one assigned meanwhile, and a viewer only reads', async ({ page }) => {
  const { shop, jose, named } = await openUnowned()
  await enter(page, shop, '/sin-dueno')
  const button = page.getByRole('button', {
    name: `Asignar a María José Téllez Arauz: paquete #${named.companyPackageId}`,
  })
  await expect(button).toBeVisible()
  await shop.api('POST /api/packages/:id/owner', { params: { id: named.id }, body: { clientId: jose.id } })
  await button.click()
  await expect(toast(page, 'El paquete cambió; vuelva a cargarlo')).toBeVisible()

  await enter(page, shop, '/sin-dueno', 'viewer')
  await expect(page.getByRole('main')).toContainText(longName)
  await expect(page.getByRole('button', { name: /Asignar|Buscar cliente|Otros clientes/ })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

test('a company whose packages all have owners says so, and the menu shows how many have none', async ({ page }) => {
  const shop = await openShop()
  await enter(page, shop, '/sin-dueno')
  await expect(page.getByText('No hay paquetes sin dueño')).toBeVisible()
  await expectAccessible(page)
  if (isPhone(page)) return
  await shop.receive({ clientId: null, clientPackageName: 'CHEPE' })
  await page.reload()
  await expect(page.getByRole('link', { name: /Sin dueño\s*1/ })).toBeVisible()
})
