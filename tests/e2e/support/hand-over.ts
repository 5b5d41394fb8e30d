import type { Locator, Page } from '@playwright/test'
import type { Shop } from './shop.ts'

export const requirePayment = (shop: Shop) =>
  shop.api('PUT /api/companies/update', { body: { requiresPaidHandover: true } })

export const bar = (page: Page): Locator => page.getByRole('region', { name: 'Entrega registrada' })

/** Makes papers come as downloads, as in a browser that shows no PDF. */
export const withoutViewer = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false }))
