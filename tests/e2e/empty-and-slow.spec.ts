import { expect, test } from '@playwright/test'
import { takeSample } from '../support/sampling.ts'
import { savedInvoice } from './support/counter.ts'
import { hold, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const failing = [
  { path: '/clients', call: /\/api\/client\?/, sentence: 'Error al cargar los clientes' },
  { path: '/paquetes', call: /\/api\/packages\?/, sentence: 'Error al cargar los paquetes' },
  { path: '/facturar?tab=facturas', call: /\/api\/invoices\?/, sentence: 'Error al cargar facturas' },
]

test('a list that the server cannot give says so and is asked for again, rows wait as a skeleton, and a save says that it is under way', async ({
  page,
}) => {
  const shop = await openShop()
  await enter(page, shop, '/dashboard')
  for (const { path, call, sentence } of takeSample(failing, 1)) {
    await page.route(call, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto(`${shop.url}${path}`)
    const state = page.getByRole('main').getByRole('alert')
    await expect(state).toContainText(sentence)
    await expect(toast(page, sentence)).toBeVisible()
    await page.unroute(call)
    await state.getByRole('button', { name: 'Reintentar' }).click()
    await expect(state).toBeHidden()
  }
  await page.route(/\/api\/client\?/, (route) => route.abort('internetdisconnected'))
  await page.goto(`${shop.url}/clients`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Error al conectar con el servidor')
  await expectAccessible(page)
  await page.unroute(/\/api\/client\?/)

  const list = await hold(page, '**/api/client?*')
  await page.reload()
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

test('an invoice form names missing fields in their order, asks before it is left, and cannot be changed while it is saved', async ({
  page,
}) => {
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

  const create = page.getByRole('button', { name: 'Crear Factura' })
  const checkbox = page.getByRole('checkbox', { name: 'Facturar el paquete #1' })
  await checkbox.uncheck()
  await create.click()
  await expect(toast(page, 'Debe seleccionar al menos un paquete')).toBeVisible()
  await checkbox.check()
  await page.getByLabel('Incluir envío').check()
  await create.click()
  await expect(toast(page, 'Debe especificar la dirección de envío')).toBeVisible()
  await expect(page.getByLabel('Dirección de envío')).toBeFocused()
  await page.getByLabel('Dirección de envío').fill('Bello Horizonte')
  await create.click()
  await expect(toast(page, 'Debe especificar un costo de envío válido')).toBeVisible()
  await expect(page.getByLabel('Costo de envío')).toBeFocused()
  expect(await shop.allInvoices()).toEqual([])

  await page.getByRole('link', { name: 'Dashboard' }).click()
  const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' })
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(page.getByLabel('Dirección de envío')).toHaveValue('Bello Horizonte')

  await page.getByLabel('Costo de envío').fill('5')
  const saving = await hold(page, '**/api/invoices?*', 'POST')
  await create.click()
  await expect(page.getByRole('button', { name: 'Creando Factura...' })).toBeVisible()
  await checkbox.focus()
  await expect(checkbox).not.toBeFocused()
  await saving.release()
  await expect(savedInvoice(page)).toBeVisible()
  expect(await shop.allInvoices()).toHaveLength(1)
})
