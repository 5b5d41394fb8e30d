import { expect, type Page, test } from '@playwright/test'
import { isPhone, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

/** Types a code as a scanner does, with Enter at its end. */
async function scan(page: Page, code: string | null): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Código del paquete' })
  await expect(field).toBeFocused()
  await field.fill(code ?? '')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
}

/** Goes to a part of a consignment: by its tab, on a phone by the select. */
async function openPart(page: Page, name: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('combobox', { name: 'Embarque' }).selectOption({ label: name })
  else await page.getByRole('tab', { name }).click()
}

test('a shipment is filled by scanning, sent, received with one missing and one extra, and closed with its margin', async ({
  page,
}) => {
  const shop = await openShop()
  const { statuses } = shop
  const first = await shop.receive({ statusId: statuses.received, weight: 10 })
  const second = await shop.receive({ statusId: statuses.received, weight: 4.5 })
  const bySea = await shop.receive({ shippingMethod: 'maritimo', tariffId: shop.sea.id })
  const extra = await shop.receive({ statusId: statuses.received })
  await enter(page, shop, '/embarques', 'admin')
  await expect(page.getByText('No hay embarques')).toBeVisible()
  await page.getByRole('button', { name: 'Nuevo Embarque' }).first().click()
  await page.getByLabel('Guía (AWB o BL)').fill('230-4471 8836')
  await page.getByRole('textbox', { name: 'Agente', exact: true }).fill('Volaris Cargo')
  await page.getByRole('button', { name: 'Crear Embarque' }).click()
  await expect(page.getByRole('heading', { name: 'Embarque #1', level: 1 })).toBeVisible()

  await scan(page, first.tracking)
  await expect(page.getByRole('status').filter({ hasText: `#${first.companyPackageId}` })).toBeVisible()
  await scan(page, second.tracking)
  await scan(page, second.tracking)
  await expect(page.getByText('ya está en este embarque')).toBeVisible()
  await scan(page, bySea.tracking)
  await expect(page.getByText('es marítimo y este embarque es aéreo')).toBeVisible()
  await scan(page, 'NADA')
  await expect(page.getByText('NADA: ningún paquete tiene ese código')).toBeVisible()
  await expect(page.getByText('14.50', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('embarque.png'), fullPage: true })

  await page.getByRole('button', { name: 'Enviar' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('2 paquetes de 1 cliente')).toBeVisible()
  await expect(dialog.getByLabel('Al enviar pasan a')).toHaveValue(statuses.inTransit)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enviar' }).dblclick()
  await expect(toast(page, 'Embarque enviado')).toBeVisible()

  await expect(page.getByText('Por llegar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Terminar llegada' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Recibir' }).click()
  await expect(page.getByRole('main')).toContainText('2 paquetes14.50 lbs')
  await scan(page, first.tracking)
  await expect(page.getByText('En la lista')).toBeVisible()
  await expect(page.getByText('1 de 2')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('1 paquete4.50 lbs')
  await scan(page, extra.tracking)
  await expect(page.getByText('Se agregó a este embarque')).toBeVisible()
  await scan(page, '9400111899223197400113')
  await expect(page.getByText('no está en el sistema').first()).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('llegada.png'), fullPage: true })
  await page.getByRole('button', { name: 'Terminar llegada' }).click()
  await expect(dialog.getByText('Falta 1 paquete')).toBeVisible()
  await dialog.getByLabel('Los vistos pasan a').selectOption(statuses.ready)
  await dialog.getByRole('button', { name: 'Terminar llegada' }).click()
  await expect(toast(page, 'Llegada registrada')).toBeVisible()

  const { data: arrived } = await shop.api('GET /api/packages/:id', { params: { id: first.id } })
  await shop.invoice([arrived])
  await openPart(page, 'Cuadre')
  await page.getByRole('button', { name: 'Agregar costo' }).click()
  const cost = page.getByRole('form', { name: 'Nuevo costo' })
  await cost.getByLabel('Por libra').fill('1.5')
  await cost.getByRole('button', { name: 'Guardar costo' }).click()
  await expect(cost.getByText('Ingrese las libras que cobra el agente')).toBeVisible()
  await expectAccessible(page)
  await cost.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: /^Libras que cobra el agente/ }).click()
  await page.getByRole('textbox', { name: 'Libras que cobra el agente' }).fill('14.50')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Libras que cobra el agente/ })).toContainText('14.50')
  await page.getByRole('button', { name: 'Agregar costo' }).click()
  await cost.getByLabel('Por libra').fill('1.5')
  await cost.getByRole('button', { name: 'Guardar costo' }).dblclick()
  await expect(cost).toBeHidden()
  await expect(page.getByText('Agente · 14.50 lbs × US$1.50')).toBeVisible()
  // 10 lb at 3.75 less 14.50 lb at 1.50.
  await expect(page.getByText('US$15.75')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('cuadre.png'), fullPage: true })
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Documentos' }).click()
  await page.getByRole('menuitem', { name: 'Cuadre en Excel' }).click()
  expect((await file).suggestedFilename()).toBe('Cuadre-1.xlsx')
  await page.getByRole('button', { name: 'Cerrar embarque' }).click()
  await dialog.getByRole('button', { name: 'Cerrar embarque' }).click()
  await expect(toast(page, 'Embarque cerrado')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reabrir' })).toBeVisible()

  await page.goto(`${shop.url}/paquetes/${second.id}`)
  await page.getByRole('link', { name: 'Embarque #1' }).click()
  await expect(page.getByRole('heading', { name: 'Embarque #1', level: 1 })).toBeVisible()
  await page.goto(`${shop.url}/embarques/faltantes`)
  await expect(page.getByText(second.tracking ?? '')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('faltantes.png'), fullPage: true })
  await page.goto(`${shop.url}/embarques`)
  await expect(page.getByText('1 faltante')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('embarques.png'), fullPage: true })
})

