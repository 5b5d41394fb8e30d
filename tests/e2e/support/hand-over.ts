import type { Locator, Page } from '@playwright/test'
import type { Shop } from './shop.ts'

export const requirePayment = (shop: Shop) =>
  shop.api('PUT /api/companies/update', { body: { requiresPaidHandover: true } })

export const bar = (page: Page): Locator => page.getByRole('region', { name: 'Entrega registrada' })
