import { expect, test } from '@playwright/test'
import { savedInvoice } from './support/counter.ts'
import { hold, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible, openCompany } from './support/world.ts'

const failing = [
  { path: '/clients', call: /\/api\/client\?/, sentence: 'Error al cargar los clientes' },
  { path: '/paquetes', call: /\/api\/packages\?/, sentence: 'Error al cargar los paquetes' },
  { path: '/facturar?tab=facturas', call: /\/api\/invoices\?/, sentence: 'Error al cargar facturas' },
]

test('a list that the server cannot give says so in its place and is asked for again', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/dashboard')
  for (const { path, call, sentence } of failing) {
    await page.route(call, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto(`${company.url}${path}`)
    const state = page.getByRole('main').getByRole('alert')
    await expect(state).toContainText(sentence)
    await expect(toast(page, sentence)).toBeVisible()
    await page.unroute(call)
    await state.getByRole('button', { name: 'Reintentar' }).click()
    await expect(state).toBeHidden()
  }
  await page.route(/\/api\/client\?/, (route) => route.abort('internetdisconnected'))
  await page.goto(`${company.url}/clients`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Error al conectar con el servidor')
  await expectAccessible(page)
})

test('rows wait as a skeleton on a slow line, and a save says that it is under way', async ({ page }) => {
  const shop = await openShop()
  const list = await hold(page, '**/api/client?*')
  await enter(page, shop, '/clients')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Cargando...')
  await expectAccessible(page)
  await list.release()
  await expect(page.getByRole('main')).toContainText('Ana Lucía Núñez Báez')

  await page.getByRole('button', { name: 'Nuevo Cliente' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo Cliente' })
  await form.getByLabel('Nombre', { exact: true }).fill('Marvin')
  await form.getByLabel('Apellidos').fill('Talavera')
  await form.getByLabel('Teléfono', { exact: true }).fill('88112233')
  const saving = await hold(page, '**/api/client?*', 'POST')
  await form.getByRole('button', { name: 'Crear Cliente' }).click()
  const busy = form.getByRole('button', { name: 'Creando...' })
  await expect(busy).toHaveAttribute('aria-disabled', 'true')
  await busy.click({ force: true })
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await expect(form).toBeVisible()
  await saving.release()
  await expect(toast(page, 'Cliente creado exitosamente')).toBeVisible()
  expect((await shop.api('GET /api/client', { query: { search: 'talavera' } })).data).toHaveLength(1)
})

test('an invoice form cannot be changed while it is saved', async ({ page }) => {
  const shop = await openShop()
  await shop.receive()
  const packages = await hold(page, '**/api/packages?*')
  await enter(page, shop, '/facturar')
  await page.getByRole('combobox', { name: 'Cliente' }).fill('nunez')
  await page.getByRole('listbox').getByRole('option').click()
  await expect(page.getByText('Cargando paquetes...')).toBeAttached()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)
  await packages.release()
  await expect(toast(page, '1 paquetes listos para facturar')).toBeVisible()

  const saving = await hold(page, '**/api/invoices?*', 'POST')
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(page.getByRole('button', { name: 'Creando Factura...' })).toBeVisible()
  const checkbox = page.getByRole('checkbox', { name: 'Facturar el paquete #1' })
  await checkbox.focus()
  await expect(checkbox).not.toBeFocused()
  await saving.release()
  await expect(savedInvoice(page)).toBeVisible()
  expect(await shop.allInvoices()).toHaveLength(1)
})
