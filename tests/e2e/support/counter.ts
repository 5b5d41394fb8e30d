import type { Locator, Page } from '@playwright/test'
import { toast } from './gestures.ts'
import { expect } from './patient-expect.ts'

/** Finds a client at the counter, who must have so many packages ready to be invoiced. */
export async function chooseClient(page: Page, text: string, ready: number): Promise<void> {
  await page.getByRole('combobox', { name: 'Cliente' }).fill(text)
  await page.getByRole('listbox').getByRole('option').click()
  await expect(toast(page, `${ready} paquetes listos para facturar`)).toBeVisible()
}

/** The package with that description in the list of those that wait. */
export const rowOf = (page: Page, description: string): Locator =>
  page.getByRole('list', { name: 'Paquetes', exact: true }).getByRole('listitem').filter({ hasText: description })

/** The lines of the sum; on a phone the button and the total are also in the bar at the bottom. */
export const summaryOf = (page: Page): Locator => page.getByRole('region', { name: 'Resumen' })

/** The bar of the invoice that was just made. */
export const savedInvoice = (page: Page): Locator => page.getByRole('region', { name: 'Factura creada' })
