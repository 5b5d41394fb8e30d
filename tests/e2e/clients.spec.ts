import { expect, test } from '@playwright/test'
import { actOn, expectFieldError, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a client is added, with what is missing said under its field', async ({ page }) => {
  const shop = await openShop()
  const sea = await shop.api('POST /api/tariffs', {
    body: { name: 'Mayoristas', type: 'maritimo', pricePerPound: 2.1 },
  })
  await enter(page, shop, '/clients')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Nuevo Cliente' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo Cliente' })
  await form.getByLabel('Segundo nombre').fill('Alberto')
  await form.getByLabel('Correo electrónico').fill('roger.sequeira')
  await form.getByRole('button', { name: 'Crear Cliente' }).click()
  await expectFieldError(form.getByLabel('Nombre', { exact: true }), 'El nombre es requerido')
  await expectFieldError(form.getByLabel('Apellidos'), 'Los apellidos son requeridos')
  await expectFieldError(form.getByLabel('Teléfono', { exact: true }), 'El teléfono es requerido')
  await expect(form.getByRole('alert')).toContainText('Revise los datos marcados')
  await expect(form.getByLabel('Nombre', { exact: true })).toBeFocused()
  await expectAccessible(page)

  await form.getByLabel('Nombre', { exact: true }).fill('Róger')
  await form.getByLabel('Apellidos').fill('Sequeira Mairena')
  await form.getByLabel('Correo electrónico').fill('roger.sequeira@correo.com.ni')
  const phone = form.getByLabel('Teléfono', { exact: true })
  await expect(form.getByLabel('País del teléfono')).toHaveValue('ni')
  await phone.fill('8123')
  await form.getByRole('button', { name: 'Crear Cliente' }).click()
  await expectFieldError(phone, 'Ingrese un número de teléfono válido para su país')
  await phone.fill('81234567')
  await expect(phone).toHaveValue('8123 4567')
  await form.getByLabel('Ciudad').fill('Masaya')
  await form.getByLabel('Tarifa marítima').selectOption('Mayoristas · US$2.10/lb')
  await form.getByRole('button', { name: 'Crear Cliente' }).click()
  await expect(toast(page, 'Cliente creado exitosamente')).toBeVisible()
  await expect(form).toBeHidden()

  const { data: found } = await shop.api('GET /api/client', { query: { search: 'sequeira' } })
  expect(found).toMatchObject([
    {
      firstName: 'Róger',
      middleName: 'Alberto',
      lastNames: 'Sequeira Mairena',
      phone: '50581234567',
      city: 'Masaya',
      defaultTariffMaritimoId: sea.data.id,
      defaultTariffAereoId: null,
    },
  ])
  await expect(page.getByRole('main')).toContainText('Róger Alberto Sequeira Mairena')
  await expect(page.getByRole('main')).toContainText('+505 8123 4567')

  await page.getByRole('button', { name: 'Nuevo Cliente' }).click()
  await form.getByLabel('Nombre', { exact: true }).fill('Roger')
  await form.getByLabel('Apellidos').fill('Sequeira Mairena')
  await phone.fill('81234567')
  await expect(form.getByText('Ya existe con ese nombre y teléfono:')).toContainText(found[0]?.casillero ?? 'none')
  await expectAccessible(page)
  await form.getByRole('button', { name: found[0]?.casillero }).click()
  await expect(page.getByRole('dialog', { name: 'Editar Cliente' }).getByLabel('Ciudad')).toHaveValue('Masaya')
})

test('a client form keeps what was typed when another user changes the client meanwhile', async ({ page }) => {
  const shop = await openShop()
  const { client } = shop
  await enter(page, shop, '/clients')
  await actOn(page, 'Ana Lucía Núñez Báez', 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar Cliente' })
  await form.getByLabel('Ciudad').fill('León')
  await shop.api('PUT /api/client/:id', {
    params: { id: client.id },
    body: { ...client, address: 'De la rotonda 1c. al sur', phone: '13055550147' },
  })
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'Otra persona cambió este registro; vuelva a cargarlo. Lo que usted escribió sigue aquí.',
  )
  await expect(form.getByLabel('Ciudad')).toHaveValue('León')
  await expectAccessible(page)

  await form.getByRole('button', { name: 'Recargar' }).click()
  await expect(form.getByLabel('Dirección')).toHaveValue('De la rotonda 1c. al sur')
  await expect(form.getByLabel('País del teléfono')).toHaveValue('us')
  await expect(form.getByLabel('Teléfono', { exact: true })).toHaveValue('(305) 555-0147')
  await expect(form.getByLabel('Ciudad')).toHaveValue('León')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, 'Cliente actualizado exitosamente')).toBeVisible()
  const { data: after } = await shop.api('GET /api/client', { query: { search: client.casillero } })
  expect(after).toMatchObject([{ address: 'De la rotonda 1c. al sur', city: 'León', phone: '13055550147' }])
})
