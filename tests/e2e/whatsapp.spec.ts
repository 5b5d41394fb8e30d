import { expect, type Page, test } from '@playwright/test'
import { actOn, expectFieldError, isPhone, select, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const readyTitle = 'Paquete listo para retirar'

async function openTemplate(page: Page, title: string): Promise<void> {
  if (isPhone(page)) await page.getByLabel('Plantilla', { exact: true }).selectOption({ label: title })
  else await page.getByRole('navigation', { name: 'Plantillas' }).getByRole('link', { name: title }).click()
}

test('three packages make one message on a linked phone, which is read, and BAJA stops further ones', async ({
  page,
}) => {
  test.slow()
  const shop = await openShop()
  const packages = await Promise.all(
    ['1Z999AA10190000001', '1Z999AA10190000002', '1Z999AA10190000003'].map((tracking) =>
      shop.receive({ tracking, statusId: shop.statuses.inTransit, shouldNotifyStorage: false }),
    ),
  )
  await enter(page, shop, '/admin/settings/whatsapp', 'admin')
  const qr = page.getByRole('img', { name: 'Código QR para vincular WhatsApp' })
  await expect(page.getByText('Escanear Código QR')).toBeVisible({ timeout: 30_000 })
  await expect(qr).toBeVisible({ timeout: 30_000 })
  expect(await qr.evaluate((image) => image.getBoundingClientRect().width)).toBe(264)
  await expectAccessible(page)
  await shop.scanQr()
  await expect(page.getByText('Funcionando')).toBeVisible({ timeout: 30_000 })
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
  await expect(list).toContainText('Leído', { timeout: 30_000 })
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
  await expect.poll(newest, { timeout: 30_000 }).toMatchObject({ templateTitle: 'Corrección', state: 'read' })
  expect((await shop.sentTexts())[1]).toContain('Peso: 4.25 lbs')
  await weigh('4.5')
  await openPackage()
  await form.getByRole('tab', { name: 'Mensajes' }).click()
  await expect(form.getByText('Al cliente se le avisó otro peso o precio de este paquete.')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Avisar la corrección' }).click()
  await expect(form.getByRole('button', { name: 'Avisar la corrección' })).toBeHidden()
  await expect.poll(async () => (await shop.sentTexts())[2], { timeout: 30_000 }).toContain('Peso: 4.50 lbs')

  await shop.answer(shop.client.phone, 'Baja')
  await expect.poll(async () => (await shop.api('GET /api/client', { query: {} })).data[0]?.messagesAllowed).toBe(false)
  await shop.api('PATCH /api/packages/status', {
    body: { packageIds: packages.map(({ id }) => id), statusId: shop.statuses.inTransit },
  })
  await page.goto(`${shop.url}/admin/mensajes`)
  await expect(list).toContainText('Cancelado')
  await expect(list).toContainText('El cliente pidió no recibir mensajes')
  expect(await shop.sentTexts()).toHaveLength(3)

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

test('while no phone is linked staff can write by hand, but not to a client who wants no messages', async ({
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
  await enter(page, shop, '/admin/mensajes', 'admin')
  const list = page.getByRole(isPhone(page) ? 'list' : 'table', { name: 'Mensajes', exact: true })
  const rows = list.locator('tbody tr, :scope > li')
  await expect(rows).toHaveCount(2)
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

  const today = page.getByRole('navigation', { name: 'Mensajes de hoy' })
  await today.getByRole('link', { name: 'Cancelado 1' }).click()
  await expect(page).toHaveURL(/state=cancelled&from=[\d-]+&to=[\d-]+$/)
  await expect(rows).toHaveText([/Eveling Ruiz/])
  if (isPhone(page)) await page.getByRole('button', { name: 'Filtros (3)' }).click()
  await expect(page.getByRole('combobox', { name: 'Estado' })).toHaveValue('cancelled')
  await today.getByRole('link', { name: 'Cancelado 1' }).click()
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
  await page.reload()
  await actOn(page, 'paquete #1', 'Ver factura')
  const invoice = page.getByRole('dialog', { name: 'Factura #1' })
  await invoice.getByRole('tab', { name: 'Mensajes' }).click()
  await expect(invoice.getByText('Cancelado')).toBeVisible({ timeout: 15_000 })
  await expect(invoice.getByText('El cliente pidió no recibir mensajes')).toBeVisible()
  await expect(invoice.getByRole('link', { name: 'Abrir en WhatsApp' })).toBeHidden()
  await expect(invoice.getByRole('button', { name: 'Reenviar' })).toBeHidden()
  await expectAccessible(page)
  await invoice.getByRole('tab', { name: 'Factura' }).click()
  await expect(invoice.getByText('Zapatos')).toBeVisible()
})

test('the text of a message is not lost when the user leaves it', async ({ page }) => {
  const shop = await openShop()
  await enter(page, shop, '/admin/settings/templates', 'admin')
  await openTemplate(page, readyTitle)
  const text = page.getByRole('textbox', { name: readyTitle })
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await page.getByRole('button', { name: 'Negrita' }).click()
  await expect(toast(page, 'Selecciona el texto que quieres formatear')).toBeVisible()
  await text.fill('Venga hoy')
  await text.selectText()
  await page.getByRole('button', { name: 'Cursiva' }).click()
  await expect(text).toHaveValue('_Venga hoy_')
  await expect(page.getByText('Cambios sin guardar')).toBeVisible()

  const question = page.getByRole('dialog', { name: '¿Guardar los cambios?' })
  await openTemplate(page, 'Paquete en aduana')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(text).toHaveValue('_Venga hoy_')

  // Another admin saves the same text meanwhile.
  const { data } = await shop.api('GET /api/templates')
  const ready = data.find(({ title }) => title === readyTitle)
  await shop.api('PUT /api/templates/:id', { params: { id: ready?.id ?? '' }, body: { customContent: 'Otro' } })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Lo que usted escribió sigue aquí' })).toBeVisible()
  await expect(text).toHaveValue('_Venga hoy_')
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.getByRole('button', { name: 'Recargar' })).toBeHidden()

  await openTemplate(page, 'Paquete en aduana')
  await question.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('textbox', { name: 'Paquete en aduana' })).toBeVisible()
  const saved = (await shop.api('GET /api/templates')).data.find(({ id }) => id === ready?.id)
  expect(saved).toMatchObject({ content: '_Venga hoy_', isCustomized: true })

  await openTemplate(page, isPhone(page) ? `${readyTitle} (editada)` : readyTitle)
  await page.getByRole('button', { name: 'Texto original' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Cambios sin guardar')).toBeHidden()
  const restored = (await shop.api('GET /api/templates')).data.find(({ id }) => id === ready?.id)
  expect(restored).toMatchObject({ isCustomized: false, customContent: null })

  await text.fill('Al salir se pregunta también')
  if (isPhone(page)) await page.getByLabel('Configuración', { exact: true }).selectOption({ label: 'General' })
  else await page.getByRole('tab', { name: 'General' }).click()
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(page).toHaveURL(`${shop.url}/admin/settings/general`)
  expect((await shop.api('GET /api/templates')).data.find(({ id }) => id === ready?.id)?.isCustomized).toBe(false)
})

test('the panel distinguishes the five states, their remedies, a lost connection and a broken picture', async ({
  page,
}) => {
  test.slow()
  const shop = await openShop()
  let looks = 0
  const reply = {
    success: true,
    qrCode: null,
    sessionInfo: null,
    error: null,
    nextTryAt: null,
    remedy: null,
    message: 'Lo que dice el servidor.',
  }
  let answer: object | undefined
  await page.route(/waha-status/, (route) => {
    looks += 1
    return answer === undefined ? route.abort() : route.fulfill({ json: { ...reply, ...answer } })
  })
  await enter(page, shop, '/admin/settings/whatsapp', 'admin')
  await expect(page.getByText('No se pudo cargar el estado')).toBeVisible()
  await expect(page.getByText('Error de conexión')).toBeVisible()
  const refresh = page.getByRole('button', { name: 'Actualizar Estado' })
  for (const [status, label] of [
    ['STOPPED', 'Detenido'],
    ['STARTING', 'Iniciando'],
    ['SCAN_QR_CODE', 'Escanear Código QR'],
    ['WORKING', 'Funcionando'],
    ['FAILED', 'Error'],
  ]) {
    const phone = { name: 'Tres Volcanes', phone: '50577778888', since: '2026-11-20T16:42:00.000Z' }
    answer = { status, sessionInfo: status === 'WORKING' ? phone : null }
    await refresh.click()
    await expect(page.getByRole('main').getByText(label ?? '', { exact: true })).toBeVisible()
    if (status === 'SCAN_QR_CODE') await expect(page.getByText('Generando QR...').first()).toBeVisible()
    if (status === 'WORKING') {
      await expect(page.getByText('Tres Volcanes', { exact: true })).toBeVisible()
      await expect(page.getByText('+505 7777 8888')).toBeVisible()
      await expect(page.getByText('20 nov 2026, 10:42')).toBeVisible()
    }
    await expectAccessible(page)
  }

  const linked = { name: 'Tres Volcanes', phone: '50577778888', since: '2026-11-20T16:42:00.000Z' }
  const buttons = page.getByRole('main').getByRole('button', { name: /Reintentar|Vincular|QR/ })
  const error = 'Lo que pasó'
  for (const [remedy, sessionInfo, offered] of [
    ['retry', linked, ['Reintentar', 'Vincular de nuevo']],
    ['relink', linked, ['Vincular de nuevo', 'Reintentar']],
    ['retry', null, ['Reintentar']],
    ['newQr', null, ['Obtener nuevo QR']],
  ] as const) {
    answer = { status: 'FAILED', error, remedy, sessionInfo, nextTryAt: '2026-11-20T16:44:00.000Z' }
    await refresh.click()
    await expect(buttons).toHaveText(offered.map((label) => new RegExp(`^${label}`)))
    await expect(page.getByText(error)).toBeVisible()
    await expect(page.getByText('El sistema lo intentará de nuevo: 20 nov 2026, 10:44')).toBeVisible()
  }
  answer = { status: 'FAILED', remedy: 'relink', sessionInfo: linked }
  await refresh.click()
  await expect(buttons).toHaveText([/^Vincular de nuevo/, /^Reintentar/])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Vincular de nuevo' }).click()
  await expect(page.getByRole('dialog', { name: '¿Vincular de nuevo?' })).toContainText('Tres Volcanes')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()

  // Asked for every two seconds while a code is on the screen, also behind another tab.
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
  answer = { status: 'SCAN_QR_CODE' }
  await refresh.click()
  const before = looks
  await expect.poll(() => looks, { timeout: 8_000 }).toBeGreaterThan(before + 2)
  answer = { status: 'SCAN_QR_CODE', qrCode: `iVBORw0KGgo${'A'.repeat(200)}` }
  await refresh.click()
  await expect(page.getByRole('alert').getByRole('button', { name: 'Reintentar' })).toBeVisible()
  answer = undefined
  await refresh.click()
  await expect(page.getByText('Error de conexión')).toBeVisible()
})
