import { expect, test } from '@playwright/test'
import { actionsOf, actOn, expectFieldError, isPhone, search, select, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a received package gets its client by search, and its status, tariff and price by themselves', async ({
  page,
}) => {
  const shop = await openShop()
  const { data: special } = await shop.api('POST /api/tariffs', {
    body: { name: 'Mayorista', type: 'aereo', pricePerPound: 3.1 },
  })
  await shop.addClient({ firstName: 'Róger', lastNames: 'Sequeira', defaultTariffAereoId: special.id })
  const first = await shop.receive({ tracking: 'TBA318806512341' })
  await enter(page, shop, '/paquetes')
  await page.getByRole('button', { name: 'Nuevo Paquete' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo Paquete' })
  const tariff = form.getByLabel('Tarifa', { exact: true })
  await expect(form.getByLabel('Estado')).toHaveValue(shop.statuses.received)
  await expect(tariff).toHaveValue(shop.sea.id)

  await form.getByRole('button', { name: 'Crear Paquete' }).click()
  const tracking = form.getByLabel('Tracking de envío')
  await expectFieldError(tracking, 'Debe ingresar al menos un número de tracking (envío o bodega)')
  await form.getByRole('combobox', { name: 'Cliente' }).fill('roger')
  await form.getByRole('option', { name: /Róger Sequeira/ }).click()
  await form.getByText('Aéreo', { exact: true }).click()
  await expect(tariff).toHaveValue(special.id)

  await tracking.fill('TBA318806512341')
  await tracking.press('Enter')
  await expect(form.getByLabel('Tracking de bodega')).toBeFocused()
  const warning = form.getByText('Ya existe en el')
  await expect(warning).toHaveText(`Ya existe en el paquete #${first.companyPackageId}`)
  await expectAccessible(page)
  await tracking.fill('TBA318806512999')
  await tracking.press('Tab')
  await expect(warning).toBeHidden()

  await form.getByLabel('Peso').fill('12.25')
  await form.getByLabel('Descuento').selectOption('Porcentaje')
  await form.getByLabel('Valor', { exact: true }).fill('10')
  // 12.25 lb × 3.10 = 37.975, less 10 % = 34.1775.
  await expect(form.getByText('Total estimado')).toContainText('US$34.18')
  await form.getByLabel('Descripción').fill('Repuestos de moto')
  await form.getByRole('button', { name: 'Crear Paquete' }).click()
  await expect(toast(page, 'Paquete creado exitosamente')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('US$34.18')
  await expectAccessible(page)

  const { data } = await shop.api('GET /api/packages', { query: { search: 'TBA318806512999' } })
  expect(data).toMatchObject([
    {
      companyPackageId: 2,
      client: { firstName: 'Róger' },
      tariffId: special.id,
      statusId: shop.statuses.received,
      shippingMethod: 'aereo',
      weight: 12.25,
      totalPrice: 34.18,
    },
  ])
})

test('packages chosen by two searches become ready together, are taken back, and each shows its history', async ({
  page,
}) => {
  const shop = await openShop()
  const values = { statusId: shop.statuses.inTransit, clientId: shop.client.id, shouldNotifyStorage: false }
  for (const tracking of ['TBA1', 'TBA2', 'TBA3']) await shop.receive({ ...values, tracking })
  await enter(page, shop, '/paquetes')
  const main = page.getByRole('main')
  const statuses = async () =>
    (await shop.api('GET /api/packages')).data.map((one) => [one.companyPackageId, one.status?.name])
  const moveThem = async () => {
    await select(page, 'paquete #3')
    await expect(page.getByText('1 paquete seleccionado')).toBeVisible()
    await search(page, 'TBA1')
    await select(page, 'paquete #1')
    await expect(page.getByText('2 seleccionados, 1 en esta página')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cambiar estado' }).click()
    await page.getByRole('menuitem', { name: 'Listo para retirar' }).click()
    const question = page.getByRole('dialog', { name: '¿Pasar a «Listo para retirar»?' })
    await expect(question).toContainText('2 paquetes de 1 cliente; se avisará a 1')
    await expect(question).toContainText('2 paquetes: En tránsito → Listo para retirar')
    await question.getByLabel('Comentario').fill('Llegaron juntos')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cambiar estado' }).click()
    await expect(toast(page, '2 paquetes actualizados')).toBeVisible()
    await expect(page.getByText('2 seleccionados')).toBeHidden()
    await expect(isPhone(page) ? main : page.getByRole('searchbox')).toBeFocused()
    await search(page, '')
  }
  await moveThem()
  await page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Deshacer' }).click()
  await expect(toast(page, 'Se deshizo: 2 paquetes volvieron a su estado anterior')).toBeVisible()
  await expect(main.getByText('En tránsito')).toHaveCount(3)
  expect((await shop.api('GET /api/messages')).data.map(({ state }) => state)).toEqual(['cancelled'])

  await moveThem()
  await expect(main.getByText('Listo para retirar')).toHaveCount(2)
  expect(await statuses()).toEqual([
    [3, 'Listo para retirar'],
    [2, 'En tránsito'],
    [1, 'Listo para retirar'],
  ])

  await actOn(page, 'paquete #1', 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar Paquete' })
  await form.getByRole('tab', { name: 'Historial 4' }).click()
  await expect(form.getByText('4 cambios registrados')).toBeVisible()
  const entries = form.getByRole('listitem')
  await expect(entries.first()).toContainText('En tránsito')
  await expect(entries.first()).toContainText('Listo para retirar')
  await expect(entries.first()).toContainText('Llegaron juntos')
  await expect(entries.first()).toContainText('Wilmer Gutiérrez')
  await expect(entries.nth(1)).toContainText('Se deshizo el cambio')
  await expect(entries.last()).toContainText('María Fernanda Castellón Rivas')
  await expect(form.getByRole('button', { name: 'Guardar Cambios' })).toBeDisabled()
  await expectAccessible(page)
})

test('a range of packages is chosen with Shift and kept over pages', async ({ page }) => {
  const shop = await openShop()
  for (let count = 0; count < 22; count += 1) await shop.receive({ shouldNotifyStorage: false })
  await enter(page, shop, '/paquetes')
  const next = page.getByRole('button', { name: 'Siguiente' })
  if (isPhone(page)) {
    await select(page, 'paquete #22')
    await next.click()
    await select(page, 'paquete #2')
    await expect(page.getByText('2 seleccionados, 1 en esta página')).toBeVisible()
    return
  }
  const checkbox = (number: number) =>
    page.getByRole('checkbox', { name: `Seleccionar: paquete #${number}`, exact: true })
  await checkbox(20).check()
  await checkbox(16).click({ modifiers: ['Shift'] })
  await expect(page.getByText('5 paquetes seleccionados')).toBeVisible()
  await checkbox(14).focus()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('7 paquetes seleccionados')).toBeVisible()
  await next.click()
  await expect(page.getByText('7 seleccionados, 0 en esta página')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Seleccionar todo' }).check()
  await expect(page.getByText('9 seleccionados, 2 en esta página')).toBeVisible()
  await checkbox(1).press('Enter')
  await expect(page.getByRole('button', { name: 'Cambiar estado' })).toBeFocused()
})

test('a scanned tracking opens its package, and a changed one keeps what was typed', async ({ page }) => {
  const shop = await openShop()
  await shop.receive({ tracking: '1Z999AA10123456784' })
  const courierPackage = await shop.receive({ tracking: '1Z999AA10123456785', weight: null, description: null })
  await enter(page, shop, '/paquetes')
  await search(page, '1z999aa10123456785')
  await page.getByRole('searchbox').press('Enter')
  const form = page.getByRole('dialog', { name: 'Editar Paquete' })
  await expect(form).toContainText(`#${courierPackage.companyPackageId}`)
  await expect(form.getByText('Total estimado')).toContainText('—')
  await form.getByLabel('Peso').fill('4.5')
  await expect(form.getByText('Total estimado')).toContainText('US$16.88')

  await shop.api('PUT /api/packages/:id', {
    params: { id: courierPackage.id },
    body: { ...courierPackage, description: 'Lámpara' },
  })
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(form.getByRole('alert')).toContainText('El paquete cambió; vuelva a cargarlo')
  await expect(form.getByLabel('Peso')).toHaveValue('4.5')
  await form.getByRole('button', { name: 'Recargar' }).click()
  await expect(form.getByLabel('Descripción')).toHaveValue('Lámpara')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, 'Paquete actualizado exitosamente')).toBeVisible()
  const { data } = await shop.api('GET /api/packages/:id', { params: { id: courierPackage.id } })
  expect(data).toMatchObject({ weight: 4.5, description: 'Lámpara', totalPrice: 16.88 })
})

test('an invoiced package shows its invoice and cannot be changed', async ({ page }) => {
  const shop = await openShop()
  const courierPackage = await shop.receive()
  const { companyInvoiceId } = await shop.invoice([courierPackage])
  await enter(page, shop, '/paquetes', 'admin')
  await expect(page.getByText('Facturado', { exact: true })).toBeVisible()
  expect(await actionsOf(page, 'paquete #1')).toEqual(['Ver factura'])
  await actOn(page, 'paquete #1', 'Ver factura')
  const invoice = page.getByRole('dialog', { name: `Factura #${companyInvoiceId}` })
  await expect(invoice.getByText('Pendiente', { exact: true })).toBeVisible()
  await invoice.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(invoice).toBeHidden()
})
