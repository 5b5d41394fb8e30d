import { expect, test } from '@playwright/test'
import { openDrawer } from './support/drawer.ts'
import { openShop } from './support/shop.ts'
import { enter } from './support/world.ts'

const name = 'Wolfeschlegelsteinhausenbergerdorffvonundzuhohenschwangauste'

test('a name of sixty letters without a space breaks on every screen of the counter, and none scrolls sideways', async ({
  page,
}) => {
  const shop = await openShop()
  await openDrawer(shop, { nio: 500, usd: 0 })
  const client = await shop.addClient({ firstName: name, lastNames: name.toLowerCase() })
  const courierPackage = await shop.receive({ clientId: client.id, description: name })
  await shop.receive({ clientId: client.id, description: name })
  await shop.invoice([courierPackage], { clientId: client.id })
  await enter(page, shop, '/caja')
  const paths = [
    `/clients/${client.id}`,
    `/clients/${client.id}/cobrar`,
    `/facturar?cliente=${client.id}`,
    `/entregar?cliente=${client.id}`,
    '/caja/por-cobrar',
  ]
  const width = page.viewportSize()?.width
  for (const path of paths) {
    await page.goto(shop.url + path)
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
    // A phone zooms out over what is too wide, and its own width grows with it.
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(width)
  }
})
