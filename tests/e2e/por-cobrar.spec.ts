import { expect, test } from '@playwright/test'
import { actOn, isPhone, search, toast } from './support/gestures.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const longName = {
  firstName: 'María Guadalupe del Socorro',
  lastNames: 'Hernández-Quintanilla de los Ángeles Montenegro',
}
const wholeName = `${longName.firstName} ${longName.lastNames}`

async function owe(shop: Shop, clientId: string, days: number, values: object = {}) {
  const invoice = await shop.invoice([await shop.receive({ clientId, weight: 40 })], { clientId, ...values })
  await shop.ageInvoice(invoice.id, days)
  return invoice
}

async function openDebts() {
  const shop = await openShop()
  const old = await shop.addClient(longName)
  await owe(shop, old.id, 42)
  await owe(shop, old.id, 5, { currencyId: shop.nio })
  await owe(shop, shop.client.id, 1)
  const credit = { direction: 'in' as const, currencyId: shop.nio, amount: 128, reason: 'Compensación' }
  await shop.api('POST /api/clients/:id/credit', { params: { id: old.id }, body: credit })
  return { shop, old }
}

test('a clerk sees who owes since when, reminds a client once a week, and goes on to collect', async ({ page }) => {
  const { shop, old } = await openDebts()
  await enter(page, shop, '/caja')
  if (isPhone(page)) await page.getByRole('combobox', { name: 'Caja', exact: true }).selectOption('Por cobrar')
  else await page.getByRole('tab', { name: 'Por cobrar' }).click()
  await expect(page).toHaveURL(`${shop.url}/caja/por-cobrar`)
  const totals = page.getByRole('table', { name: 'Total por cobrar' })
  const rows = isPhone(page)
    ? page.getByRole('list', { name: 'Por cobrar' }).getByRole('listitem')
    : page.getByRole('table', { name: 'Por cobrar', exact: true }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  // Sums over clients are for users who see money.
  await expect(totals).toHaveCount(0)
  await expect(rows.first()).toContainText(wholeName)
  await expect(rows.first()).toContainText('42 días')
  await expect(rows.first()).toContainText('A favor C$128.00')
  await expect(rows.first()).toContainText('C$5,520.00')
  await expect(rows.first()).toContainText('US$150.00')
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)

  await actOn(page, wholeName, 'Recordar por WhatsApp')
  const dialog = page.getByRole('dialog', { name: `¿Recordar a ${wholeName}?` })
  await expect(dialog).toContainText('C$5,520.00 · US$150.00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Recordar' }).dblclick()
  await expect(toast(page, 'El recordatorio saldrá por WhatsApp')).toBeVisible()
  await expect(rows.first()).toContainText('Recordatorio en cola')
  const { data } = await shop.api('GET /api/messages', { query: { clientId: old.id } })
  const reminders = data.filter(({ templateTitle }) => templateTitle === 'Cobro')
  expect(reminders.map(({ state }) => state)).toEqual(['queued'])

  await search(page, 'ana lucia')
  await expect(rows).toHaveCount(1)
  await search(page, 'nadie así')
  await expect(page.getByText('Ningún cliente que deba')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar búsqueda' }).click()
  await expect(rows).toHaveCount(2)
  await actOn(page, wholeName, 'Cobrar')
  await expect(page).toHaveURL(`${shop.url}/clients/${old.id}/cobrar`)
  await page.goBack()
  await page.reload()
  await expect(rows.first()).toContainText('Recordatorio en cola')
  if (isPhone(page)) await page.getByRole('button', { name: `Abrir: ${wholeName}` }).click()
  else await page.getByRole('link', { name: wholeName }).click()
  await expect(page).toHaveURL(`${shop.url}/clients/${old.id}?tab=estado`)
  await enter(page, shop, '/caja/por-cobrar', 'admin')
  await expect(totals).toContainText('US$300.00')
  await expect(totals).toContainText('C$5,520.00')
})

test('a clerk sees a reminder that another one made meanwhile, and a viewer only reads', async ({ page }) => {
  const { shop, old } = await openDebts()
  await enter(page, shop, '/caja/por-cobrar')
  await expect(page.getByRole('main')).toContainText('42 días')
  await shop.api('POST /api/clients/:id/reminders', { params: { id: old.id } })
  await actOn(page, wholeName, 'Recordar por WhatsApp')
  const dialog = page.getByRole('dialog', { name: `¿Recordar a ${wholeName}?` })
  await dialog.getByRole('button', { name: 'Recordar' }).click()
  await expect(page.getByText(/Ya se le recordó al cliente el .* desde el/).first()).toBeVisible()
  await expectAccessible(page)

  await enter(page, shop, '/caja/por-cobrar', 'viewer')
  await expect(page.getByRole('main')).toContainText(wholeName)
  await expect(page.getByRole('main')).toContainText('Recordatorio en cola')
  await expect(page.getByRole('button', { name: /Recordar|Cobrar|Acciones/ })).toHaveCount(0)
})

test('a company in which all is paid says that there is nothing to collect', async ({ page }) => {
  const shop = await openShop()
  await enter(page, shop, '/caja/por-cobrar')
  await expect(page.getByText('No hay nada por cobrar')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page)
})
