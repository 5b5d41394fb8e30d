import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { pagesOf } from '../support/pdf-text.ts'
import { actOn } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

/** Makes the browser say whether it shows PDFs in a page. */
async function pretend(page: Page, { showsPdf }: { showsPdf: boolean }): Promise<void> {
  await page.addInitScript((shows) => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => shows })
  }, showsPdf)
}

test('an invoice is downloaded where the browser shows no PDF, on the paper that the device chose, and printed from a frame where it does', async ({
  page,
}) => {
  const shop = await openShop()
  const invoice = await shop.invoice([await shop.receive({ description: 'Ropa de niño' })])
  await pretend(page, { showsPdf: false })
  await enter(page, shop, '/facturar?tab=facturas')
  const saved = async (press: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press()])
    expect(file.suggestedFilename()).toBe(`Factura-${invoice.companyInvoiceId}.pdf`)
    return (await pagesOf(await readFile(await file.path()))).join(' ')
  }
  const letter = await saved(() => actOn(page, 'factura #1', 'Imprimir'))
  expect(letter).toContain('Página 1 de 1')
  expect(letter).toContain('Ropa de niño')

  await actOn(page, 'factura #1', 'Ver detalles')
  const detail = page.getByRole('dialog', { name: 'Factura #1' })
  await detail.getByLabel('Papel').selectOption('Ticket')
  await expectAccessible(page)
  const ticket = await saved(() => detail.getByRole('button', { name: 'Imprimir', exact: true }).click())
  expect(ticket).toContain('TOTAL USD')

  await detail.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(detail).toBeHidden()
  await page.reload()
  expect(await saved(() => actOn(page, 'factura #1', 'Imprimir'))).toContain('TOTAL USD')

  // A browser that shows PDFs prints from a frame that the page may fill, one at a time.
  const other = await page.context().newPage()
  await pretend(other, { showsPdf: true })
  const refused: string[] = []
  other.on('console', (line) => {
    if (line.text().includes('Content Security Policy')) refused.push(line.text())
  })
  await enter(other, shop, '/facturar?tab=facturas')
  const frames = other.locator('iframe[title="Factura-1.pdf"]')
  await actOn(other, 'factura #1', 'Imprimir')
  await expect(frames).toHaveCount(1)
  const first = await frames.getAttribute('src')
  expect(first).toMatch(/^blob:/)
  await actOn(other, 'factura #1', 'Imprimir')
  await expect(frames).not.toHaveAttribute('src', first ?? '')
  await expect(frames).toHaveCount(1)
  expect(refused).toEqual([])
})
