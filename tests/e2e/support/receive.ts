import { expect, type Page } from '@playwright/test'
import type { openScanner } from './scanner.ts'
import type { Shop } from './shop.ts'

export type ReadPackage = { tracking: string; casillero: string; weight: number }

/** What a scanner and hands send for one package, without a pause. */
export async function enterPackage(scan: Awaited<ReturnType<typeof openScanner>>, one: ReadPackage): Promise<void> {
  await Promise.all([scan(one.tracking), scan(one.casillero), scan(one.weight.toFixed(2))])
}

/** Waits until the form is there with the clients of the device. */
export async function formIsReady(page: Page): Promise<void> {
  await expect(page.getByText('Clientes guardados')).toBeVisible()
  await expect(page.getByLabel('Tracking')).toBeFocused()
}

/** Waits until nothing waits for the server any more; the badge of a row that waits is gone too. */
export async function nothingWaits(page: Page, timeout: number): Promise<void> {
  await expect(page.getByText('En espera', { exact: true })).toHaveCount(0, { timeout })
}

/** Every package of the company, the oldest first. */
export async function savedPackages({ api }: Shop) {
  const found = []
  for (let at = 1; ; at += 1) {
    const { data, pagination } = await api('GET /api/packages', { query: { page: String(at), limit: '100' } })
    found.push(...data)
    if (at >= pagination.pages) return found.toReversed()
  }
}
