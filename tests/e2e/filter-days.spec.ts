import { expect, test } from '@playwright/test'
import { expectFieldError, isPhone } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a clerk types the days of a filter key by key, with slashes, dashes or neither, sees at the field which one is none, and empties the last filter in a field that stays', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive()])
  await enter(page, shop, '/facturar?tab=facturas&from=2026-11-10')
  await page.getByRole('button', { name: isPhone(page) ? 'Filtros 1' : /^Creada entre / }).click()
  const until = page.getByRole('dialog').getByLabel('Hasta')
  for (const [keys, day] of [
    ['15/11/2026', '15'],
    ['16-11-2026', '16'],
    ['17112026', '17'],
  ] as const) {
    await until.selectText()
    await page.keyboard.type(keys)
    await expect(until).toHaveValue(`${day}/11/2026`)
    expect(await until.evaluate((field) => field.scrollWidth - field.clientWidth), 'what the field cuts off').toBe(0)
    await expect(page).toHaveURL(new RegExp(`to=2026-11-${day}`))
  }

  await until.selectText()
  await page.keyboard.type('31022026')
  await expect(until).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Tab')
  await expect(until).toHaveValue('31/02/2026')
  await expectFieldError(until, 'Fecha no válida')
  await expect(page).toHaveURL(/to=2026-11-17/)
  await expectAccessible(page)
  await until.selectText()
  await page.keyboard.type('3112')
  await expectFieldError(until, 'Fecha no válida')
  await page.keyboard.type('2026')
  await expect(until).not.toHaveAttribute('aria-invalid')
  await expect(page).toHaveURL(/to=2026-12-31/)
  await until.fill('31/02')
  if (isPhone(page)) await until.blur()
  else await page.mouse.click(1000, 700)
  await expectFieldError(until, 'Fecha no válida')
  await page.getByRole('dialog').getByRole('button', { name: 'Hoy' }).click()
  await expect(until).toHaveValue('')
  await expect(until).not.toHaveAttribute('aria-invalid')

  const from = page.getByRole('dialog').getByLabel('Desde')
  await from.selectText()
  await page.keyboard.press('Delete')
  await page.keyboard.type('15112026')
  await expect(from).toHaveValue('15/11/2026')
  await from.selectText()
  await page.keyboard.press('Delete')
  await expect(page).not.toHaveURL(/from=/)
  await expect(from).toBeFocused()
})
