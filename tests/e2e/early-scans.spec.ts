import { expect, type Page, test } from '@playwright/test'
import { openScanner } from './support/scanner.ts'
import { openShop } from './support/shop.ts'
import { enter } from './support/world.ts'

const number = '9400111201080805483016'

/** Holds the code of a screen back; the returned function lets it come. */
async function holdCode(page: Page, name: string): Promise<() => Promise<void>> {
  const held: (() => void)[] = []
  let isHeld = true
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  return async () => {
    isHeld = false
    for (const go of held) go()
  }
}

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })

test('a scan that begins while Recepción opens is taken whole, also one that goes on once it is there, and one that no field takes is refused in red', async ({
  page,
}) => {
  const shop = await openShop()
  const letCome = await holdCode(page, 'reception-page')
  await enter(page, shop, '/paquetes')
  const scan = await openScanner(page)
  await link(page, 'Recepción').click()
  await scan(number)
  await letCome()
  await expect(page.getByText('USPS · dígito correcto')).toBeVisible()
  const tracking = page.getByLabel('Tracking')
  await expect(tracking).toHaveValue(number)
  await expect(page.getByLabel('Casillero o nombre')).toBeFocused()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await tracking.evaluate((field) => field.scrollWidth <= field.clientWidth), `${width} px`).toBe(true)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await link(page, 'Paquetes').or(link(page, 'Todos')).first().click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await link(page, 'Recepción').click()
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Tracking')).toHaveValue(number)
  await expect(page.getByText('USPS · dígito correcto')).toBeVisible()

  const letAccountCome = await holdCode(page, 'account-page')
  await page.goto(`${shop.url}/cuenta`)
  await scan(number)
  await letAccountCome()
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText('Escanee otra vez')).toBeVisible()
})
