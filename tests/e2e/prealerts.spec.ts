import { expect, test } from '@playwright/test'
import { actOn, isPhone, toast } from './support/gestures.ts'
import { formIsReady } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const day = (days: number) => new Date(Date.now() - 6 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

test('a purchase that a client announces is expected by staff, known by its scan, and received with what was announced', async ({
  page,
  browser,
}) => {
  const shop = await openShop()
  const { data: link } = await shop.api('POST /api/client/:id/access-link', { params: { id: shop.client.id } })
  const visitor = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const outside = await visitor.newPage()
  await outside.goto(link.url)
  await outside.getByRole('button', { name: 'Entrar a mi casillero' }).click()
  await outside.getByRole('link', { name: 'Avisar compra' }).click()
  await outside.getByLabel('Número de rastreo').fill('tba 309482119977')
  await outside.getByLabel('Qué compró').fill('Ropa de bebé')
  await outside.getByLabel('Tienda', { exact: true }).fill('Amazon')
  await outside.getByLabel('Cuánto pagó, en US$').fill('46')
  await outside.getByLabel('Llega a Miami cerca del').fill(day(-3))
  const invoice = { name: 'factura.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await outside.getByLabel('Factura de la tienda').setInputFiles(invoice)
  await outside.getByRole('button', { name: 'Avisar la compra' }).click()
  await expect(outside.getByText('Gracias, quedó anotado.')).toBeVisible()
  await expect(outside.getByText('Debió llegar hace 3 días')).toBeVisible()
  await expect(outside.getByRole('link', { name: 'Factura: Ropa de bebé' })).toBeVisible()

  await enter(page, shop, '/prealertas', 'user')
  await expect(page.getByText('Ropa de bebé')).toBeVisible()
  await expect(page.getByText('3 días tarde')).toBeVisible()
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await actOn(page, 'prealerta TBA309482119977', 'Factura de la tienda')
  expect((await saved).suggestedFilename()).toBe('factura-TBA309482119977.pdf')
  await actOn(page, 'prealerta TBA309482119977', 'Cambiar la factura')
  const dialog = page.getByRole('dialog', { name: 'Factura de la tienda' })
  const wrong = { name: 'factura.txt', mimeType: 'text/plain', buffer: Buffer.from('factura') }
  await dialog.getByLabel('Factura de la tienda').setInputFiles(wrong)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('El archivo debe ser una imagen PNG, JPEG o WebP, o un PDF')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Factura de la tienda').setInputFiles(invoice)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'Factura de la tienda guardada')).toBeVisible()
  await actOn(page, 'prealerta TBA309482119977', 'Preguntar')
  await expect(toast(page, 'La pregunta a Ana Lucía Núñez Báez saldrá por WhatsApp')).toBeVisible()
  await expect(page.getByText('Preguntado hoy')).toBeVisible()

  const other = await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })
  await page.goto(`${shop.url}/recepcion`)
  await formIsReady(page)
  const scan = await openScanner(page)
  await scan('TBA309482119977')
  await expect(page.getByText('Prealertado', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Peso')).toBeFocused()
  await expect(page.getByText('Ropa de bebé')).toBeVisible()
  await expectAccessible(page)
  // The label of the box says another client.
  await page.reload()
  await formIsReady(page)
  await scan('TBA309482119977')
  await expect(page.getByLabel('Peso')).toBeFocused()
  await scan(other.casillero)
  await expect(page.getByText(/^Avisado por/)).toBeVisible()
  await page.getByRole('button', { name: 'Usar' }).click()
  await scan('1.45')
  const row = page.getByRole('listitem').filter({ hasText: 'TBA309482119977' })
  await expect(row).toContainText('Prealertado')
  await expect(row).toContainText('Guardado')

  await page.goto(`${shop.url}/prealertas?vista=received`)
  await expect(page.getByText('Recibida', { exact: true })).toBeVisible()
  await outside.reload()
  await expect(outside.getByText('Debió llegar hace 3 días')).toBeHidden()
  await visitor.close()
})

test('a pre-alert is announced by staff, refused where its number is announced already, claimed and cancelled', async ({
  page,
}) => {
  const shop = await openShop()
  const other = await shop.addClient({ firstName: 'Luz', lastNames: 'Rayo' })
  const taken = { clientId: other.id, tracking: 'PRE-0001', store: null, description: 'Tenis', declaredValue: null }
  await shop.api('POST /api/prealerts', { body: { ...taken, expectedOn: null, claimNote: null } })
  await enter(page, shop, '/prealertas', 'user')
  await page.getByRole('button', { name: 'Nueva Prealerta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nueva Prealerta' })
  await dialog.getByLabel('Cliente').fill(shop.client.casillero)
  await page.getByRole('option', { name: shop.client.casillero }).click()
  await dialog.getByLabel('Tracking').fill('pre-0001')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Crear Prealerta' }).click()
  await expect(dialog.getByText('Este tracking ya está avisado por Luz Rayo')).toBeVisible()
  await dialog.getByLabel('Tracking').fill('pre-0002')
  await dialog.getByLabel('Valor').fill('219')
  await dialog.getByRole('button', { name: 'Crear Prealerta' }).dblclick()
  await expect(toast(page, 'Prealerta creada exitosamente')).toBeVisible()

  await actOn(page, 'prealerta PRE-0002', 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar Prealerta' })
  // Another clerk gives it to another client meanwhile.
  const { data } = await shop.api('GET /api/prealerts', { query: { search: 'PRE-0002' } })
  const [{ id = '', version = 1 } = {}] = data
  const moved = { ...taken, tracking: 'PRE-0002', expectedOn: null, claimNote: null, version }
  await shop.api('PUT /api/prealerts/:id', { params: { id }, body: moved })
  await form.getByLabel('Qué es').fill('Monitor')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await form.getByRole('button', { name: 'Recargar' }).click()
  await expect(form.getByRole('textbox', { name: 'Cliente' })).toHaveValue('Luz Rayo')
  await form.getByLabel('Reclamo').fill('Reclamada a Best Buy el lunes')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('Reclamada', { exact: true })).toBeVisible()
  await actOn(page, 'prealerta PRE-0002', 'Anular')
  await page.getByRole('dialog').getByRole('button', { name: 'Anular Prealerta' }).click()
  await expect(toast(page, 'Prealerta anulada')).toBeVisible()
  await expect(page.getByText('PRE-0002')).toBeHidden()
})

test('clients are asked at once about what should have arrived, after a question, and a double click asks once', async ({
  page,
}) => {
  const shop = await openShop()
  const late = { clientId: shop.client.id, store: null, description: null, declaredValue: null, claimNote: null }
  for (const tracking of ['PRE-0001', 'PRE-0002'])
    await shop.api('POST /api/prealerts', { body: { ...late, tracking, expectedOn: day(-3) } })
  await enter(page, shop, '/prealertas?vista=late', 'user')
  await page.getByRole('button', { name: 'Preguntar a todos (2)' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Preguntar por 2 compras?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Preguntar' }).dblclick()
  await expect(toast(page, 'Se preguntó por 2 compras')).toBeVisible()
  await expect(page.getByText('Preguntado hoy')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Preguntar a todos/ })).toBeHidden()
  await expectAccessible(page)
})

test('a purchase that a client announced is known by its scan without a link, from the copy of this session alone', async ({
  page,
  context,
}) => {
  const shop = await openShop()
  const body = { clientId: shop.client.id, tracking: 'PRE-0001', store: 'Amazon', description: 'Ropa de bebé' }
  await shop.api('POST /api/prealerts', {
    body: { ...body, declaredValue: 46, expectedOn: day(-3), claimNote: null },
  })
  const copied = page.waitForResponse((answer) => answer.url().includes('/api/receptions/prealerts'))
  await enter(page, shop, '/recepcion', 'user')
  await copied
  await formIsReady(page)
  await context.setOffline(true)
  const scan = await openScanner(page)
  await scan('PRE-0001')
  await expect(page.getByText('Prealertado', { exact: true })).toBeVisible()
  await expect(page.getByText(/Ropa de bebé.*guardado a las \d\d:\d\d/)).toBeVisible()
  await expect(page.getByLabel('Peso')).toBeFocused()
  await expectAccessible(page)
  await scan('1.45')
  const row = page.getByRole('listitem').filter({ hasText: 'PRE-0001' })
  await expect(row).toContainText('En espera')
  await context.setOffline(false)
  await expect(row).toContainText('Guardado')
  await page.goto(`${shop.url}/clients`)
  if (isPhone(page)) await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL(`${shop.url}/login`)
  const names = await page.evaluate<string[]>('indexedDB.databases().then((all) => all.map(({ name }) => name))')
  expect(names).not.toContain('reception-expected')
})
