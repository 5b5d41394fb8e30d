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

/** Triggers an action of the first row that offers it. */
export async function actOnFirst(page: Page, action: string): Promise<void> {
  const offered = { name: `${action}: `, disabled: false }
  if (!isPhone(page)) return page.getByRole('button', offered).first().click()
  await page.getByRole('button', { name: 'Acciones: ' }).first().click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Selects a row of a list, in addition to selected ones. */
export async function select(page: Page, name: string): Promise<void> {
  if (isPhone(page)) await actOn(page, name, 'Seleccionar')
  else await page.getByRole('checkbox', { name: `Seleccionar: ${name}` }).check()
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
