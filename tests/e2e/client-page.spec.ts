import { expect, type Page, test } from '@playwright/test'
import { actOn, isPhone, lostCalls, select, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

async function showTab(page: Page, name: string): Promise<void> {
  if (!isPhone(page)) return page.getByRole('tab', { name }).click()
  const choice = page.getByRole('combobox', { name: 'Cliente', exact: true })
  await choice.selectOption(name.toLowerCase())
}

async function openCounter() {
  const shop = await openShop()
  const open = await shop.receive({ description: 'Repuestos de motocicleta' })
  await shop.receive({ description: 'Ropa de bebé' })
  await shop.receive({ description: 'Freidora de aire', statusId: shop.statuses.inTransit })
  const { data: statuses } = await shop.api('GET /api/statuses')
  await shop.receive({ description: 'Ya se lo llevó', statusId: statuses.at(-1)?.id })
  const invoice = await shop.invoice([open])
  return { shop, open, invoice }
}

test('a page of a client answers what is ready and what is owed, and leads to the invoice, the form and the counter', async ({
  page,
}) => {
  const { shop } = await openCounter()
  await enter(page, shop, '/clients')
  const row = page.getByRole(isPhone(page) ? 'listitem' : 'row').filter({ hasText: 'Ana Lucía' })
  if (isPhone(page)) await row.getByRole('button', { name: 'Abrir: ' }).click()
  else await row.getByRole('link', { name: 'Ana Lucía Núñez Báez' }).click()
  await expect(page).toHaveURL(`${shop.url}/clients/${shop.client.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Ana Lucía Núñez Báez' })).toBeVisible()
  await expect(main).toContainText(isPhone(page) ? 'Debe · 1 factura' : '1 factura · la más vieja, hoy')
  await expect(main).toContainText('US$7.50')
  if (!isPhone(page)) {
    await expect(main).toContainText('2 · 4.00 lbs')
    await expect(main).toContainText('Aéreo · US$3.75/lb')
  }
  await expect(main).not.toContainText('Ya se lo llevó')
  await expect(main.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', 'https://wa.me/50586904417')
  await expectAccessible(page)

  await main.getByRole('button', { name: 'Ver 1 entregado' }).click()
  await expect(main).toContainText('Ya se lo llevó')
  await main.getByRole('button', { name: 'Ver los que faltan' }).click()

  await main.getByRole('link', { name: 'Debe · #1' }).click()
  const invoice = page.getByRole('dialog', { name: 'Factura #1' })
  await expect(invoice).toContainText('Repuestos de motocicleta')
  await page.goBack()
  await expect(invoice).toBeHidden()
  await expect(page).toHaveURL(`${shop.url}/clients/${shop.client.id}`)

  await showTab(page, 'Facturas')
  await expect(main).toContainText('Pendiente')
  await expectAccessible(page)
  await showTab(page, 'Mensajes')
  await showTab(page, 'Datos')
  await main.getByRole('button', { name: 'Editar', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Editar Cliente' })
  await form.getByLabel('Ciudad').fill('Masaya')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, 'Cliente actualizado exitosamente')).toBeVisible()
  await expect(main.locator('dd', { hasText: 'Masaya' })).toBeVisible()
  await expectAccessible(page)

  if (isPhone(page)) await actOn(page, 'Ana Lucía Núñez Báez', 'Recibir paquete')
  else await main.getByRole('button', { name: 'Recibir paquete' }).click()
  const received = page.getByRole('dialog', { name: 'Nuevo Paquete' })
  await expect(received.getByLabel('Cliente', { exact: true })).toHaveValue('Ana Lucía Núñez Báez')
  await received.getByRole('button', { name: 'Cerrar' }).click()
  await expect(received).toBeHidden()

  await main.getByRole('link', { name: 'Facturar' }).click()
  await expect(toast(page, '1 paquetes listos para facturar')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Ana Lucía Núñez Báez')
  await expect(page).toHaveURL(`${shop.url}/facturar`)
})

test('a package and an invoice have an address of their own, and Back closes what it opened', async ({
  page,
  context,
}) => {
  const { shop, open, invoice } = await openCounter()
  await enter(page, shop, '/paquetes')
  const free = page.getByRole(isPhone(page) ? 'listitem' : 'row').filter({ hasText: '#2' })
  if (isPhone(page)) await free.getByRole('button', { name: 'Abrir: ' }).click()
  else await free.getByText('2.00 lbs').click()
  const form = page.getByRole('dialog', { name: 'Editar Paquete' })
  await expect(form).toBeVisible()
  await expect(page).toHaveURL(/\/paquetes\/[0-9a-f-]{36}$/)
  const address = page.url()
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(`${shop.url}/paquetes`)

  const second = await context.newPage()
  await second.goto(address)
  const shared = second.getByRole('dialog', { name: 'Editar Paquete' })
  await expect(shared).toBeVisible()
  await second.reload()
  await expect(shared).toBeVisible()
  await shared.getByRole('button', { name: 'Cancelar' }).click()
  await expect(shared).toBeHidden()
  await expect(second).toHaveURL(`${shop.url}/paquetes`)

  await second.goto(`${shop.url}/facturar/${invoice.id}`)
  await expect(second.getByRole('dialog', { name: 'Factura #1' })).toContainText(open.description ?? '')
  await second.keyboard.press('Escape')
  await expect(second).toHaveURL(`${shop.url}/facturar`)
})

test('an address that names nothing says so, and a link waits for the sign-in', async ({ page }) => {
  const { shop, invoice } = await openCounter()
  const unknown = '00000000-0000-7000-8000-000000000000'
  await enter(page, shop, `/clients/${unknown}`)
  await expect(page.getByText('Este cliente no existe o fue eliminado.')).toBeVisible()
  await page.goto(`${shop.url}/paquetes/${unknown}`)
  await expect(page.getByText('Este paquete no existe o fue eliminado.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${shop.url}/facturar/${unknown}`)
  await expect(page.getByText('Esta factura no existe.')).toBeVisible()

  await page.evaluate('localStorage.clear()')
  await page.goto(`${shop.url}/facturar/${invoice.id}`)
  await page.getByLabel('Correo electrónico o teléfono').fill(shop.emailOf('user'))
  await page.getByLabel('Contraseña', { exact: true }).fill(shop.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('dialog', { name: 'Factura #1' })).toBeVisible()
  await expect(page).toHaveURL(`${shop.url}/facturar/${invoice.id}`)
})

test('a client is reached from every list, and a page of a client leads back to where it was opened', async ({
  page,
}) => {
  const { shop } = await openCounter()
  const address = `${shop.url}/clients/${shop.client.id}`
  for (const [path, name] of [
    ['/paquetes', 'paquete #2'],
    ['/facturar?tab=facturas', 'factura #1'],
  ] as const) {
    await enter(page, shop, path)
    if (isPhone(page)) await actOn(page, name, 'Ver cliente')
    else await page.getByRole('main').getByRole('link', { name: 'Ana Lucía Núñez Báez' }).first().click()
    await expect(page).toHaveURL(address)
    if (isPhone(page)) await page.getByRole('button', { name: 'Volver' }).click()
    else await page.goBack()
    await expect(page).toHaveURL(`${shop.url}${path}`)
  }
  await page.goto(address)
  if (isPhone(page)) await page.getByRole('button', { name: 'Volver' }).click()
  else await page.getByRole('main').getByRole('link', { name: 'Clientes' }).click()
  await expect(page).toHaveURL(`${shop.url}/clients`)
})

test('packages of a client are chosen and moved together, and one leads to its invoice', async ({ page }) => {
  const { shop } = await openCounter()
  await enter(page, shop, `/clients/${shop.client.id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('3 paquetes en camino o por retirar')
  if (isPhone(page)) await main.getByRole('button', { name: 'Abrir: paquete #1' }).click()
  else {
    await select(page, 'paquete #2')
    await select(page, 'paquete #3')
    await main.getByRole('button', { name: 'Cambiar estado' }).click()
    await page.getByRole('menuitem', { name: 'Recibido en bodega US' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cambiar estado' }).click()
    await expect(toast(page, '2 paquetes actualizados')).toBeVisible()
    await expect(main.getByRole('row').filter({ hasText: 'Recibido en bodega US' })).toHaveCount(2)
    await actOn(page, 'paquete #1', 'Ver factura')
  }
  await expect(page.getByRole('dialog', { name: 'Factura #1' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${shop.url}/clients/${shop.client.id}`)
})

test('a client and a shipment that are deleted on their own pages are not asked for again', async ({ page }) => {
  const shop = await openShop()
  const client = await shop.addClient({ firstName: 'Félix', lastNames: 'Urbina' })
  await enter(page, shop, `/clients/${client.id}`, 'admin')
  const lost = lostCalls(page)
  await page.getByRole('button', { name: 'Acciones: Félix Urbina' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('button', { name: 'Eliminar Cliente' }).click()
  await expect(toast(page, 'Cliente eliminado exitosamente')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Félix Urbina')

  const { data: shipment } = await shop.api('POST /api/shipments', { body: { shippingMethod: 'aereo' } })
  await page.goto(`${shop.url}/embarques/${shipment.id}`)
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('button', { name: 'Eliminar Embarque' }).click()
  await expect(toast(page, 'Embarque eliminado exitosamente')).toBeVisible()
  await expect(page.getByText('No hay embarques')).toBeVisible()
  expect(lost).toEqual([])
})
