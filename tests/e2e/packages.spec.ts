import { expect, test } from '@playwright/test'
import { actOn, isPhone, search, select, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { chooseWidth, enter, expectAccessible } from './support/world.ts'

test('packages chosen by two searches become ready together, are taken back, and each shows its history', {
  tag: chooseWidth('packages'),
}, async ({ page }) => {
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

test('clients are told of a delay from Atrasados by a double click, it is undone by another, and what a colleague told of is not', {
  tag: chooseWidth('packages'),
}, async ({ page }) => {
  const shop = await openShop()
  const values = { statusId: shop.statuses.inTransit, shouldNotifyStorage: false }
  const packages = [await shop.receive(values), await shop.receive(values)]
  for (const { id } of packages) await shop.makeLate(id)
  await enter(page, shop, '/paquetes/atrasados')
  const tell = page.getByRole('button', { name: 'Avisar el atraso' })
  const notices = async () => (await shop.api('GET /api/messages')).data.map(({ state }) => state).toSorted()
  await select(page, 'paquete #1')
  await select(page, 'paquete #2')
  await expect(page.getByText('2 paquetes seleccionados · 1 cliente')).toBeVisible()
  await expectAccessible(page)
  await tell.dblclick()
  await expect(toast(page, 'Se avisa el atraso a 1 cliente')).toBeVisible()
  await expect(page.getByRole('main').getByText('Por salir')).toHaveCount(2)
  expect(await notices()).toEqual(['queued'])
  // The second click reaches nothing of what lies behind the toast.
  await page.evaluate(
    "document.body.addEventListener('click', ({ target }) => { window.isReached = !target.closest('[data-toasts]') })",
  )
  await page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Deshacer' }).dblclick()
  await expect(toast(page, 'No se avisó')).toBeVisible()
  await expect(page.getByRole('main').getByText('No avisado')).toHaveCount(2)
  expect(await page.evaluate('window.isReached')).toBe(false)

  // A colleague is first.
  await select(page, 'paquete #1')
  await shop.api('POST /api/packages/late/notices', { body: { packageIds: packages.map(({ id }) => id) } })
  await tell.click()
  await expect(toast(page, 'De esos paquetes ya se avisó, o ya no están atrasados')).toBeVisible()
  await expect(tell).toBeHidden()
  expect(await notices()).toEqual(['cancelled', 'queued'])
})
