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

/**
 * Types a text into every field of reception: as a client whom no device knows, and as the name on the label of a package that is saved.
 * The form stays with the text of the first package in its hints.
 */
export async function typeEverywhere(page: Page, text: string): Promise<void> {
  const type = async (label: string, typed: string) => {
    await page.getByLabel(label).fill(typed)
    await page.getByLabel(label).press('Enter')
  }
  await type('Tracking', `1 ${text}`)
  await type('Casillero o nombre', `${text} 1`)
  await type('Peso', '1')
  await type('Tracking', `2 ${text}`)
  await type('Casillero o nombre', '')
  await type('Nombre en la etiqueta', text)
  await type('Peso', '2')
}

/**
 * Presses `Reintentar` until `isDone`. The page sends what waits by itself too, after a pause: the button is not there meanwhile, and
 * what it sent just before the link was back has no answer.
 */
export async function retryUntil(pages: readonly Page[], isDone: () => boolean | Promise<boolean>): Promise<void> {
  await expect(async () => {
    for (const page of pages) {
      await page
        .getByRole('button', { name: 'Reintentar' })
        .evaluateAll(([button]) => (button instanceof HTMLElement ? button.click() : undefined))
    }
    expect(await isDone()).toBe(true)
  }).toPass()
}

/** Waits until nothing waits for the server any more; the badge of a row that waits is gone too. */
export async function nothingWaits(page: Page): Promise<void> {
  await expect(page.getByText('En espera', { exact: true })).toHaveCount(0)
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
