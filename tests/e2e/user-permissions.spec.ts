import { expect, test } from '@playwright/test'
import { chooseClient, savedInvoice, summaryOf } from './support/counter.ts'
import { actOn, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('an admin takes permissions from a user, whose open invoice drops the discount and then is saved', async ({
  page,
  browser,
}) => {
  const shop = await openShop()
  await shop.receive({ weight: 2, description: 'Zapatos' })
  await enter(page, shop, '/facturar', 'user')
  await chooseClient(page, 'nunez', 1)
  await page.getByRole('combobox', { name: 'Tipo de descuento general' }).selectOption('Porcentaje')
  await page.getByRole('textbox', { name: 'Descuento general en porcentaje' }).fill('50')
  await expect(summaryOf(page)).toContainText('Descuento (50%)')

  const office = await browser.newPage()
  await enter(office, shop, '/admin/users', 'admin')
  await actOn(office, 'Wilmer Gutiérrez', 'Editar')
  const form = office.getByRole('dialog', { name: 'Editar Usuario' })
  await expect(form.getByText('Qué puede hacer')).toBeVisible()
  await form.getByLabel('Descuento más alto en porcentaje').fill('101')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(form.getByText('El máximo es 100')).toBeVisible()
  await form.getByLabel('Descuentos').uncheck()
  await expect(form.getByLabel('Descuento más alto en porcentaje')).toHaveCount(0)
  await form.getByLabel('Cobrar y caja').uncheck()
  await form.getByLabel('Conversaciones').uncheck()
  await form.getByLabel('Cambiar el peso ya recibido').uncheck()
  await expect(form.getByText('Sin 5 permisos; lo que se agregue después le llega encendido')).toBeVisible()
  await expectAccessible(office)
  await form.getByLabel('Tipo de Usuario').selectOption('admin')
  await expect(form.getByText('Puede todo')).toBeVisible()
  await form.getByLabel('Tipo de Usuario').selectOption('user')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(office, 'Usuario actualizado exitosamente')).toBeVisible()
  await office.close()

  const save = page.getByRole('button', { name: 'Crear Factura' })
  await save.click()
  await expect(toast(page, 'Su administrador cambió sus permisos')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Tipo de descuento general' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Agregar Pagos' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Peso del paquete #1/ })).toHaveCount(0)
  await expect(summaryOf(page)).not.toContainText('Descuento')
  await save.click()
  await expect(savedInvoice(page)).toBeVisible()
  const { data } = await shop.api('GET /api/invoices/:id', {
    params: { id: (await shop.api('GET /api/invoices')).data[0]?.id ?? '' },
  })
  expect(data).toMatchObject({ discountTotal: 0, totalAmount: 7.5 })

  await expect(page.getByRole('link', { name: 'Clientes', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Conversaciones' })).toHaveCount(0)
})
