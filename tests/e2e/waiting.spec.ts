import { expect, test } from '@playwright/test'
import { actOn, expectFieldError, isPhone, search, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const longName = {
  firstName: 'María Guadalupe del Socorro',
  lastNames: 'Hernández-Quintanilla de los Ángeles Montenegro',
}
const wholeName = `${longName.firstName} ${longName.lastNames}`

async function openWaiting() {
  const shop = await openShop()
  const client = await shop.addClient(longName)
  await shop.receive({ clientId: client.id })
  await shop.receive({ clientId: client.id })
  await shop.receive()
  return { shop, client }
}

test('a clerk sees what waits to be picked up by age, reminds a client once, and goes on to hand over', async ({
  page,
}) => {
  const { shop, client } = await openWaiting()
  await enter(page, shop, '/por-retirar')
  const rows = isPhone(page)
    ? page.getByRole('list', { name: 'Por retirar' }).getByRole('listitem')
    : page.getByRole('table', { name: 'Por retirar' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(wholeName)
  await expect(page.getByRole('main')).toContainText('En total · 6.00 lbs')
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)

  await actOn(page, wholeName, 'Recordar por WhatsApp')
  const dialog = page.getByRole('dialog', { name: `¿Recordar a ${wholeName}?` })
  await expect(dialog).toContainText('2 paquetes')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Recordar' }).dblclick()
  await expect(toast(page, 'El recordatorio saldrá por WhatsApp')).toBeVisible()
  await expect(rows.first()).toContainText('Recordatorio en cola')
  const { data } = await shop.api('GET /api/messages', { query: { clientId: client.id } })
  expect(data.filter(({ templateTitle }) => templateTitle === 'Recordatorio')).toHaveLength(1)

  await search(page, 'ana lucia')
  await expect(rows).toHaveCount(1)
  await search(page, 'nadie así')
  await expect(page.getByText('Ningún cliente con paquetes por retirar')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar búsqueda' }).click()
  await expect(rows).toHaveCount(2)
  await actOn(page, wholeName, 'Entregar')
  await expect(page).toHaveURL(/\/entregar/)
  await expect(page.getByRole('main')).toContainText(wholeName)
})

test('a clerk sees a reminder that another one made meanwhile, and a viewer only reads', async ({ page }) => {
  const { shop, client } = await openWaiting()
  await enter(page, shop, '/por-retirar')
  await expect(page.getByRole('main')).toContainText(wholeName)
  await shop.api('POST /api/clients/:id/waiting-reminders', { params: { id: client.id } })
  await actOn(page, wholeName, 'Recordar por WhatsApp')
  await page.getByRole('dialog').getByRole('button', { name: 'Recordar' }).click()
  await expect(page.getByText(/Ya se le recordó al cliente el .* desde el/).first()).toBeVisible()
  await expectAccessible(page)

  await enter(page, shop, '/por-retirar', 'viewer')
  await expect(page.getByRole('main')).toContainText('Recordatorio en cola')
  await expect(page.getByRole('button', { name: /Recordar|Entregar|Acciones/ })).toHaveCount(0)
})

test('a company where nothing waits says so, and an admin sets after how many days clients are reminded', async ({
  page,
}) => {
  const shop = await openShop()
  await enter(page, shop, '/por-retirar', 'admin')
  await expect(page.getByText('No hay nada por retirar')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${shop.url}/admin/settings/general`)
  const days = page.getByLabel('Recordar al cliente después de … días')
  await days.fill('400')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expectFieldError(days, /Ingrese de 1 a 365 días/)
  await days.fill('7')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, '¡Configuración actualizada exitosamente!')).toBeVisible()
  await page.reload()
  await expect(days).toHaveValue('7')
  const { company } = await shop.api('GET /api/companies/info')
  expect(company.waitingReminderDays).toBe(7)
})
