import { expect } from '@playwright/test'
import type { Shop } from './shop.ts'

/** Links the phone of a company, as its admin does. */
export async function linkPhone(shop: Shop): Promise<void> {
  const status = async () => (await shop.api('GET /api/companies/waha-status')).status
  await expect.poll(status).toBe('SCAN_QR_CODE')
  await shop.scanQr()
  await expect.poll(status).toBe('WORKING')
}