test('what is known of a shipment is edited by its form, a conflict is said, and a closed one is only read', async ({
  page,
}) => {
  const shop = await openShop()
  const { data } = await shop.api('POST /api/shipments', { body: { shippingMethod: 'aereo', guide: '230-4471' } })
  const params = { id: data.id }
  await enter(page, shop, `/embarques/${data.id}`)
  const form = page.getByRole('dialog', { name: 'Editar Embarque' })
  const save = form.getByRole('button', { name: 'Guardar Cambios' })
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await form.getByRole('textbox', { name: 'Agente' }).fill('Volaris Cargo')
  await form.getByRole('textbox', { name: 'Se espera' }).fill('24/11/2026')
  await form.getByRole('textbox', { name: 'Nota' }).fill('Vuelo de la noche')
  await save.click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Vuelo de la noche')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('datos.png'), fullPage: true })
  const { data: saved } = await shop.api('GET /api/shipments/:id', { params })
  const values = { guide: '230-4471', carrier: 'Volaris Cargo', expectedAt: '2026-11-24', note: 'Vuelo de la noche' }
  expect(saved).toMatchObject(values)
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  const body = { shippingMethod: 'aereo' as const, ...values, carrier: 'Otro agente', version: saved.version }
  await shop.api('PUT /api/shipments/:id', { params, body })
  await form.getByRole('textbox', { name: 'Nota' }).fill('Vuelo de la mañana')
  await save.click()
  await expect(form.getByText('Otra persona cambió este registro; vuelva a cargarlo')).toBeVisible()
  expect((await shop.api('GET /api/shipments/:id', { params })).data.note).toBe('Vuelo de la noche')
  await form.getByRole('button', { name: 'Recargar' }).click()
  await expect(form.getByRole('textbox', { name: 'Agente' })).toHaveValue('Otro agente')
  await save.click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Vuelo de la mañana')).toBeVisible()
  const packageIds = [(await shop.receive()).id]
  await shop.api('POST /api/shipments/:id/packages', { params, body: { packageIds } })
  await shop.api('POST /api/shipments/:id/send', { params, body: {} })
  await shop.api('POST /api/shipments/:id/receive', { params, body: {} })
  await shop.api('POST /api/shipments/:id/close', { params })
  await page.reload()
  await expect(page.getByText('Vuelo de la mañana')).toBeVisible()
  await expect(page.getByRole('button', { name: /Editar$/ })).toHaveCount(0)
})

test('the status of sending is chosen beside the list, says how many it notifies, and is kept for the sending', async ({
  page,
}) => {
  const shop = await openShop()
  const { received, inTransit, inCustoms } = shop.statuses
  const { data } = await shop.api('POST /api/shipments', { body: { shippingMethod: 'aereo' } })
  const params = { id: data.id }
  const packageIds = [(await shop.receive({ statusId: received })).id]
  await shop.api('POST /api/shipments/:id/packages', { params, body: { packageIds } })
  await enter(page, shop, `/embarques/${data.id}`)
  const choice = page.getByLabel('Al enviar pasan a')
  await expect(choice).toHaveValue(inTransit)
  await expect(page.getByText('Un aviso por cliente: 1 mensaje')).toBeVisible()
  await choice.selectOption(inCustoms)
  await expect
    .poll(async () => (await shop.api('GET /api/shipments/:id', { params })).data.sendStatusId)
    .toBe(inCustoms)
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('al-enviar.png'), fullPage: true })
  await page.reload()
  await expect(choice).toHaveValue(inCustoms)
  await page.getByRole('button', { name: 'Enviar' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Al enviar pasan a')).toHaveValue(inCustoms)
  await expect(dialog.getByText('Un aviso por cliente: 1 mensaje')).toBeVisible()
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await expect(toast(page, 'Embarque enviado')).toBeVisible()
  const { data: sent } = await shop.api('GET /api/packages/:id', { params: { id: packageIds[0] ?? '' } })
  expect(sent.status?.id).toBe(inCustoms)
})
