import { messageStates } from '@casillero/shared/domain/message-state'
import { expect, test } from '@playwright/test'
import { actOn, expectFieldError, isPhone, select, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { openTemplate, readyTitle } from './support/templates.ts'
import { enter, expectAccessible } from './support/world.ts'

test('three packages make one message on a linked phone, which is read, and BAJA stops further ones', async ({
  page,
}) => {
  const shop = await openShop()
  const packages = await Promise.all(
    ['1Z999AA10190000001', '1Z999AA10190000002', '1Z999AA10190000003'].map((tracking) =>
      shop.receive({ tracking, statusId: shop.statuses.inTransit, shouldNotifyStorage: false }),
    ),
  )
  await enter(page, shop, '/admin/settings/whatsapp', 'admin')
  const qr = page.getByRole('img', { name: 'Código QR para vincular WhatsApp' })
  await expect(page.getByText('Escanear Código QR')).toBeVisible()
  await expect(qr).toBeVisible()
  expect(await qr.evaluate((image) => image.getBoundingClientRect().width)).toBe(264)
  await expectAccessible(page)
  await shop.scanQr()
  await expect(page.getByText('Funcionando')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${shop.url}/admin/settings/templates`)
  await openTemplate(page, readyTitle)
  const text = page.getByRole('textbox', { name: readyTitle })
  await text.fill('Hola {{nombre_cliente}}, venga por {{traking}}')
  await expectFieldError(text, 'Variables desconocidas: traking')
  await text.fill('Hola *{{nombre_cliente}}*, venga por ')
  await page.getByRole('button', { name: 'Tracking' }).click()
  await expect(text).toHaveValue('Hola *{{nombre_cliente}}*, venga por {{tracking}}')
  await expect(page.getByRole('region', { name: 'Vista previa' })).toContainText(
    'Hola Guadalupe Martínez, venga por 9261',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'Plantilla guardada exitosamente')).toBeVisible()

  await page.goto(`${shop.url}/paquetes`)
  for (const { companyPackageId } of packages) await select(page, `paquete #${companyPackageId}`)
  await expect(page.getByText('3 paquetes seleccionados')).toBeVisible()
  await page.getByRole('button', { name: 'Cambiar estado' }).click()
  await page.getByRole('menuitem', { name: 'Listo para retirar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar estado' }).click()
  await expect(toast(page, '3 paquetes actualizados')).toBeVisible()
  await page.goto(`${shop.url}/admin/mensajes`)
  const list = page.getByRole(isPhone(page) ? 'list' : 'table', { name: 'Mensajes' })
  await expect(list).toContainText(`${readyTitle} · #`)
  await expect(list).toContainText('Leído')
  const [only = '', ...others] = await shop.sentTexts()
  expect(others).toEqual([])
  expect(only).toContain('Hola *Ana Lucía Núñez Báez*')
  for (const { tracking } of packages) expect(only).toContain(tracking)
  await expectAccessible(page)

  const [courierPackage] = packages
  await page.goto(`${shop.url}/paquetes`)
  const openPackage = () => actOn(page, `paquete #${courierPackage?.companyPackageId}`, 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar Paquete' })
  const offer = page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Avisar la corrección' })
  const weigh = async (pounds: string) => {
    await openPackage()
    await form.getByLabel('Peso').fill(pounds)
    await form.getByRole('button', { name: 'Guardar Cambios' }).click()
    await expect(offer).toBeVisible()
  }
  await weigh('4.25')
  await offer.click()
  await expect(toast(page, 'Se avisará la corrección al cliente')).toBeVisible()
  const newest = async () => (await shop.api('GET /api/messages', { query: { packageId: courierPackage?.id } })).data[0]
  await expect.poll(newest).toMatchObject({ templateTitle: 'Corrección', state: 'read' })
  expect((await shop.sentTexts())[1]).toContain('Peso: 4.25 lbs')
  await weigh('4.5')
  await openPackage()
  await form.getByRole('tab', { name: 'Mensajes' }).click()
  await expect(form.getByText('Al cliente se le avisó otro peso o precio de este paquete.')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Avisar la corrección' }).click()
  await expect(form.getByRole('button', { name: 'Avisar la corrección' })).toBeHidden()
  await expect.poll(async () => (await shop.sentTexts())[2]).toContain('Peso: 4.50 lbs')

  await shop.answer(shop.client.phone, 'Baja')
  await expect.poll(async () => (await shop.api('GET /api/client', { query: {} })).data[0]?.messagesAllowed).toBe(false)
  await shop.api('PATCH /api/packages/status', {
    body: { packageIds: packages.map(({ id }) => id), statusId: shop.statuses.inTransit },
  })
  await page.goto(`${shop.url}/admin/mensajes`)
  await expect(list).toContainText('Cancelado')
  await expect(list).toContainText('El cliente pidió no recibir mensajes')
  // The confirmation is the last that left.
  await expect.poll(async () => (await shop.sentTexts()).slice(3)).toEqual([expect.stringContaining('Escriba ALTA')])

  await page.goto(`${shop.url}/clients`)
  await expect(page.getByText('No recibe mensajes').or(page.getByLabel('No recibe mensajes'))).toBeVisible()
  await actOn(page, 'Ana Lucía Núñez Báez', 'Mensajes')
  const dialog = page.getByRole('dialog', { name: /^Mensajes de Ana/ })
  await expect(dialog.getByText('Cancelado')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Permitir mensajes' }).click()
  await expect(toast(page, 'El cliente recibe mensajes de nuevo')).toBeVisible()
  await expect(dialog.getByText('No recibe mensajes')).toBeHidden()
})

test('staff can write by hand while no phone is linked, but not to a client who wants no messages', async ({
  page,
}) => {
  const shop = await openShop()
  const courierPackage = await shop.receive({ statusId: shop.statuses.inTransit, shouldNotifyStorage: false })
  const other = await shop.addClient({ firstName: 'Eveling', lastNames: 'Ruiz', phone: '50588887777' })
  const theirs = await shop.receive({
    clientId: other.id,
    statusId: shop.statuses.inTransit,
    shouldNotifyStorage: false,
  })
  await shop.api('PATCH /api/packages/status', {
    body: { packageIds: [courierPackage.id, theirs.id], statusId: shop.statuses.ready },
  })
  // With messages in every state the counters need more room than a phone has.
  const [reason, today] = ['WhatsApp no está conectado', Object.fromEntries(messageStates.map((state) => [state, 1]))]
  const json = { success: true, data: { waiting: 2, reason, nextAt: null, today } }
  await page.route('**/api/messages/summary*', (route) => route.fulfill({ json }), { times: 1 })
  await enter(page, shop, '/admin/mensajes?page=50', 'admin')
  const counters = page.getByRole('navigation', { name: 'Mensajes de hoy' })
  await expect(counters.getByRole('link', { name: 'Vencido 1' })).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)
  const list = page.getByRole(isPhone(page) ? 'list' : 'table', { name: 'Mensajes', exact: true })
  const rows = list.locator('tbody tr, :scope > li')
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(`${shop.url}/admin/mensajes`)
  const first = await rows.first().boundingBox()
  if (isPhone(page)) expect(first?.y).toBeLessThan((page.viewportSize()?.height ?? 0) / 2)
  else expect(first?.height).toBeLessThanOrEqual(57)
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Cancelar envío a Eveling Ruiz/ }).click()
  const question = page.getByRole('dialog', { name: '¿Cancelar el mensaje?' })
  await expect(question).toContainText('Eveling Ruiz')
  await expect(question.getByRole('button', { name: 'Volver' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancelar envío' }).click()
  await expect(toast(page, 'Mensaje cancelado')).toBeVisible()
  await expect(rows.filter({ hasText: 'Eveling Ruiz' })).toContainText('Cancelado')

  await counters.getByRole('link', { name: 'Cancelado 1' }).click()
  await expect(page).toHaveURL(/state=cancelled&from=[\d-]+&to=[\d-]+$/)
  await expect(rows).toHaveText([/Eveling Ruiz/])
  await expect(page.getByRole('button', { name: isPhone(page) ? 'Filtros 2' : 'Estado Cancelado' })).toBeVisible()
  await counters.getByRole('link', { name: 'Cancelado 1' }).click()
  await expect(rows).toHaveCount(2)

  await page.goto(`${shop.url}/paquetes`)
  await actOn(page, 'paquete #1', 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar Paquete' })
  await form.getByRole('tab', { name: 'Mensajes' }).click()
  await expect(form.getByText('En cola')).toBeVisible()
  await expect(form.getByText('WhatsApp no está conectado')).toBeVisible()
  const byHand = form.getByRole('link', { name: 'Abrir en WhatsApp para Ana Lucía Núñez Báez' })
  await expect(byHand).toHaveAttribute('href', /^https:\/\/wa\.me\/50586904417\?text=Hola%20Ana%20Luc%C3%ADa/)
  await expectAccessible(page)

  await shop.api('PUT /api/client/:id/messages', { params: { id: shop.client.id }, body: { allowed: false } })
  await shop.invoice([courierPackage])
  // The address is the package's: what is open there comes back, with the invoice that it has by now.
  await page.reload()
  const invoice = page.getByRole('dialog', { name: 'Factura #1' })
  await invoice.getByRole('tab', { name: 'Mensajes' }).click()
  await expect(invoice.getByText('Cancelado')).toBeVisible()
  await expect(invoice.getByText('El cliente pidió no recibir mensajes')).toBeVisible()
  await expect(invoice.getByRole('link', { name: 'Abrir en WhatsApp' })).toBeHidden()
  await expect(invoice.getByRole('button', { name: 'Reenviar' })).toBeHidden()
  await expectAccessible(page)
  await invoice.getByRole('tab', { name: 'Factura' }).click()
  await expect(invoice.getByText('Zapatos')).toBeVisible()
})
