import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { readLabels } from '../support/read-labels.ts'
import { select } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

/** Makes the browser one that shows no PDF in a page, so that what it would print is downloaded. */
const showNoPdf = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false }))

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test('the labels of chosen packages are printed in the size of the device, which it keeps', async ({ page }) => {
  const shop = await openShop()
  const [one, two] = [await shop.receive({ tracking: 'TBA1' }), await shop.receive({ tracking: 'TBA2' })]
  await showNoPdf(page)
  await enter(page, shop, '/paquetes')
  for (const { companyPackageId } of [one, two]) await select(page, `paquete #${companyPackageId}`)
  await page.getByRole('button', { name: 'Imprimir etiquetas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Imprimir 2 etiquetas' })
  await expect(dialog.getByRole('button', { name: 'Imprimir' })).toBeFocused()
  await dialog.getByText('62 mm').click()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('labels.png') })
  const pdf = await saved(page, () => dialog.getByRole('button', { name: 'Imprimir' }).click())
  expect(pdf.name).toBe('Etiquetas.pdf')
  const read = await readLabels(pdf.content)
  expect(read.map(({ bars }) => bars)).toEqual([one.labelCode, two.labelCode])
  expect(read.map(({ qr }) => qr)).toEqual([one.labelCode, two.labelCode])
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Imprimir etiquetas' })).toBeFocused()

  await page.reload()
  await select(page, `paquete #${one.companyPackageId}`)
  await page.getByRole('button', { name: 'Imprimir etiquetas' }).click()
  const again = page.getByRole('dialog', { name: 'Imprimir 1 etiqueta' })
  await expect(again.getByRole('radio', { name: '62 mm' })).toBeChecked()
  await again.getByLabel('Impresión').selectOption('Archivo ZPL')
  const zpl = await saved(page, () => again.getByRole('button', { name: 'Imprimir' }).click())
  expect(zpl.name).toBe('Etiquetas.zpl')
  expect(zpl.content.toString()).toContain(`^FD${one.labelCode}^FS`)
})

test('a package’s label is printed from the package, by a viewer too, and a failure is said', async ({ page }) => {
  const shop = await openShop()
  const one = await shop.receive({ tracking: 'TBA1' })
  await showNoPdf(page)
  await enter(page, shop, `/paquetes/${one.id}`, 'viewer')
  const view = page.getByRole('dialog', { name: 'Paquete' })
  await expect(view).toContainText(one.labelCode)
  await view.getByRole('button', { name: 'Etiqueta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Imprimir 1 etiqueta' })
  await page.route('**/api/packages/labels*', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Imprimir' }).click()
  await expect(page.getByText('Error al imprimir las etiquetas').first()).toBeVisible()
  const pdf = await saved(page, () => dialog.getByRole('button', { name: 'Imprimir' }).click())
  expect((await readLabels(pdf.content)).map(({ bars }) => bars)).toEqual([one.labelCode])
})

test('the label of an invoiced package and of one that is edited is a button away', async ({ page }) => {
  const shop = await openShop()
  const [open, invoiced] = [await shop.receive(), await shop.receive()]
  await shop.invoice([invoiced])
  await showNoPdf(page)
  for (const { id, labelCode } of [open, invoiced]) {
    await enter(page, shop, `/paquetes/${id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Etiqueta', exact: true }).click()
    await expectAccessible(page)
    const dialog = page.getByRole('dialog', { name: 'Imprimir 1 etiqueta' })
    const pdf = await saved(page, () => dialog.getByRole('button', { name: 'Imprimir' }).click())
    expect((await readLabels(pdf.content)).map(({ bars }) => bars)).toEqual([labelCode])
  }
})
