import { expect, type Page, test } from '@playwright/test'
import { type FakePort, fakePorts, portOf } from './support/fake-devices.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter } from './support/world.ts'

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
