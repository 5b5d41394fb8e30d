import { expect, type Page, test } from '@playwright/test'
import { type FakePort, fakePorts, portOf } from './support/fake-devices.ts'
import { formIsReady, nothingWaits, savedPackages } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const line = (text: string) => `${text}\r\n`

/** Opens reception on a device that has chosen its scale. */
async function openWithScale(page: Page, shop: Shop, text: string) {
  const port: FakePort = { vendor: 0x0403, granted: true, scale: { line: line(text) } }
  await fakePorts(page, [port])
  await page.addInitScript(() => localStorage.setItem('port-scale', '1027:1'))
  await enter(page, shop, '/recepcion')
  await formIsReady(page)
  return { weight: page.getByLabel('Peso'), scale: portOf(page), scan: await openScanner(page) }
}

/** Where the weight of each reception came from, by its tracking, as it is sent. */
function watchSources(page: Page): Record<string, string> {
  const sources: Record<string, string> = {}
  page.on('request', (request) => {
    if (!request.url().includes('/api/receptions?') || request.method() !== 'POST') return
    const { tracking, weightSource } = request.postDataJSON()
    sources[tracking] = weightSource
  })
  return sources
}

test('a load at rest fills the weight of the entry, and Enter saves it as the weight of the scale; what is typed over it is typed', async ({
  page,
}) => {
  const shop = await openShop()
  const sources = watchSources(page)
  const { weight, scale, scan } = await openWithScale(page, shop, 'US,GS,+  4.48lb')
  const { casillero } = shop.client
  await Promise.all([scan('TBA309482130001'), scan(casillero)])
  await expect(weight).toBeFocused()
  await expect(page.getByText('Balanza en movimiento')).toBeVisible()
  await expect(weight).toHaveValue('')
  await expectAccessible(page)
  await scale.change({ line: line('ST,GS,+  4.50lb') })
  await expect(weight).toHaveValue('4.50')
  await expect(page.getByText('Balanza, estable')).toBeVisible()
  await expectAccessible(page)
  // A load that still settles is followed, in its own unit.
  await scale.change({ line: line('ST,GS,+  2.000kg') })
  await expect(weight).toHaveValue('4.41')
  await scan('')
  await nothingWaits(page)

  await scale.change({ line: line('ST,GS,+  0.00lb') })
  await Promise.all([scan('TBA309482130002'), scan(casillero)])
  await expect(page.getByText('Balanza vacía')).toBeVisible()
  await scale.change({ line: line('ST,GS,+  7.25lb') })
  await expect(weight).toHaveValue('7.25')
  // The weight is selected: the first key of hands or of another scale replaces it.
  await weight.pressSequentially('5')
  await expect(weight).toHaveValue('5')
  await expect(page.getByText('Escrito a mano')).toBeVisible()
  await page.getByRole('button', { name: 'Tomar 7.25 lbs' }).click()
  await expect(weight).toHaveValue('7.25')
  await expect(weight).toBeFocused()
  await weight.pressSequentially('6.5')
  await scan('')
  await nothingWaits(page)
  const saved = await savedPackages(shop)
  expect(saved.map((one) => [one.tracking, one.weight, sources[one.tracking ?? '']])).toEqual([
    ['TBA309482130001', 4.41, 'scale'],
    ['TBA309482130002', 6.5, 'typed'],
  ])
})
