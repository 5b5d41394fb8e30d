import type { Page } from '@playwright/test'
import { isPhone } from './gestures.ts'

/** The template of the status in which packages are ready. */
export const readyTitle = 'Paquete listo para retirar'

/** Opens a template in the settings. */
export async function openTemplate(page: Page, title: string): Promise<void> {
  if (isPhone(page)) await page.getByLabel('Plantilla', { exact: true }).selectOption({ label: title })
  else await page.getByRole('navigation', { name: 'Plantillas' }).getByRole('link', { name: title }).click()
}
