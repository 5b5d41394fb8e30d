import { expect, type Locator, type Page, test } from '@playwright/test'
import { phone } from '../../playwright.config.ts'
import { type FakePort, fakePorts, portOf } from './support/fake-devices.ts'
import { toast } from './support/gestures.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const line = (text: string) => `${text}\r\n`
const scaleWith = (text: string): FakePort => ({ vendor: 0x0403, scale: { line: line(text) } })

/** What the next package that is received says of its weight. */
const nextSource = async (page: Page) =>
  (
    await page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/packages?'))
  ).postDataJSON().weightSource

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Nuevo Paquete' }).first().click()
  return page.getByRole('dialog', { name: 'Nuevo Paquete' })
}

/** Opens a new package on a device that has chosen its scale. */
async function openWithScale(page: Page, shop: Shop, port: FakePort) {
  await fakePorts(page, [{ ...port, granted: true }])
  await page.addInitScript((name) => localStorage.setItem('port-scale', name), `${port.vendor}:1`)
  await enter(page, shop, '/paquetes')
  const form = await openForm(page)
  return { form, weight: form.getByLabel('Peso'), scale: portOf(page) }
}

const selectionOf = (field: Locator) =>
  field.evaluate((input) => Reflect.get(input, 'selectionEnd') - Reflect.get(input, 'selectionStart'))

test('a user chooses the scale, and its weight at rest fills the field that waits; what is typed over it is typed', async ({
  page,
}) => {
  const shop = await openShop()
  await fakePorts(page, [scaleWith('US,GS,+  4.48lb')])
  await enter(page, shop, '/paquetes')
  const form = await openForm(page)
  await form.getByRole('button', { name: 'Conectar balanza' }).click()
  const dialog = page.getByRole('dialog', { name: 'Balanza e impresora' })
  await expect(dialog.getByText('Elija la balanza de este dispositivo')).toBeVisible()
  await dialog.getByRole('button', { name: 'Elegir balanza' }).click()
  await expect(dialog.getByText('Balanza en movimiento')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('devices.png') })
  await dialog.getByRole('button', { name: 'Listo' }).click()

  const weight = form.getByLabel('Peso')
  await form.getByLabel('Tracking de bodega').fill('BM-1')
  await form.getByLabel('Tracking de bodega').press('Enter')
  await expect(form.getByText('Balanza en movimiento')).toBeVisible()
  await expect(weight).toHaveValue('')
  const scale = portOf(page)
  await scale.change({ line: line('ST,GS,+  4.50lb') })
  await expect(weight).toHaveValue('4.50')
  await expect(form.getByText('Balanza, estable')).toBeVisible()
  await expect.poll(() => selectionOf(weight)).toBe(4)
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('weight.png') })

  await weight.pressSequentially('5')
  await expect(weight).toHaveValue('5')
  await expect(form.getByText('Escrito a mano')).toBeVisible()
  await form.getByRole('button', { name: 'Tomar 4.50 lbs' }).click()
  await expect(weight).toHaveValue('4.50')
  await expect(weight).toBeFocused()
  await scale.change({ line: line('ST,GS,+  2.000kg') })
  await expect(weight).toHaveValue('4.41')
  const [source] = await Promise.all([nextSource(page), form.getByRole('button', { name: 'Crear Paquete' }).click()])
  expect(source).toBe('scale')
  await expect(toast(page, 'Paquete creado exitosamente')).toBeVisible()
  expect((await shop.api('GET /api/packages')).data).toMatchObject([{ warehouseTracking: 'BM-1', weight: 4.41 }])
})

test('a load below zero, one that is too heavy and noise fill nothing, and each is said', async ({ page }) => {
  const shop = await openShop()
  const { form, weight, scale } = await openWithScale(page, shop, scaleWith('ST,GS,-  1.20lb'))
  await weight.focus()
  await expect(form.getByText('La balanza marca menos de cero')).toBeVisible()
  await scale.change({ line: line('OL,GS,+       lb') })
  await expect(form.getByText('La balanza marca de más')).toBeVisible()
  await scale.change({ line: line('ST,GS,+  0.00lb') })
  await expect(form.getByText('Balanza vacía')).toBeVisible()
  await scale.change({ line: line('\u0001\u0002hola 4.50') })
  await expect(form.getByText('La balanza no responde')).toBeVisible()
  await expect(weight).toHaveValue('')
})

test('a scale that is unplugged says so, and is back by itself; after a reload it is still chosen', async ({
  page,
}) => {
  const shop = await openShop()
  const { form, weight, scale } = await openWithScale(page, shop, scaleWith('ST,GS,+  0.00lb'))
  await expect(form.getByText('Balanza vacía')).toBeVisible()
  await scale.plug(false)
  await expect(form.getByText('La balanza no está conectada')).toBeVisible()
  await weight.fill('3')
  await expect(form.getByText('Escrito a mano')).toBeVisible()
  await scale.change({ line: line('ST,GS,+  7.25lb') })
  await scale.plug(true)
  await expect(form.getByRole('button', { name: 'Tomar 7.25 lbs' })).toBeVisible()
  await expect(weight).toHaveValue('3')

  await page.goto(`${shop.url}/paquetes`)
  await expect((await openForm(page)).getByText('Balanza vacía')).toBeVisible()
})

test('a scale that another program uses is said, and is heard as soon as it is free', async ({ page }) => {
  const shop = await openShop()
  const { form, scale } = await openWithScale(page, shop, scaleWith('ST,GS,+  7.25lb'))
  await expect(form.getByRole('button', { name: 'Tomar 7.25 lbs' })).toBeVisible()
  await scale.change({ isBusy: true })
  await form.getByRole('button', { name: 'Ajustar la balanza' }).click()
  const dialog = page.getByRole('dialog', { name: 'Balanza e impresora' })
  await dialog.getByLabel('Velocidad').selectOption('2400 baudios')
  await expect(dialog.getByText('Otra pestaña u otro programa usa la balanza')).toBeVisible()
  await scale.change({ isBusy: false })
  await expect(dialog.getByText('7.25 lbs')).toBeVisible()
})

