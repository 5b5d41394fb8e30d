import { expect, test } from '@playwright/test'
import { toast } from './support/gestures.ts'
import { enter, expectAccessible, openCompany } from './support/world.ts'

test('a new company is led to its first invoice, and a package without a tariff gets one on the way', async ({
  page,
}) => {
  const company = await openCompany()
  await enter(page, company, '/dashboard', 'admin')
  const steps = page.getByRole('region', { name: 'Primeros pasos' })
  const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name })
  await expect(steps).toContainText('0 de 7')
  await expectAccessible(page)
  await expect(page.getByRole('region', { name: 'Cifras' })).toHaveCount(0)

  await steps.getByRole('button', { name: 'Ocultar' }).click()
  await expect(page.getByRole('region', { name: 'Cifras' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Ver los primeros pasos (0 de 7)' }).click()

  await steps.getByRole('button', { name: 'Poner precios' }).click()
  const prices = page.getByRole('dialog', { name: 'Sus tarifas' })
  await prices.getByRole('button', { name: 'Guardar tarifas' }).click()
  await expect(prices).toContainText('Ingrese al menos un precio')
  await prices.getByLabel('Tarifa aérea').fill('3.75')
  await prices.getByRole('button', { name: 'Guardar tarifas' }).click()
  await expect(step('Tarifas')).toContainText('hecho')
  await expect(steps).toContainText('1 de 7')

  const { data: client } = await company.api('POST /api/client', {
    body: { firstName: 'Ana', lastNames: 'Núñez Báez', phone: '50586904417' },
  })
  const { data: statuses } = await company.api('GET /api/statuses')
  const statusId = statuses.find(({ name }) => name === 'Listo para retirar')?.id
  for (const tracking of ['1Z1', '1Z2']) {
    await company.api('POST /api/packages', {
      body: { shippingMethod: 'maritimo', clientId: client.id, statusId, tracking, weight: 2 },
    })
  }
  await step('Primera factura').getByRole('link', { name: 'Facturar' }).click()
  await page.getByRole('combobox', { name: 'Cliente' }).fill('nunez')
  await page.getByRole('listbox').getByRole('option').click()
  await expect(page.getByText('Falta tarifa')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Crear tarifa' }).first().click()
  const form = page.getByRole('dialog', { name: 'Nueva Tarifa' })
  await expect(form.getByLabel('Nombre')).toHaveValue('Tarifa marítima')
  await form.getByLabel('Precio por libra').fill('2.5')
  // The form below is not meant by it.
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Tarifa actualizada para 2 paquetes')).toBeVisible()
  await expect(page.getByText('Falta tarifa')).toHaveCount(0)
  await page
    .getByRole('checkbox', { name: /^Facturar el paquete/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Crear Factura' }).last().click()
  await expect(page.getByRole('status').filter({ hasText: 'Factura creada exitosamente' })).toBeAttached()
  await page.goto(`${company.url}/dashboard`)
  await expect(page.getByRole('region', { name: 'Cifras' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})
