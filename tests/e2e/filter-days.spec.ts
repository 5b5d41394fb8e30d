import { expect, test } from '@playwright/test'
import { isPhone } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter } from './support/world.ts'

test('a clerk types the days of a filter key by key, with slashes, dashes or neither', async ({ page }) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive()])
  await enter(page, shop, '/facturar?tab=facturas&from=2026-11-10')
  await page.getByRole('button', { name: isPhone(page) ? /^Filtros/ : /^Creada entre / }).click()
  const until = page.getByRole('dialog').getByLabel('Hasta')
  for (const [keys, day] of [
    ['15/11/2026', '15'],
    ['16-11-2026', '16'],
    ['17112026', '17'],
  ] as const) {
    await until.selectText()
    await page.keyboard.type(keys)
    await expect(until).toHaveValue(`${day}/11/2026`)
    await expect(page).toHaveURL(new RegExp(`to=2026-11-${day}`))
  }
})
