import { expect, type Page, test } from '@playwright/test'
import { takeSample } from '../support/sampling.ts'
import { fakePorts, fakeUsbPrinter, portOf, usbOf } from './support/fake-devices.ts'
import { select, toast } from './support/gestures.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

/** The labels as the server writes them. */
async function zplOf(shop: Shop, ids: readonly string[]): Promise<string> {
  const { token } = await shop.openSession('user')
  const { text } = await shop.send(
    'GET /api/packages/labels',
    { query: { ids: ids.join(','), format: 'zpl', size: '4x6' } },
    token,
  )
  expect(text).toContain('^XA')
  return text
}

/** A device whose printer on USB was chosen before. */
const withUsb = async (page: Page) => {
  await fakeUsbPrinter(page)
  await page.addInitScript(() => {
    const kept = { 'label-way': 'usb', 'label-printer-usb': '2655:9:Z1', 'fake usb': 'yes' }
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  })
}

async function openLabels(page: Page, shop: Shop, count: number) {
  const packages = []
  for (let at = 1; at <= count; at += 1) packages.push(await shop.receive({ tracking: `TBA${at}` }))
  await enter(page, shop, '/paquetes')
  for (const { companyPackageId } of packages) await select(page, `paquete #${companyPackageId}`)
  await page.getByRole('button', { name: 'Imprimir etiquetas' }).click()
  return { packages, dialog: page.getByRole('dialog', { name: /^Imprimir \d etiqueta/ }) }
}

const print = { name: 'Imprimir', exact: true }

test('labels go byte by byte to the printer over USB that was chosen, which the device keeps, and one that takes no data is said', async ({
  page,
}) => {
  const shop = await openShop()
  await page.clock.install()
  await fakeUsbPrinter(page)
  const { packages, dialog } = await openLabels(page, shop, 2)
  await dialog.getByLabel('Impresión').selectOption('Impresora ZPL por USB')
  await dialog.getByRole('button', print).click()
  await expect(dialog.getByRole('alert')).toHaveText('Elija la impresora de este dispositivo')
  await dialog.getByRole('button', { name: 'Elegir impresora' }).click()
  await expect(dialog.getByText('Impresora elegida en este dispositivo')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', print).click()
  await expect(dialog).toBeHidden()
  const expected = await zplOf(
    shop,
    packages.map(({ id }) => id),
  )
  const { written, steps } = await usbOf(page).read()
  expect(written).toBe(expected)
  expect(steps).toEqual(['open', 'configure', 'claim', 'write 1', 'write 1', 'close'])

  await page.reload()
  await select(page, `paquete #${packages[0]?.companyPackageId}`)
  await page.getByRole('button', { name: 'Imprimir etiquetas' }).click()
  const usb = usbOf(page)
  await usb.change({ isStuck: true })
  await dialog.getByRole('button', print).click()
  await expect.poll(async () => (await usb.read()).steps).toContain('claim')
  await page.clock.fastForward('00:20')
  await expect(dialog.getByRole('alert')).toHaveText(
    'La impresora no recibe datos; revise que esté encendida y con papel',
  )
  await usb.change({ isStuck: false })
  await dialog.getByRole('button', print).click()
  await expect(dialog).toBeHidden()
  expect((await usb.read()).written).toBe(await zplOf(shop, [packages[0]?.id ?? '']))
})

for (const way of takeSample(['usb', 'serial'] as const, 1)) {
  test(`labels that a printer on ${way} took before its cable was pulled are not printed again`, async ({ page }) => {
    const shop = await openShop()
    if (way === 'usb') await withUsb(page)
    else {
      await fakePorts(page, [{ vendor: 0x067b, granted: true }])
      await page.addInitScript(() => {
        localStorage.setItem('label-way', 'serial')
        localStorage.setItem('port-printer', '1659:1')
      })
    }
    const { packages, dialog } = await openLabels(page, shop, 3)
    const device = way === 'usb' ? usbOf(page) : portOf(page)
    const texts = []
    for (const { id } of packages) texts.push(await zplOf(shop, [id]))
    const [first = '', ...rest] = texts
    await device.change({ cutAfter: first.length + 20 })
    await dialog.getByRole('button', print).click()
    await expect(dialog.getByRole('alert')).toHaveText('La impresora se desconectó mientras imprimía')
    await expect(dialog).toHaveAccessibleName('Imprimir 2 etiquetas')
    expect((await device.read()).written).toBe(texts.join('').slice(0, first.length + 20))
    await device.change({ isPlugged: true, cutAfter: Number.POSITIVE_INFINITY, written: '' })
    await dialog.getByRole('button', print).click()
    await expect(dialog).toBeHidden()
    expect((await device.read()).written).toBe(rest.join(''))
  })
}

async function receive(page: Page, tracking: string, press: 'Crear y otro' | 'Crear Paquete') {
  const form = page.getByRole('dialog', { name: 'Nuevo Paquete' })
  await form.getByLabel('Tracking de bodega').fill(tracking)
  await form.getByRole('button', { name: press }).click()
}

const newest = async ({ api }: Shop, count: number) =>
  (await api('GET /api/packages')).data
    .toReversed()
    .slice(-count)
    .map(({ id }) => id)

test('labels of saved packages that the printer did not take wait with a button, and are printed in their order', async ({
  page,
}) => {
  const shop = await openShop()
  await withUsb(page)
  await enter(page, shop, '/paquetes')
  const usb = usbOf(page)
  await usb.change({ isPlugged: false })
  await page.getByRole('button', { name: 'Nuevo Paquete' }).first().click()
  await receive(page, 'BM-1', 'Crear y otro')
  await expect(toast(page, '1 etiqueta sin imprimir: La impresora no está conectada')).toBeVisible()
  await receive(page, 'BM-2', 'Crear Paquete')
  await expect(page.getByRole('dialog')).toBeHidden()
  const problem = toast(page, '2 etiquetas sin imprimir: La impresora no está conectada')
  await expect(problem).toBeVisible()
  await expectAccessible(page)
  await usb.change({ isPlugged: true })
  await page.getByRole('region', { name: 'Avisos' }).getByRole('button', print).click()
  await expect(toast(page, 'Etiquetas impresas')).toBeVisible()
  expect((await usb.read()).written).toBe(await zplOf(shop, await newest(shop, 2)))
})
