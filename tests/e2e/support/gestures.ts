import type { Locator, Page } from '@playwright/test'
import { expect } from './patient-expect.ts'

/** Below this width the screens show cards in place of tables. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 700

/** Triggers an action of a row: by its button in a table, by the menu of its card on a phone. */
export async function actOn(page: Page, name: string, action: string): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: `Acciones: ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action }).click()
  } else {
    await page.getByRole('button', { name: `${action}: ${name}`, exact: true }).click()
  }
}

/** Selects a row of a list, in addition to selected ones. */
export async function select(page: Page, name: string): Promise<void> {
  if (isPhone(page)) await actOn(page, name, 'Seleccionar')
  else await page.getByRole('checkbox', { name: `Seleccionar: ${name}` }).check()
}

/** Lists the actions of a row, in order; the menu of a card has the way to its client and to the selection too. */
export async function actionsOf(page: Page, name: string): Promise<string[]> {
  if (!isPhone(page)) {
    const labels = await page
      .getByRole('button', { name: `: ${name}` })
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''))
    return labels.map((label) => label.replace(`: ${name}`, ''))
  }
  await page.getByRole('button', { name: `Acciones: ${name}`, exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  const items = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  return items.filter((item) => item !== 'Seleccionar' && item !== 'Ver cliente')
}

export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
}

/** The visible toast with that text. */
export const toast = (page: Page, text: string): Locator => page.getByRole('region', { name: 'Avisos' }).getByText(text)

/** The error under a field, tied to it for a screen reader. */
export async function expectFieldError(field: Locator, text: string | RegExp): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(text)
}

/** Holds a call until the test calls `release`, which lets it go on to the server. */
export async function hold(page: Page, url: string, method = 'GET'): Promise<{ release: () => Promise<void> }> {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(url, async (route) => {
    if (route.request().method() === method) await gate
    await route.fallback()
  })
  return {
    release: async () => {
      letGo()
      await page.unroute(url)
    },
  }
}

/** The calls that are answered with 404 from now on: a page that asks for what was just removed says that in place of the success. */
export function lostCalls(page: Page): string[] {
  const lost: string[] = []
  page.on('response', (response) => {
    if (response.status() === 404) lost.push(response.url())
  })
  return lost
}
