import { expect, test } from '@playwright/test'
import { actOn, expectFieldError, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a client is added: what is missing is said under its field, a phone is typed, corrected, undone and pasted whole, and one who is there is named', {
  tag: '@phone',
}, async ({ page }) => {
  const shop = await openShop()
  // An address that asks for the form, as a bookmark does.
  await enter(page, shop, '/clients?nuevo=si')
  const form = page.getByRole('dialog', { name: 'Nuevo Cliente' })
  const phone = form.getByLabel('Teléfono', { exact: true })
  await form.getByLabel('Correo electrónico').fill('roger.sequeira')
  await form.getByRole('button', { name: 'Crear Cliente' }).click()
  await expectFieldError(form.getByLabel('Nombre', { exact: true }), 'El nombre es requerido')
  await expectFieldError(form.getByLabel('Apellidos'), 'Los apellidos son requeridos')
  await expectFieldError(phone, 'El teléfono es requerido')
  await expect(form.getByRole('alert')).toContainText('Revise los datos marcados')
  await expect(form.getByLabel('Nombre', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await form.getByLabel('Correo electrónico').fill('roger.sequeira@correo.com.ni')
  await form.getByLabel('Ciudad').fill('Masaya')
  const country = form.getByLabel('País del teléfono')
  const flag = form.getByRole('presentation').first()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  await expect(country).toHaveValue('ni')
  await phone.pressSequentially('8690-4417')
  await expect(phone).toHaveValue('8690 4417')
  await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Backspace', 'Backspace')
  await expect(phone).toHaveValue('8644 17')
  await page.keyboard.type('90')
  await expect(phone).toHaveValue('8690 4417')
  await press('ControlOrMeta+z', 'ControlOrMeta+z')
  await expect(phone).toHaveValue('8644 17')
  await press('ControlOrMeta+Shift+z')
  await expect(phone).toHaveValue('8694 417')
  await expect(flag).toHaveAttribute('src', '/flags/ni.svg')

  await press('ControlOrMeta+a')
  await page.keyboard.insertText('+1 (416) 555 0147')
  await expect(phone).toHaveValue('(416) 555-0147')
  await expect(country).toHaveValue('ca')
  await expect(flag).toHaveJSProperty('complete', true)
  await expect(flag).not.toHaveJSProperty('naturalWidth', 0)
  await expectAccessible(page)

  // The number cannot be one of the United States, and can be one of Spain.
  await country.selectOption('us')
  await expect(phone).toHaveValue('')
  await expect(phone).toBeFocused()
  await page.keyboard.type('600111222')
  await country.selectOption('es')
  await expect(phone).toHaveValue('600 11 12 22')
  await form.getByLabel('Nombre', { exact: true }).fill('Róger')
  await form.getByLabel('Apellidos').fill('Sequeira Mairena')
  await form.getByRole('button', { name: 'Crear Cliente' }).click()
  await expect(toast(page, 'Cliente creado exitosamente')).toBeVisible()
  const { data: found } = await shop.api('GET /api/client', { query: { search: 'sequeira' } })
  expect(found).toMatchObject([{ firstName: 'Róger', phone: '34600111222', city: 'Masaya' }])
  await expect(page.getByRole('main')).toContainText('Róger Sequeira Mairena')

  await page.getByRole('button', { name: 'Nuevo Cliente' }).first().click()
  await form.getByLabel('Nombre', { exact: true }).fill('Roger')
  await form.getByLabel('Apellidos').fill('Sequeira Mairena')
  await country.selectOption('es')
  await phone.fill('600111222')
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