test('a package that still lies on the scale does not give its weight to the next one', async ({ page }) => {
  const shop = await openShop()
  const { form, weight, scale } = await openWithScale(page, shop, scaleWith('ST,GS,+  4.50lb'))
  const warehouse = form.getByLabel('Tracking de bodega')
  const enterNext = async (tracking: string) => {
    await warehouse.fill(tracking)
    await warehouse.press('Enter')
    await expect(weight).toBeFocused()
  }
  await enterNext('BM-1')
  await expect(weight).toHaveValue('4.50')
  const [first] = await Promise.all([nextSource(page), form.getByRole('button', { name: 'Crear y otro' }).click()])
  expect(first).toBe('scale')
  await enterNext('BM-2')
  await expect(form.getByRole('button', { name: 'Tomar 4.50 lbs' })).toBeVisible()
  await expect(weight).toHaveValue('')
  await scale.change({ line: line('US,GS,+  1.00lb') })
  await expect(form.getByText('Balanza en movimiento')).toBeVisible()
  await scale.change({ line: line('ST,GS,+  4.52lb') })
  await expect(form.getByRole('button', { name: 'Tomar 4.52 lbs' })).toBeVisible()
  await expect(weight).toHaveValue('')
  await scale.change({ line: line('ST,GS,+  0.00lb') })
  await expect(form.getByText('Balanza vacía')).toBeVisible()
  await scale.change({ line: line('ST,GS,+  4.50lb') })
  await expect(weight).toHaveValue('4.50')
  await weight.fill('5')
  const [second] = await Promise.all([nextSource(page), weight.press('Enter')])
  expect(second).toBe('typed')
  await expect(form.getByRole('status').filter({ hasText: 'van 2' })).toContainText('BM-2 · 5.00')
})

test('the weight of a package that is edited changes by a press alone', async ({ page }) => {
  const shop = await openShop()
  const one = await shop.receive({ weight: 2 })
  await fakePorts(page, [{ ...scaleWith('ST,GS,+  9.00lb'), granted: true }])
  await page.addInitScript(() => localStorage.setItem('port-scale', '1027:1'))
  await enter(page, shop, `/paquetes/${one.id}`)
  const form = page.getByRole('dialog', { name: 'Editar Paquete' })
  await form.getByLabel('Peso').focus()
  const take = form.getByRole('button', { name: 'Tomar 9.00 lbs' })
  await expect(take).toBeVisible()
  await expect(form.getByLabel('Peso')).toHaveValue('2.00')
  await expect(form.getByText('Escrito a mano')).toBeHidden()
  await take.click()
  await expect(form.getByLabel('Peso')).toHaveValue('9.00')
})

test('a scale that answers is asked in its own speed and format, and its weight counts when it comes again', async ({
  page,
}) => {
  const shop = await openShop()
  const answer = '\n   4.50lb\r\n00\r\u0003'
  const { form, weight, scale } = await openWithScale(page, shop, {
    vendor: 0x0403,
    scale: { line: answer, whenAsked: true },
  })
  await form.getByRole('button', { name: 'Ajustar la balanza' }).click()
  const dialog = page.getByRole('dialog', { name: 'Balanza e impresora' })
  await dialog.getByText('Cuando se le pide (W)').click()
  await dialog.getByText('7 bits, paridad par').click()
  await dialog.getByLabel('Velocidad').selectOption('2400 baudios')
  await expect(dialog.getByText('4.50 lbs')).toBeVisible()
  expect((await scale.read()).opened.at(-1)).toEqual({ baudRate: 2400, dataBits: 7, parity: 'even' })
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await weight.focus()
  await expect(weight).toHaveValue('4.50')
  expect((await scale.read()).written).toMatch(/^(?:W\r)+$/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(form).toBeHidden()
  // The port is free for other tabs while no field shows the scale.
  await expect.poll(async () => (await scale.read()).isOpen).toBe(false)
})

test('a browser without ports says which one has them', async ({ page }) => {
  const shop = await openShop()
  await page.addInitScript(() => Object.defineProperty(navigator, 'serial', { value: undefined }))
  await enter(page, shop, '/paquetes')
  const form = await openForm(page)
  await form.getByRole('button', { name: 'Conectar balanza' }).click()
  const dialog = page.getByRole('dialog', { name: 'Balanza e impresora' })
  await expect(dialog).toContainText('Este navegador no lee balanzas; use Chrome o Edge en una computadora')
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a phone without ports is not asked for a scale', async ({ page }) => {
    const shop = await openShop()
    await page.addInitScript(() => Object.defineProperty(navigator, 'serial', { value: undefined }))
    await enter(page, shop, '/paquetes')
    const form = await openForm(page)
    await expect(form.getByLabel('Peso')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Conectar balanza' })).toBeHidden()
  })
})

test('the page may use ports, USB and the camera, and no other device', async ({ page }) => {
  const shop = await openShop()
  await enter(page, shop, '/dashboard')
  const allowed = (feature: string) => page.evaluate<boolean>(`document.featurePolicy.allowsFeature('${feature}')`)
  for (const feature of ['serial', 'usb', 'camera']) expect(await allowed(feature), feature).toBe(true)
  for (const feature of ['geolocation', 'microphone', 'hid', 'payment'])
    expect(await allowed(feature), feature).toBe(false)
})
