import { expect, type Locator, type Page } from '@playwright/test'
import { isPhone } from './gestures.ts'
import { expectAccessible } from './world.ts'

/** A few choices stand under each other, many are in a select. */
async function pick(box: Locator, filter: string, choice: string): Promise<void> {
  const select = box.getByRole('combobox', { name: filter, exact: true })
  // A phone's chip says in words what a badge says on a wide screen.
  const one = box.getByText(choice, { exact: true }).filter({ visible: true })
  await expect(select.or(one).first()).toBeVisible()
  if (await select.isVisible()) await select.selectOption(choice)
  else await one.click()
}

/** Chooses in a filter, by its chip on a wide screen, on the sheet of a phone, which the button with the count closes. */
export async function choose(page: Page, filter: string, choice: string): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: /^Filtros/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Filtros' })
    await pick(sheet.getByRole('region', { name: filter, exact: true }), filter, choice)
    await expectAccessible(page)
    await sheet.getByRole('button', { name: /^Ver \d/ }).click()
    await expect(page.getByRole('button', { name: /^Filtros/ })).toBeFocused()
    return
  }
  await expect(page.getByRole('button', { name: 'Filtro', exact: true })).toBeVisible()
  const chip = page.getByRole('button', { name: new RegExp(`^${filter} `) })
  if (await chip.isVisible()) await chip.click()
  else {
    const item = page.getByRole('menuitem', { name: filter, exact: true })
    // What the page loads meanwhile may take the focus, which closes a menu: it is opened again, as by hand.
    await expect(async () => {
      if (!(await item.isVisible())) await page.getByRole('button', { name: 'Filtro', exact: true }).click()
      await expect(item).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await item.click()
  }
  await pick(page.getByRole('dialog', { name: filter }), filter, choice)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(chip).toBeFocused()
}
