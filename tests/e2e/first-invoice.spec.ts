import { expect, test } from '@playwright/test'
import { chooseClient, savedInvoice, summaryOf } from './support/counter.ts'
import { toast } from './support/gestures.ts'
import { enter, expectAccessible, openCompany } from './support/world.ts'

test('an admin goes from an empty company to the first paid invoice', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/tarifas', 'admin')
  await page.getByRole('button', { name: 'Configurar: Marítimo' }).click()
  const tariff = page.getByRole('dialog', { name: 'Nueva Tarifa' })
  await tariff.getByLabel('Nombre').fill('Marítimo general')
  await tariff.getByLabel('Precio por libra').fill('2.75')
  await tariff.getByRole('button', { name: 'Crear Tarifa' }).click()
  await expect(toast(page, 'Tarifa creada exitosamente')).toBeVisible()

  await page.goto(`${company.url}/clients`)
  await page.getByRole('button', { name: 'Nuevo Cliente' }).first().click()
  const client = page.getByRole('dialog', { name: 'Nuevo Cliente' })
  await client.getByLabel('Nombre', { exact: true }).fill('Ana Lucía')
  await client.getByLabel('Apellidos').fill('Núñez Báez')
  await client.getByLabel('Teléfono', { exact: true }).fill('86904417')
  await client.getByRole('button', { name: 'Crear Cliente' }).click()
  await expect(toast(page, 'Cliente creado exitosamente')).toBeVisible()

  await page.goto(`${company.url}/paquetes`)
  await page.getByRole('button', { name: 'Nuevo Paquete' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo Paquete' })
  await dialog.getByRole('combobox', { name: 'Cliente' }).fill('nunez')
  await dialog.getByRole('option', { name: /Ana Lucía Núñez Báez/ }).click()
  await dialog.getByLabel('Tracking de envío').fill('TBA318806512341')
  await dialog.getByLabel('Peso').fill('4')
  await dialog.getByLabel('Estado').selectOption('Listo para retirar')
  await expect(dialog.getByText('Total estimado')).toContainText('US$11.00')
  await dialog.getByRole('button', { name: 'Crear Paquete' }).click()
  await expect(toast(page, 'Paquete creado exitosamente')).toBeVisible()

  await page.goto(`${company.url}/facturar`)
  await chooseClient(page, 'nunez', 1)
  await page.getByRole('button', { name: 'Agregar Pagos' }).click()
  await page.getByRole('group', { name: 'Pago 1' }).getByLabel('Monto').fill('11')
  await expect(summaryOf(page)).toContainText('✓ Totalmente Pagado')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Crear Factura' }).first().click()
  await expect(savedInvoice(page)).toBeVisible()
  const { data } = await company.api('GET /api/invoices')
  expect(data).toMatchObject([
    { companyInvoiceId: 1, status: 'paid', totalAmount: 11, client: { casillero: expect.stringMatching(/0001$/) } },
  ])
})
